import { Button, SegmentedControl, Skeleton } from '@mantine/core';
import { IconCheck, IconTags } from '@tabler/icons-react';
import { useState } from 'react';
import type { Plan } from '../../../api/contract/plans.ts';
import type { Subscription } from '../../../api/contract/subscriptions.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { featureOf, includedIn, priceOf } from '../../components/plan/model.ts';
import { useRead } from '../../data/read.ts';
import type { Bought } from './PlanDialog.tsx';
import { t } from './texts.ts';

type Interval = Plan['interval'];

/** The plans that can be chosen, side by side, by month or by year. */
export function Plans({
  current,
  onChoose,
}: {
  readonly current: Subscription | null;
  readonly onChoose: (plan: Bought) => void;
}) {
  const { data, error, refresh } = useRead('/subscriptions/plans', {
    query: { per_page: 100, sort_by: 'amount', section: 'plan' },
  });
  const [chosen, setChosen] = useState<Interval | null>(null);
  const plans = data?.data ?? [];
  const intervals = (['month', 'year'] as const).filter((one) => plans.some((plan) => plan.interval === one));
  const interval = chosen ?? current?.plan.interval ?? intervals[0] ?? 'month';
  const shown = plans.filter((plan) => plan.interval === interval);
  return (
    <section id="plans" className="sub-section" aria-labelledby="sub-plans">
      <div className="sub-head">
        <div>
          <h2 id="sub-plans">{t('sub.plans')}</h2>
          {current !== null && <p className="muted">{t('sub.plansText')}</p>}
        </div>
        {intervals.length > 1 && (
          <SegmentedControl
            aria-label={t('sub.interval')}
            value={interval}
            data={intervals.map((value) => ({ value, label: t(`sub.interval.${value}`) }))}
            onChange={(value) => {
              setChosen(value as Interval);
            }}
          />
        )}
      </div>
      {error && !data ?
        <ErrorState error={error} onRetry={refresh} />
      : !data ?
        <div className="sub-plans" aria-busy>
          {[0, 1, 2].map((one) => (
            <Skeleton key={one} height={280} radius="lg" />
          ))}
        </div>
      : plans.length === 0 ?
        <EmptyState icon={IconTags} title={t('sub.noPlans')} text={t('sub.noPlansText')} />
      : <ul className="sub-plans">
          {shown.map((plan) => (
            <Card key={plan.id} plan={plan} current={current} onChoose={onChoose} />
          ))}
        </ul>
      }
    </section>
  );
}

function Card({
  plan,
  current,
  onChoose,
}: {
  readonly plan: Plan;
  readonly current: Subscription | null;
  readonly onChoose: (plan: Bought) => void;
}) {
  const isCurrent = current?.plan_id === plan.id && current.version === plan.version && current.status !== 'incomplete';
  const lines = [...includedIn(plan).map(({ text }) => text), ...plan.features.map(featureOf)];
  const label =
    current !== null ? t('sub.switch', { name: plan.name })
    : plan.trial_days > 0 ? t('sub.startTrial')
    : t('sub.choose', { name: plan.name });
  // Side by side, buttons that read alike are told apart by their plan.
  const isTrial = current === null && plan.trial_days > 0;
  return (
    <li className={`sub-plan${isCurrent ? ' current' : ''}`}>
      <h3 dir="auto">{plan.name}</h3>
      {plan.description !== '' && (
        <p className="muted" dir="auto">
          {plan.description}
        </p>
      )}
      <p className="sub-amount">
        <b className="num">{priceOf(plan)}</b>
        {plan.amount > 0 && <span className="muted">{t(`sub.per.${plan.interval}`)}</span>}
      </p>
      <ul className="lines">
        {plan.trial_days > 0 && current === null && <Line text={t('sub.trialDays', { count: plan.trial_days })} />}
        {lines.map((text) => (
          <Line key={text} text={text} />
        ))}
      </ul>
      {isCurrent ?
        <p className="sub-iscurrent">
          <IconCheck size={16} aria-hidden />
          {t('sub.isCurrent')}
        </p>
      : <Button
          fullWidth
          variant={current !== null ? 'default' : 'filled'}
          {...(isTrial ? { 'aria-label': t('sub.startTrialOf', { name: plan.name }) } : {})}
          onClick={() => {
            onChoose({
              name: plan.name,
              section: 'plan',
              planId: plan.id,
              interval: plan.interval,
              isChange: current !== null,
            });
          }}
        >
          {label}
        </Button>
      }
    </li>
  );
}

const Line = ({ text }: { readonly text: string }) => (
  <li>
    <IconCheck size={16} aria-hidden />
    <span>{text}</span>
  </li>
);
