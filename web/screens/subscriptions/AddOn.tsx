import '../payments/payments.css';
import './subscriptions.css';
import { Button, Skeleton } from '@mantine/core';
import { IconCheck, IconCircleCheck, IconCreditCardOff, IconTags } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import type { Plan } from '../../../api/contract/plans.ts';
import type { Subscription } from '../../../api/contract/subscriptions.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import { priceOf } from '../../components/plan/model.ts';
import { useRead } from '../../data/read.ts';
import { OwnPayer } from '../payments/OwnPayer.tsx';
import { CancelDialog } from './CancelDialog.tsx';
import { liveOf, useBase } from './model.ts';
import { moneyOf } from '../../format/money.ts';
import { NextInvoice } from '../payments/NextInvoice.tsx';
import { type Bought, PlanDialog } from './PlanDialog.tsx';
import { StatusTag } from './StatusTag.tsx';
import { t } from './texts.ts';
import { useAccount } from './useBilling.ts';
import { useResume } from './useResume.tsx';

type Section = 'livechat' | 'loop';
const plans = { livechat: '/livechat/plan', loop: '/loops/plan' } as const;

/** The screen of an add-on: what it does and costs, to subscribe, and what can be done with it since. */
export function AddOn({ section }: { readonly section: Section }) {
  const title = t(`addOn.${section}.title`);
  return (
    <OwnPayer title={title}>
      <div className="bk-page sub-page">
        <PageHeader title={title} />
        <Found section={section} />
      </div>
    </OwnPayer>
  );
}

function Found({ section }: { readonly section: Section }) {
  const account = useAccount();
  const sold = useRead(plans[section], {});
  const [wish, setWish] = useState<Bought | null>(null);
  const error = account.error ?? sold.error;
  const [found, plan] = [account.data?.data, sold.data?.data];
  if (error && (found === undefined || plan === undefined))
    return (
      <ErrorState
        error={error}
        onRetry={() => {
          account.refresh();
          sold.refresh();
        }}
      />
    );
  if (found === undefined || plan === undefined) return <Skeleton height={320} radius="lg" maw={560} />;
  const { standing, subscriptions } = found;
  if (!standing.payments) return <EmptyState icon={IconCreditCardOff} title={t('sub.off')} text={t('sub.offText')} />;
  const own = liveOf(subscriptions, section);
  if (own !== null)
    return (
      <Card section={section} name={own.plan.name}>
        <Own subscription={own} />
      </Card>
    );
  if (standing.features[section])
    return <EmptyState icon={IconCircleCheck} title={t('addOn.isOn')} text={t('addOn.isOnText')} />;
  if (plan === null) return <EmptyState icon={IconTags} title={t('addOn.notSold')} text={t('addOn.notSoldText')} />;
  return (
    <>
      <Card section={section} name={plan.name}>
        <Buy plan={plan} hasPlan={standing.subscribed || standing.blocked === null} onBuy={setWish} />
      </Card>
      <PlanDialog
        bought={wish}
        onClose={() => {
          setWish(null);
        }}
      />
    </>
  );
}

const Card = ({
  section,
  name,
  children,
}: {
  readonly section: Section;
  readonly name: string;
  readonly children: ReactNode;
}) => (
  <section className="sub-card sub-addon" aria-label={name}>
    <h2 dir="auto">{name}</h2>
    <p className="muted">{t(`addOn.${section}.about`)}</p>
    <ul className="lines">
      {([1, 2, 3] as const).map((line) => (
        <li key={line}>
          <IconCheck size={16} aria-hidden />
          <span>{t(`addOn.${section}.${line}`)}</span>
        </li>
      ))}
    </ul>
    {children}
  </section>
);

function Buy({
  plan,
  hasPlan,
  onBuy,
}: {
  readonly plan: Plan;
  readonly hasPlan: boolean;
  readonly onBuy: (wish: Bought) => void;
}) {
  const base = useBase();
  return (
    <>
      <p className="sub-amount">
        <b className="num">{priceOf(plan)}</b>
        <span className="muted">{t(`sub.per.${plan.interval}`)}</span>
      </p>
      {plan.trial_days > 0 && <p className="sub-trial">{t('sub.trialDays', { count: plan.trial_days })}</p>}
      {hasPlan ?
        <div className="sub-actions">
          <Button
            onClick={() => {
              onBuy({
                name: plan.name,
                section: plan.section,
                planId: plan.id,
                interval: plan.interval,
                isChange: false,
              });
            }}
          >
            {t(plan.trial_days > 0 ? 'sub.startTrial' : 'addOn.subscribe')}
          </Button>
        </div>
      : <p>
          {t('addOn.planFirst')} <Link href={`${base}/subscription`}>{t('sub.title')}</Link>
        </p>
      }
    </>
  );
}

function Own({ subscription }: { readonly subscription: Subscription }) {
  const base = useBase();
  const [isCanceling, setIsCanceling] = useState(false);
  const { resume, isBusy, dialog } = useResume(subscription.section);
  const { plan, status, cancel_at: end } = subscription;
  const needsPay = status === 'past_due' || status === 'unpaid' || status === 'incomplete';
  const press = (label: string) => (
    <Button loading={isBusy} onClick={() => void resume()}>
      {label}
    </Button>
  );
  return (
    <>
      <p className="sub-amount">
        <b className="num">{moneyOf(plan.amount, plan.currency)}</b>
        <span className="muted">{t(`sub.per.${plan.interval}`)}</span>
        <StatusTag subscription={subscription} />
      </p>
      <dl className="sub-facts">
        <div>
          <dt>{t('sub.next')}</dt>
          <dd>
            <NextInvoice subscription={subscription} />
          </dd>
        </div>
      </dl>
      <p className="muted">
        {t('addOn.history')} <Link href={`${base}/subscription`}>{t('bill.title')}</Link>
      </p>
      <div className="sub-actions">
        {needsPay && press(t(status === 'incomplete' ? 'sub.confirmNow' : 'sub.payNow'))}
        {!needsPay && end !== null && press(t('addOn.keep'))}
        {end === null && (
          <Button
            variant="default"
            color="red"
            onClick={() => {
              setIsCanceling(true);
            }}
          >
            {t('addOn.cancel')}
          </Button>
        )}
      </div>
      {dialog}
      <CancelDialog
        subscription={subscription}
        opened={isCanceling}
        onClose={() => {
          setIsCanceling(false);
        }}
      />
    </>
  );
}
