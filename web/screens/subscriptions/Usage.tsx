import { planQuantities, type PlanQuantity } from '../../../api/contract/plans.ts';
import type { Profile } from '../../../api/contract/profile.ts';
import type { AccountStanding, AlertSettings } from '../../../api/contract/subscriptions.ts';
import { Meter } from '../../components/Meter.tsx';
import { quantityOf } from '../../components/plan/model.ts';
import { count } from '../../format/number.ts';
import { useProfile } from '../../session/profile.tsx';
import { stopsAtLimit } from './model.ts';
import { exactMoney } from '../../format/money.ts';
import { t } from './texts.ts';

/** What was used this month, as far as it is counted. */
function usedOf({ business, agency }: Profile): Partial<Record<PlanQuantity, number>> {
  if (business !== null) return { messages: business.usage_messages, contacts: business.usage_contacts };
  if (agency === null) return {};
  return { messages: agency.usage_messages, numbers: agency.usage_numbers, minutes: agency.usage_calls };
}

/** What the plan includes, and how much of it is used. */
export function Usage({
  standing,
  currency,
  used: counted,
}: {
  readonly standing: AccountStanding;
  /** Of the plan; null: there is none, and nothing is sold beyond. */
  readonly currency: string | null;
  /** Of this month; null: it is not known yet. */
  readonly used: AlertSettings['used'] | null;
}) {
  const profile = useProfile();
  const { role } = profile;
  const used: Partial<Record<PlanQuantity, number>> = { ...usedOf(profile), ...counted };
  const included = standing.included!;
  const shown = planQuantities.filter((quantity) => included[quantity] !== 0 || (used[quantity] ?? 0) > 0);
  return (
    <section className="sub-card" aria-labelledby="sub-usage">
      <h2 id="sub-usage">{t(currency === null ? 'sub.usageFree' : 'sub.usage')}</h2>
      <p className="muted">{t('sub.usageText')}</p>
      {shown.map((quantity) => {
        const title = quantityOf(quantity);
        const price = standing.overage[quantity];
        const limit = included[quantity];
        return (
          <div key={quantity} className="sub-meter">
            {used[quantity] === undefined ?
              <p className="line">
                <span>{title}</span>
                <span className="num">
                  {limit === null ? t('sub.unlimited') : t('sub.upTo', { count: count(limit) })}
                </span>
              </p>
            : <Meter title={title} used={used[quantity]} limit={limit} />}
            {limit !== null && currency !== null && (
              <p className="faint">
                {price === null ?
                  t(stopsAtLimit(quantity, standing, role) ? 'sub.stops' : 'sub.standard')
                : t('sub.overage', { price: exactMoney(price, currency) })}
              </p>
            )}
          </div>
        );
      })}
    </section>
  );
}
