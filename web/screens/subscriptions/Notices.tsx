import { Button } from '@mantine/core';
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { AccountStanding, Subscription } from '../../../api/contract/subscriptions.ts';
import { useRead } from '../../data/read.ts';
import { date } from '../../format/date.ts';
import { moneyOf } from '../../format/money.ts';
import { useDateStyle } from '../../session/profile.tsx';
import { nameOf } from '../payments/card.ts';
import { type Notice, useBase } from './model.ts';
import { t } from './texts.ts';
import { useResume } from './useResume.tsx';

/** What has to be known or done first, with the button that does it. */
export function Notices({
  notice,
  standing,
  plan,
}: {
  readonly notice: Notice | null;
  readonly standing: AccountStanding;
  readonly plan: Subscription | null;
}) {
  const style = useDateStyle();
  const { resume, isBusy, dialog } = useResume('plan');
  const press = (label: string) => (
    <Button size="sm" loading={isBusy} onClick={() => void resume()}>
      {label}
    </Button>
  );
  const shown = (): ReactNode => {
    switch (notice) {
      case null:
        return null;
      case 'failed':
      case 'unpaid':
        return <Failed isUnpaid={notice === 'unpaid'}>{press(t('sub.payNow'))}</Failed>;
      case 'incomplete':
        return (
          <Box tone="danger" title={t('sub.incompleteTitle')} text={t('sub.incompleteText')}>
            {press(t('sub.confirmNow'))}
            <UpdateCard />
          </Box>
        );
      case 'paused':
        return (
          <Box tone="warning" title={t('sub.pausedTitle')} text={t('sub.pausedText')}>
            {press(t('sub.unpause'))}
          </Box>
        );
      case 'ending':
        return (
          <Box
            tone="warning"
            title={t('sub.endingTitle', { date: date(plan!.cancel_at, style) })}
            text={t('sub.endingText')}
          >
            {press(t('sub.resume'))}
          </Box>
        );
      case 'nextPlan':
        if (plan!.next!.plan_id === plan!.plan_id)
          return (
            <Box
              tone="info"
              title={t('sub.newTermsTitle', { date: date(plan!.next!.at, style) })}
              text={t('sub.newTermsText', {
                price: moneyOf(plan!.next!.plan.amount, plan!.next!.plan.currency),
                now: moneyOf(plan!.plan.amount, plan!.plan.currency),
              })}
            />
          );
        return (
          <Box
            tone="info"
            title={t('sub.nextPlanTitle', { name: plan!.next!.plan.name, date: date(plan!.next!.at, style) })}
            text={t('sub.nextPlanText', { name: plan!.plan.name })}
          />
        );
      case 'granted':
        return (
          <Box
            tone="info"
            title={t('sub.grantedTitle', { date: date(standing.trial_ends_at, style) })}
            text={t('sub.grantedText')}
          />
        );
      case 'blocked':
        return <Box tone="warning" title={t('sub.blockedTitle')} text={t('sub.blockedText')} />;
      default:
        return notice satisfies never;
    }
  };
  return (
    <>
      {shown()}
      {dialog}
    </>
  );
}

const UpdateCard = () => (
  <Button size="sm" variant="default" component={Link} href={`${useBase()}/payment-methods`}>
    {t('sub.updateCard')}
  </Button>
);

function Failed({ isUnpaid, children }: { readonly isUnpaid: boolean; readonly children: ReactNode }) {
  const style = useDateStyle();
  const cards = useRead('/payment-methods', {}).data?.data ?? [];
  const open = useRead('/reports/billing-history', { query: { page: 1, per_page: 10 } }).data?.data.find(
    ({ type, status }) => type === 'invoice' && status === 'open',
  );
  const card = cards.find((one) => one.is_default) ?? cards[0];
  const again = open?.next_attempt_at ?? null;
  const text =
    isUnpaid ?
      t('sub.unpaidText')
    : t('sub.failedText', { card: card === undefined ? t('sub.yourCard') : nameOf(card) });
  return (
    <Box
      tone="danger"
      title={t('sub.failedTitle')}
      text={again === null ? text : `${text} ${t('sub.failedAgain', { date: date(again, style) })}`}
    >
      {children}
      <UpdateCard />
    </Box>
  );
}

function Box({
  tone,
  title,
  text,
  children,
}: {
  readonly tone: 'danger' | 'warning' | 'info';
  readonly title: string;
  readonly text: string;
  readonly children?: ReactNode;
}) {
  const Icon = tone === 'info' ? IconInfoCircle : IconAlertTriangle;
  return (
    <div className={`sub-notice tone-${tone}`} role={tone === 'danger' ? 'alert' : 'status'}>
      <Icon size={20} aria-hidden />
      <div>
        <b>{title}</b>
        <p>{text}</p>
        {children !== undefined && <div className="sub-actions">{children}</div>}
      </div>
    </div>
  );
}
