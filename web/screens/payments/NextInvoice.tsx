import { Modal } from '@mantine/core';
import { useState } from 'react';
import type { NextInvoice as Next } from '../../../api/contract/invoices.ts';
import type { Subscription } from '../../../api/contract/subscriptions.ts';
import { useRead } from '../../data/read.ts';
import { date } from '../../format/date.ts';
import { moneyOf } from '../../format/money.ts';
import { useDateStyle } from '../../session/profile.tsx';
import { InvoiceLines } from './InvoiceLines.tsx';
import { t } from './texts.ts';

/** What a subscription is charged next, as the payment provider has it: the amount opens to its lines. */
export function NextInvoice({ subscription }: { readonly subscription: Subscription }) {
  const style = useDateStyle();
  const { data, error } = useRead('/subscriptions/next-invoices', {});
  const { cancel_at: end, status, next: later, plan, trial_end: trialEnd, period_end: periodEnd } = subscription;
  const next = data?.data.find((one) => one.subscription_id === subscription.id);
  if (next !== undefined) return <Amount next={next} />;
  if (end !== null) return t('sub.nextNone', { date: date(end, style) });
  if (status === 'unpaid' || status === 'incomplete') return t('sub.nextUnpaid');
  if (status === 'paused') return t('sub.nextPaused');
  // Until the answer is there, the price of the plan holds its place.
  const { amount, currency } = later?.plan ?? plan;
  const at = status === 'trialing' ? (trialEnd ?? periodEnd) : periodEnd;
  return (
    <>
      <b className="num">{moneyOf(amount, currency)}</b> {t('sub.nextOn', { date: date(at, style) })}
      {error !== undefined && <span className="faint sub-estimate">{t('sub.estimate')}</span>}
    </>
  );
}

function Amount({ next }: { readonly next: Next }) {
  const style = useDateStyle();
  const [isOpen, setIsOpen] = useState(false);
  const on = t('sub.nextOn', { date: date(next.at, style) });
  if (next.source === 'estimate')
    return (
      <>
        <b className="num">{moneyOf(next.due, next.currency)}</b> {on}
        <span className="faint sub-estimate">{t('sub.estimate')}</span>
      </>
    );
  return (
    <>
      <b className="num">{moneyOf(next.due, next.currency)}</b> {on}{' '}
      <button
        type="button"
        className="sub-link"
        aria-haspopup="dialog"
        aria-label={t('sub.nextOpen', { name: next.name })}
        onClick={() => {
          setIsOpen(true);
        }}
      >
        {t('sub.nextDetails')}
      </button>
      <Modal
        opened={isOpen}
        onClose={() => {
          setIsOpen(false);
        }}
        title={t('sub.nextTitle', { date: date(next.at, style) })}
        size="lg"
      >
        <div className="sub-price">
          <InvoiceLines amounts={next} />
          <p className="faint">{t('sub.nextText')}</p>
        </div>
      </Modal>
    </>
  );
}

/** An operator's look at what a payer is charged next, one line for each subscription. */
export function NextInvoices({ of }: { readonly of: Readonly<Partial<Record<'agency_id' | 'business_id', string>>> }) {
  const { data } = useRead('/subscriptions/next-invoices', { query: of });
  const found = data?.data ?? [];
  if (found.length === 0) return null;
  return (
    <section className="bk-card sub-nexts" aria-labelledby="sub-nexts">
      <h2 id="sub-nexts">{t('sub.nexts')}</h2>
      <dl className="sub-facts">
        {found.map((next) => (
          <div key={next.subscription_id}>
            <dt dir="auto">{next.name}</dt>
            <dd>
              <Amount next={next} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
