import { type Aggregate, unchanged } from '../kernel/decider.ts';
import type { Payer } from '../payments/payer.ts';
import {
  type InvoiceEvent,
  InvoiceIssued,
  InvoiceMarkedUncollectible,
  InvoicePaid,
  InvoicePaymentFailed,
  InvoiceRefunded,
  InvoiceRefundFailed,
  InvoiceVoided,
} from './events.ts';
import type { InvoiceStatus } from './fields.ts';

interface Invoice {
  readonly status: InvoiceStatus;
  readonly attempts: number;
  readonly nextAttemptAt: string | null;
  readonly chargeIds: readonly string[];
  /** By the refund's id; null: it failed. */
  readonly refunds: ReadonlyMap<string, number | null>;
}
/** A payer's invoices by the provider's id. */
export type Invoices = ReadonlyMap<string, Invoice>;

export const Invoices: Aggregate<Invoices, InvoiceEvent> = {
  initial: new Map(),
  evolve: (invoices, event) => {
    const { invoiceId } = event.data;
    const changed = (to: (one: Invoice) => Partial<Invoice>): Invoices => {
      const before = invoices.get(invoiceId);
      return before === undefined ? invoices : new Map(invoices).set(invoiceId, { ...before, ...to(before) });
    };
    switch (event.type) {
      case 'InvoiceIssued':
        return new Map(invoices).set(invoiceId, {
          status: 'open',
          attempts: 0,
          nextAttemptAt: null,
          chargeIds: [],
          refunds: new Map(),
        });
      case 'InvoicePaid': {
        const { chargeIds } = event.data;
        return changed(() => ({ status: 'paid', nextAttemptAt: null, chargeIds }));
      }
      case 'InvoicePaymentFailed': {
        const { attempts, nextAttemptAt } = event.data;
        return changed(() => ({ attempts, nextAttemptAt }));
      }
      case 'InvoiceVoided':
        return changed(() => ({ status: 'void', nextAttemptAt: null }));
      case 'InvoiceMarkedUncollectible':
        return changed(() => ({ status: 'uncollectible', nextAttemptAt: null }));
      case 'InvoiceRefunded': {
        const { refundId, amount } = event.data;
        return changed(({ refunds }) => ({ refunds: new Map(refunds).set(refundId, amount) }));
      }
      case 'InvoiceRefundFailed': {
        const { refundId } = event.data;
        return changed(({ refunds }) => ({ refunds: new Map(refunds).set(refundId, null) }));
      }
      default:
        return unchanged(invoices, event);
    }
  },
};

/** An invoice as the provider has it now. */
export type FoundInvoice = Omit<Parameters<typeof InvoiceIssued.create>[0], 'payer'> & {
  /** A draft may still change, and `unknown` is a status that is new to us: both are left until they are something else. */
  readonly status: InvoiceStatus | 'draft' | 'unknown';
  readonly paid: number;
  readonly paidAt: string | null;
  readonly chargeIds: readonly string[];
  readonly attempts: number;
  readonly nextAttemptAt: string | null;
};

/** What makes our invoices say what the provider said, the same whatever hint led to it. Paid and void are the end. */
export const followInvoices = (
  payer: Payer,
  found: readonly FoundInvoice[],
  invoices: Invoices,
): readonly InvoiceEvent[] => found.flatMap((one) => follow(payer, one, invoices.get(one.invoiceId)));

function follow(
  payer: Payer,
  { status, paid, paidAt, chargeIds, attempts, nextAttemptAt, ...issued }: FoundInvoice,
  before: Invoice | undefined,
): readonly InvoiceEvent[] {
  if (status === 'draft' || status === 'unknown') return [];
  const of = { payer, invoiceId: issued.invoiceId };
  const events: InvoiceEvent[] = before === undefined ? [InvoiceIssued.create({ payer, ...issued })] : [];
  const was = before?.status ?? 'open';
  if (was === 'paid' || was === 'void') return events;
  if (status === 'open' && attempts > 0 && (attempts !== before?.attempts || nextAttemptAt !== before.nextAttemptAt))
    events.push(InvoicePaymentFailed.create({ ...of, attempts, nextAttemptAt }));
  if (status === 'paid')
    events.push(InvoicePaid.create({ ...of, paid, chargeIds: [...chargeIds], paidAt: paidAt ?? issued.issuedAt }));
  if (status === 'void') events.push(InvoiceVoided.create(of));
  if (status === 'uncollectible' && was !== 'uncollectible') events.push(InvoiceMarkedUncollectible.create(of));
  return events;
}

export interface FoundRefund {
  readonly refundId: string;
  readonly chargeId: string;
  readonly status: 'pending' | 'succeeded' | 'failed' | 'canceled' | 'requires_action' | 'unknown';
  readonly amount: number;
  readonly refundedAt: string;
}

/** Whether a refund is of one of these invoices. */
export const refundedInvoice = (chargeId: string, invoices: Invoices): string | null => {
  for (const [id, { chargeIds }] of invoices) if (chargeIds.includes(chargeId)) return id;
  return null;
};

/** A refund can succeed and fail later, when the payer's bank sends it back; it can't succeed again. */
export function followRefund(
  payer: Payer,
  { refundId, chargeId, status, amount, refundedAt }: FoundRefund,
  invoices: Invoices,
): readonly InvoiceEvent[] {
  const invoiceId = refundedInvoice(chargeId, invoices);
  if (invoiceId === null) return [];
  const of = { payer, invoiceId, refundId };
  const known = invoices.get(invoiceId)?.refunds.get(refundId);
  if (status === 'succeeded' && known === undefined) return [InvoiceRefunded.create({ ...of, amount, refundedAt })];
  const failed = status === 'failed' || status === 'canceled';
  return failed && typeof known === 'number' ? [InvoiceRefundFailed.create(of)] : [];
}
