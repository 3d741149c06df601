import { IconCheck } from '@tabler/icons-react';
import { includedIn, priceOf } from '../../../components/plan/model.ts';
import { type Shown } from './model.ts';
import { t } from './texts.ts';

/** A plan as somebody who may buy it sees it. */
export function PlanCard({ plan }: { readonly plan: Shown }) {
  const included = includedIn(plan);
  const isFree = plan.amount === 0;
  return (
    <article className="plan-card" aria-label={t('plan.preview')}>
      <h3 dir="auto">{plan.name.trim() === '' ? t('plan.noName') : plan.name}</h3>
      {plan.description !== '' && (
        <p className="muted" dir="auto">
          {plan.description}
        </p>
      )}
      <p className="price">
        <b className="num">{priceOf(plan)}</b>
        {!isFree && <span className="muted">{t(`plan.per.${plan.interval}`)}</span>}
      </p>
      {plan.trial_days !== null && plan.trial_days > 0 && (
        <p className="trial">{t('plan.freeDays', { count: plan.trial_days })}</p>
      )}
      {included.length + plan.features.length === 0 ?
        <p className="faint">{t('plan.nothingYet')}</p>
      : <ul>
          {included.map(({ quantity, text }) => (
            <Line key={quantity} text={text} />
          ))}
          {plan.features.map((feature) => (
            <Line key={feature} text={t(`plan.feature.${feature}`)} />
          ))}
        </ul>
      }
      <span className="choose" aria-hidden>
        {t('plan.choose')}
      </span>
    </article>
  );
}

const Line = ({ text }: { readonly text: string }) => (
  <li>
    <IconCheck size={16} aria-hidden />
    <span>{text}</span>
  </li>
);
