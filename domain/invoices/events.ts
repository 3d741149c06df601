import { z } from 'zod';
import { type EventOf, event } from '../kernel/event.ts';
import { Currency } from '../kernel/money.ts';
import { Payer } from '../payments/payer.ts';

/**
 * The payment provider's invoices, as it told us. Amounts are whole numbers of the currency's smallest unit; a line that
 * gives something back is negative.
 */

/** The provider's id of an invoice, line, charge, refund, subscription, price or product. */
const providerId = z.string().regex(/^[\w-]{1,255}$/);
const invoice = { payer: Payer, invoiceId: providerId };
const amount = z.int();
const instant = z.iso.datetime();

export const InvoiceLine = z.object({
  lineId: providerId,
  description: z.string().max(1000),
  quantity: z.int().nullable(),
  amount,
  /** A part of a period, because the plan changed within it. */
  isProration: z.boolean(),
  priceId: providerId.nullable(),
  periodStart: instant,
  periodEnd: instant,
});
export type InvoiceLine = Readonly<z.output<typeof InvoiceLine>>;

/** It is final and is to be paid; its lines don't change any more. */
export const InvoiceIssued = event(
  'InvoiceIssued',
  1,
  z.object({
    ...invoice,
    /** As the payer reads it; null: the provider gave it none. */
    number: z.string().max(100).nullable(),
    subscriptionId: providerId.nullable(),
    /** Why it was made, in the provider's word, such as `subscription_cycle`. */
    reason: z.string().max(100).nullable(),
    currency: Currency,
    subtotal: amount,
    /** Added to the subtotal; missing: none. */
    tax: amount.min(1).optional(),
    total: amount,
    /** After what the payer had left over. */
    due: amount,
    issuedAt: instant,
    periodStart: instant,
    periodEnd: instant,
    lines: z.array(InvoiceLine),
  }),
);
/** `chargeIds`: the charges that it was paid with, by which a refund finds it. */
export const InvoicePaid = event(
  'InvoicePaid',
  1,
  z.object({ ...invoice, paid: amount, chargeIds: z.array(providerId), paidAt: instant }),
);
/** So many attempts have failed. `nextAttemptAt` null: the provider won't try again unless asked. */
export const InvoicePaymentFailed = event(
  'InvoicePaymentFailed',
  1,
  z.object({ ...invoice, attempts: z.int().min(1), nextAttemptAt: instant.nullable() }),
);
/** It needn't be paid any more. */
export const InvoiceVoided = event('InvoiceVoided', 1, z.object(invoice));
/** Nobody expects it to be paid; it still can be. */
export const InvoiceMarkedUncollectible = event('InvoiceMarkedUncollectible', 1, z.object(invoice));
export const InvoiceRefunded = event(
  'InvoiceRefunded',
  1,
  z.object({ ...invoice, refundId: providerId, amount: amount.min(1), refundedAt: instant }),
);
/** The payer's bank did not take the refund: the money is still with us. */
export const InvoiceRefundFailed = event('InvoiceRefundFailed', 1, z.object({ ...invoice, refundId: providerId }));

export const invoiceEvents = [
  InvoiceIssued,
  InvoicePaid,
  InvoicePaymentFailed,
  InvoiceVoided,
  InvoiceMarkedUncollectible,
  InvoiceRefunded,
  InvoiceRefundFailed,
] as const;
export type InvoiceEvent = EventOf<(typeof invoiceEvents)[number]>;
