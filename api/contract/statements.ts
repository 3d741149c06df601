import { z } from 'zod';
import { storedMonth } from '../../domain/statements/fields.ts';
import { calls } from './calls.ts';
import { carrierClasses, channels, CreateRate, directions } from './rates.ts';
import { rateFields } from '../../domain/rates/fields.ts';
import { singleFees } from '../../domain/registrations/a2p/fields.ts';
import { Instant, list, Named, Uuid } from './common.ts';
import { pageParams } from './lists.ts';

const Month = storedMonth.meta({ examples: ['2026-11'] });
const amount = z.int();

/** Amounts in 1/10,000 of the currency's smallest unit. Null: the caller is not told, or it does not apply. */
const amounts = {
  /** What the carrier takes; for admins. */
  carrier: amount.nullable(),
  /** What the payer is charged. */
  price: amount,
  /** What an agency charges its businesses by its own prices, and what is left of it. */
  resale: amount.nullable(),
  margin: amount.nullable(),
};
/** What was used of one thing by one business at one price. `included`: of `quantity`, what the plan includes. */
export const StatementLine = z.object({
  business: Named,
  /** The price that it was charged by. */
  rate_id: Uuid,
  channel: z.enum(channels),
  direction: z.enum(directions),
  country: z.string().meta({ examples: ['US'] }),
  carrier_class: z.enum(carrierClasses),
  quantity: z.int(),
  included: z.int(),
  ...amounts,
});
export type StatementLine = z.output<typeof StatementLine>;
/** Who pays for the month: an agency for all its businesses, or a business without one. */
export const StatementPayer = Named.extend({ kind: z.enum(['agency', 'business']) });
/** What the plan includes of a channel in the month; null: unlimited. */
export const StatementAllowance = z.object({ channel: z.enum(channels), included: z.int().nullable(), used: z.int() });
export const StatementDay = z.object({
  day: z.string().meta({ examples: ['2026-11-10'] }),
  sms: z.int(),
  mms: z.int(),
  email: z.int(),
});
/** What no price covers: it is not free, the price list has to be completed. */
export const UnratedUsage = StatementLine.pick({
  business: true,
  channel: true,
  direction: true,
  country: true,
  carrier_class: true,
  quantity: true,
});

/**
 * Fees of a kind for the registration of a business, at what the carrier takes. `month`: in which they were charged, or,
 * where `reversed`, booked back: `quantity` and amounts are below 0 then. An earlier month than the statement's: they became known
 * after it was closed.
 */
export const StatementFee = z.object({
  business: Named,
  what: z.enum(singleFees),
  month: Month,
  reversed: z.boolean(),
  quantity: z.int(),
  ...amounts,
});
export type StatementFee = z.output<typeof StatementFee>;

/**
 * A month's usage and what it costs. `closed`: it is over and stays as it is; what became known later is in `late` of a
 * later month, as a difference. `forecast`: what the month will come to if it goes on as so far.
 */
export const Statement = z.object({
  /** The same for the same month of the same payer, or of the one business it is narrowed to. */
  number: z.string().meta({ examples: ['2026-11-4F1C9A20'] }),
  payer: StatementPayer,
  /** The business it is narrowed to; null: all of the payer's. */
  business: Named.nullable(),
  month: Month,
  currency: z.string().meta({ examples: ['USD'] }),
  closed: z.boolean(),
  total: z.object(amounts),
  forecast: z.int().nullable(),
  allowances: z.array(StatementAllowance),
  /** Every business of the payer that used something in the month, whether or not it is narrowed to one. */
  users: z.array(Named),
  businesses: z.array(Named.extend({ quantity: z.int(), ...amounts })),
  lines: z.array(StatementLine),
  /** `opens`: it is made of items that came late; else it moves what is included, or takes something off. */
  late: z.array(StatementLine.extend({ month: Month, opens: z.boolean() })),
  fees: z.array(StatementFee),
  unrated: z.array(UnratedUsage),
  days: z.array(StatementDay),
});
export type Statement = z.output<typeof Statement>;
export const StatementReply = z.object({ data: Statement });
export const StatementParams = z.object({
  month: Month.optional(),
  agency_id: Uuid.optional(),
  business_id: Uuid.optional(),
});
export const StatementFileParams = StatementParams.extend({ format: z.enum(['csv', 'pdf']).default('csv') });

/**
 * Which line of a statement is opened: its business, what it is of, and its price. `late_month`: it is a difference of
 * that earlier month.
 */
export const StatementItemsParams = StatementParams.extend({
  business_id: Uuid,
  channel: z.enum(channels),
  direction: z.enum(directions),
  country: z
    .string()
    .regex(/^[A-Z]{2}$/, 'Use a country code such as US.')
    .meta({ examples: ['US'] }),
  carrier_class: z.enum(carrierClasses),
  rate_id: Uuid,
  late_month: Month.optional(),
  cursor: z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}_\d{1,15}_[0-9a-f-]{36}_\d{1,12}$/, 'This is no place in this list.')
    .optional()
    .meta({ examples: ['2026-11-10_1794312000000_0192f0c1-7c1e-7b1a-9f00-3b0c5a4d2e11_120'] }),
});
/**
 * One text, email or number of a line, or a day of one of contacts, which is charged for its highest day. `to`:
 * the other side's number or address, masked, or our own number in full;
 * null: they were erased, or are no contact. `included`: of `quantity`, what costs nothing.
 */
export const StatementItem = z.object({
  id: z.string().meta({ examples: ['0192f0c1-7c1e-7b1a-9f00-3b0c5a4d2e11'] }),
  /** The day that it counts on, in the zone of the business. */
  day: z.string().meta({ examples: ['2026-11-10'] }),
  /** Null: numbers and contacts are held, not sent. */
  at: Instant.nullable(),
  to: z
    .string()
    .nullable()
    .meta({ examples: ['•••• 0199'] }),
  quantity: z.int(),
  included: z.int(),
  ...amounts,
});
export type StatementItem = z.output<typeof StatementItem>;
/** In the order in which they count. `total` and `quantity` are of the whole line, and said with its first page alone. */
export const StatementItems = z.object({
  data: z.array(StatementItem),
  meta: z.object({
    next: z
      .string()
      .nullable()
      .meta({ examples: ['2026-11-10_1794312000000_0192f0c1-7c1e-7b1a-9f00-3b0c5a4d2e11_120'] }),
    total: z.int().nullable(),
    quantity: z.int().nullable(),
  }),
});

export const TenantMargin = z.object({
  id: Uuid,
  kind: z.enum(['agency', 'business']),
  name: z.string(),
  currency: z.string().meta({ examples: ['USD'] }),
  closed: z.boolean(),
  carrier: amount,
  price: amount,
  margin: amount,
  /** Pieces of usage that no price covers. */
  unrated: z.int(),
});
export type TenantMargin = z.output<typeof TenantMargin>;
export const TenantMargins = list(TenantMargin);
export const MarginParams = pageParams({ perPage: 25, maxPerPage: 50 }).extend({ month: Month.optional() });

/** What a month came to, and what it would come to under other prices. `unpriced`: pieces that no price covers. */
const compared = {
  before: z.object(amounts),
  after: z.object(amounts),
  unpriced_before: z.int(),
  unpriced_after: z.int(),
};
export const PreviewLine = UnratedUsage.omit({ business: true }).extend(compared);
export type PreviewLine = z.output<typeof PreviewLine>;
export const PreviewedMonth = StatementPayer.extend({
  currency: z.string().meta({ examples: ['USD'] }),
  closed: z.boolean(),
  ...compared,
  lines: z.array(PreviewLine),
  businesses: z.array(Named.extend(compared)),
});
export type PreviewedMonth = z.output<typeof PreviewedMonth>;
export const PreviewedMonths = list(PreviewedMonth);
/** As many prices as an edited list has. */
const mostPrices = 500;
/**
 * Prices to suppose for the whole of a month: an admin’s in the platform’s list, an agency’s in its own. `as_of`: begin
 * with what holds on that day, planned prices included; null: with what held.
 */
export const PreviewMonth = pageParams({ perPage: 10, maxPerPage: 10 }).extend({
  month: Month,
  agency_id: Uuid.nullable().default(null),
  business_id: Uuid.nullable().default(null),
  as_of: rateFields.from.nullable().default(null),
  prices: z
    .array(CreateRate.omit({ from: true }))
    .max(mostPrices)
    .default([]),
});

export const statementCalls = calls('Statements', {
  'GET /statements': {
    id: 'getStatement',
    who: 'any',
    summary:
      'A month of usage and what it costs; default: this month. An agency can narrow it to a business; an admin names whose it is.',
    query: StatementParams,
    reply: StatementReply,
  },
  'GET /statements/file': {
    id: 'downloadStatement',
    who: 'any',
    summary: 'A statement as a PDF document, or its lines as a CSV file.',
    query: StatementFileParams,
    reply: z.any(),
    download: ['text/csv', 'application/pdf'],
  },
  'GET /statements/items': {
    id: 'listStatementItems',
    who: 'any',
    summary:
      'The texts, emails, numbers or days that a line of a statement is made of; together they cost what it says.',
    query: StatementItemsParams,
    reply: StatementItems,
  },
  'GET /statements/margins': {
    id: 'listMargins',
    who: ['Admin'],
    summary: 'What each payer’s month costs, what the carrier takes of it, and what is left.',
    query: MarginParams,
    reply: TenantMargins,
  },
  'POST /statements/preview': {
    id: 'previewStatements',
    who: ['Admin', 'Agency'],
    summary: 'What a month would have cost under other prices. For admins of one payer, or of all. Changes nothing.',
    body: PreviewMonth,
    example: {
      month: '2026-10',
      prices: [{ channel: 'sms', country: 'US', currency: 'USD', carrier: 8800, price: 16_000 }],
    },
    reply: PreviewedMonths,
  },
});
