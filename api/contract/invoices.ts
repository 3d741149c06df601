import { z } from 'zod';
import { InvoiceStatus } from '../../domain/invoices/fields.ts';
import { PlanSection } from '../../domain/plans/fields.ts';
import { calls } from './calls.ts';
import { Instant, list, Uuid } from './common.ts';
import { pageParams } from './lists.ts';

const InvoiceId = z
  .string()
  .regex(/^in_\w{1,100}$/, 'This is not an invoice.')
  .meta({ examples: ['in_1PgafmB7WZ01zgkW6dKueIc5'] });
const number = { examples: ['NRTHWND-0007'] };
const reason = z
  .string()
  .nullable()
  .meta({ examples: ['subscription_cycle'] });
const money = z.int();
const quantity = z.int().nullable();

/** Whose: for admins, one of the two. Everyone else sees their own, and may leave it out. */
const of = { agency_id: Uuid.optional(), business_id: Uuid.optional() };

/**
 * Something that moved money. Amounts are in the currency's smallest unit: of an invoice what was paid or is due, of a
 * refund what went back. `charge`: paid into the wallet.
 */
export const BillingEntry = z.object({
  id: z.string().meta({ examples: ['in_1PgafmB7WZ01zgkW6dKueIc5'] }),
  type: z.enum(['invoice', 'charge', 'refund']),
  at: Instant,
  number: z.string().nullable().meta(number),
  /** Why: `subscription_create`, `subscription_cycle`, `subscription_update`, `manual`, …; `auto_recharge` of a charge. */
  reason,
  amount: money,
  currency: z.string(),
  status: z.enum([...InvoiceStatus.options, 'succeeded', 'failed']),
  /** The invoice that it is, or that it gives back of; null: it is about the wallet. */
  invoice_id: InvoiceId.nullable(),
  /** Of an open invoice, when its card is charged again. */
  next_attempt_at: Instant.nullable(),
});
export type BillingEntry = z.output<typeof BillingEntry>;

/** `is_proration`: a part of a period, because the plan changed within it; negative: given back. */
export const InvoiceLine = z.object({
  description: z.string().meta({ examples: ['1 × Growth (at $99.00 / month)'] }),
  quantity,
  amount: money,
  is_proration: z.boolean(),
  period_start: Instant,
  period_end: Instant,
});
/**
 * A line as the payment provider explains it. `unit_amount`: the price of one in smallest units, with its decimals.
 * `discount`: what discounts take off the amount. `tax`: what comes on top of it.
 */
export const ExplainedLine = InvoiceLine.extend({
  unit_amount: z
    .string()
    .nullable()
    .meta({ examples: ['9900'] }),
  discount: money,
  tax: money,
});
export type ExplainedLine = z.output<typeof ExplainedLine>;
/** `total`: the subtotal after discounts, with tax. `due`: after what was left over from before. `refunded`: of what was paid. */
export const Invoice = z.object({
  id: InvoiceId,
  number: z.string().nullable().meta(number),
  reason,
  status: InvoiceStatus,
  currency: z.string(),
  subtotal: money,
  discount: money,
  tax: money,
  total: money,
  due: money,
  paid: money.nullable(),
  refunded: money,
  attempts: z.int(),
  next_attempt_at: Instant.nullable(),
  issued_at: Instant,
  paid_at: Instant.nullable(),
  period_start: Instant,
  period_end: Instant,
  lines: z.array(InvoiceLine),
  /** Its lines for a spreadsheet, with the name of the file. */
  csv: z.object({
    name: z.string().meta({ examples: ['Invoice NRTHWND-0007.csv'] }),
    content: z.string().meta({ examples: ['Description,Quantity,…'] }),
  }),
});
export type Invoice = z.output<typeof Invoice>;

/**
 * What a subscription is charged next. `source`: `provider`, its preview with discounts, tax and what a plan change left
 * over; `estimate`, it didn't answer, and this is the price of the plan. `due`: after what was left over from before.
 */
export const NextInvoice = z.object({
  subscription_id: z.string().meta({ examples: ['sub_1PgafmB7WZ01zgkW6dKueIc5'] }),
  section: PlanSection,
  name: z.string().meta({ examples: ['Growth'] }),
  source: z.enum(['provider', 'estimate']),
  at: Instant,
  currency: z.string(),
  lines: z.array(InvoiceLine),
  subtotal: money,
  discount: money,
  tax: money,
  total: money,
  due: money,
});
export type NextInvoice = z.output<typeof NextInvoice>;
export const NextInvoices = z.object({ data: z.array(NextInvoice) });

export const BillingHistory = list(BillingEntry);
export const InvoiceReply = z.object({ data: Invoice });
export const InvoiceLines = z.object({ data: z.array(ExplainedLine), meta: z.object({ currency: z.string() }) });
/** Pages of the payment provider; the addresses are good for some days. Null: there is none. */
export const InvoiceDocuments = z.object({
  data: z.object({
    pdf_url: z
      .string()
      .nullable()
      .meta({ examples: ['https://pay.stripe.com/invoice/acct_1/live_1/pdf'] }),
    hosted_url: z
      .string()
      .nullable()
      .meta({ examples: ['https://invoice.stripe.com/i/acct_1/live_1'] }),
  }),
});

const InvoiceParams = z.object({ id: InvoiceId });
const Whose = z.object(of);

export const invoiceCalls = calls('Billing history', {
  'GET /subscriptions/next-invoices': {
    id: 'listNextInvoices',
    who: 'any',
    summary:
      'What your subscriptions are charged next, the soonest first: your own; for admins, those of an agency or a business.',
    query: Whose,
    reply: NextInvoices,
  },
  'GET /reports/billing-history': {
    id: 'listBillingHistory',
    who: 'any',
    summary:
      'Invoices, payments into the wallet and refunds, the newest first: your own; for admins, those of an agency or a business.',
    query: pageParams().extend(of),
    reply: BillingHistory,
  },
  'GET /reports/billing-history/{id}': {
    id: 'getInvoice',
    who: 'any',
    summary: 'An invoice with its lines, and the lines as CSV.',
    params: InvoiceParams,
    query: Whose,
    reply: InvoiceReply,
  },
  'GET /reports/billing-history/{id}/lines': {
    id: 'listInvoiceLines',
    who: 'any',
    summary: 'An invoice line by line as the payment provider has it: the price of one, discounts and tax.',
    params: InvoiceParams,
    query: Whose,
    reply: InvoiceLines,
  },
  'GET /reports/billing-history/{id}/documents': {
    id: 'getInvoiceDocuments',
    who: 'any',
    summary: 'Where the payment provider shows an invoice, as a page and as a PDF.',
    params: InvoiceParams,
    query: Whose,
    reply: InvoiceDocuments,
  },
});
