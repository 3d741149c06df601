import '../payments/payments.css';
import './subscriptions.css';
import { Button, Skeleton } from '@mantine/core';
import { IconCreditCardOff, IconTags } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'wouter';
import type { Subscription as Bought } from '../../../api/contract/subscriptions.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import { useRead } from '../../data/read.ts';
import { useProfile } from '../../session/profile.tsx';
import { nameOf } from '../payments/card.ts';
import { OwnPayer } from '../payments/OwnPayer.tsx';
import { Alerts } from './Alerts.tsx';
import { CancelDialog } from './CancelDialog.tsx';
import { History } from './History.tsx';
import { liveOf, noticeOf, useBase } from './model.ts';
import { moneyOf } from '../../format/money.ts';
import { NextInvoice } from '../payments/NextInvoice.tsx';
import { Notices } from './Notices.tsx';
import { PlanDialog, type Bought as Wish } from './PlanDialog.tsx';
import { Plans } from './Plans.tsx';
import { StatusTag } from './StatusTag.tsx';
import { t } from './texts.ts';
import { Usage } from './Usage.tsx';
import { useAccount } from './useBilling.ts';

/** What the payer has, what it costs and what it cost: to choose, change, pay and cancel a plan. */
export default function Subscription() {
  return (
    <OwnPayer title={t('sub.title')}>
      <div className="bk-page sub-page">
        <PageHeader title={t('sub.title')} />
        <Account />
      </div>
    </OwnPayer>
  );
}

function Account() {
  const { data, error, refresh } = useAccount();
  const alerts = useRead('/subscriptions/alerts', {}).data?.data;
  const [wish, setWish] = useState<Wish | null>(null);
  if (error && !data) return <ErrorState error={error} onRetry={refresh} />;
  if (!data) return <Ghost />;
  const { standing, subscriptions } = data.data;
  if (!standing.payments) return <EmptyState icon={IconCreditCardOff} title={t('sub.off')} text={t('sub.offText')} />;
  const plan = liveOf(subscriptions, 'plan');
  return (
    <>
      <Notices notice={noticeOf(standing, plan)} standing={standing} plan={plan} />
      <div className="sub-top">
        <Current plan={plan} />
        {standing.included !== null && (
          <Usage standing={standing} currency={plan?.plan.currency ?? null} used={alerts?.used ?? null} />
        )}
        {alerts !== undefined && <Alerts settings={alerts} />}
      </div>
      <Plans current={plan} onChoose={setWish} />
      <History />
      <PlanDialog
        bought={wish}
        onClose={() => {
          setWish(null);
        }}
      />
    </>
  );
}

const Ghost = () => (
  <div className="sub-top" aria-busy aria-label={t('app.loading')}>
    <Skeleton height={230} radius="lg" />
    <Skeleton height={230} radius="lg" />
  </div>
);

function Current({ plan }: { readonly plan: Bought | null }) {
  const [isCanceling, setIsCanceling] = useState(false);
  const { business, agency } = useProfile();
  const isFree = (business ?? agency)?.free_fee === true;
  if (plan === null)
    return (
      <section className="sub-card" aria-label={t('sub.current')}>
        <EmptyState
          icon={IconTags}
          title={t(isFree ? 'sub.free' : 'sub.none')}
          text={t(isFree ? 'sub.freeText' : 'sub.noneText')}
        />
      </section>
    );
  const isEnding = plan.cancel_at !== null;
  return (
    <section className="sub-card" aria-labelledby="sub-current">
      <h2 id="sub-current">{t('sub.current')}</h2>
      <div className="sub-name">
        <b dir="auto">{plan.plan.name}</b>
        <StatusTag subscription={plan} />
      </div>
      <p className="sub-amount">
        <b className="num">{moneyOf(plan.plan.amount, plan.plan.currency)}</b>
        <span className="muted">{t(`sub.per.${plan.plan.interval}`)}</span>
      </p>
      <Facts plan={plan} />
      <div className="sub-actions">
        <Button component="a" href="#plans" variant="default">
          {t('sub.change')}
        </Button>
        {!isEnding && (
          <Button
            variant="subtle"
            color="red"
            onClick={() => {
              setIsCanceling(true);
            }}
          >
            {t('sub.cancel')}
          </Button>
        )}
      </div>
      <CancelDialog
        subscription={plan}
        opened={isCanceling}
        onClose={() => {
          setIsCanceling(false);
        }}
      />
    </section>
  );
}

function Facts({ plan }: { readonly plan: Bought }) {
  const base = useBase();
  const cards = useRead('/payment-methods', {}).data?.data;
  const card = cards?.find((one) => one.is_default) ?? cards?.[0];
  return (
    <dl className="sub-facts">
      <div>
        <dt>{t('sub.next')}</dt>
        <dd>
          <NextInvoice subscription={plan} />
        </dd>
      </div>
      <div>
        <dt>{t('sub.card')}</dt>
        <dd>
          {cards === undefined ?
            <Skeleton height={14} width={160} />
          : card === undefined ?
            t('sub.noCard')
          : nameOf(card)}{' '}
          <Link href={`${base}/payment-methods`}>{t('sub.manageCards')}</Link>
        </dd>
      </div>
    </dl>
  );
}
