import type { InvoiceLine } from '../../domain/invoices/events.ts';
import type { InvoiceStatus } from '../../domain/invoices/fields.ts';
import type { Currency } from '../../domain/kernel/money.ts';
import { either, first, newest, newestWith } from '../engine/merge-policy.ts';
import { col, key, maybe, table } from '../engine/table.ts';

/** Where they live. Raise the version when a table or a fold changes. */
export const invoiceModel = { name: 'invoices', version: 2 } as const;

/** Whose it is: one of the two; `payerId` is whichever it is. */
const owner = { payerId: col('uuid'), agencyId: maybe('uuid'), businessId: maybe('uuid') } as const;

/** The payment provider's invoices. Amounts are in the currency's smallest unit. */
export const invoiceTable = table('invoices', {
  id: key('text'),
  ...owner,
  number: maybe('text', first),
  subscriptionId: maybe('text', first),
  reason: maybe('text', first),
  currency: maybe('text', first).of<Currency>(),
  status: maybe('text', newest).of<InvoiceStatus>(),
  subtotal: maybe('bigint', first),
  tax: maybe('bigint', first),
  total: maybe('bigint', first),
  due: maybe('bigint', first),
  paid: maybe('bigint', newest),
  attempts: maybe('int', newest),
  nextAttemptAt: maybe('timestamptz', newestWith('attempts')),
  issuedAt: maybe('timestamptz', first),
  paidAt: maybe('timestamptz', newest),
  periodStart: maybe('timestamptz', first),
  periodEnd: maybe('timestamptz', first),
  lines: maybe('jsonb', first).of<readonly InvoiceLine[]>(),
});

/** What of a paid invoice went back. */
export const invoiceRefundTable = table('invoice_refunds', {
  id: key('text'),
  ...owner,
  invoiceId: col('text'),
  amount: maybe('bigint', first),
  refundedAt: maybe('timestamptz', first),
  isFailed: col('boolean', either),
});

export const invoiceIndexes = (schema: string): string => `
  create index invoices_of_payer on ${schema}.invoices (payer_id, issued_at);
  create index invoice_refunds_of_payer on ${schema}.invoice_refunds (payer_id, refunded_at)`;
