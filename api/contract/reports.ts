import { z } from 'zod';
import { Currency, LedgerAmount } from '../../domain/kernel/money.ts';
import {
  concerns,
  consentStatuses,
  consentOrigins,
  recordMoments,
  recordStatuses,
  reportNames,
} from '../../domain/reports/fields.ts';
import {
  billedChannels,
  billingList,
  businessReportList,
  callList,
  consentList,
  recordList,
} from '../../domain/reports/list.ts';
import { callStatuses, missReasons } from '../../domain/calls/fields.ts';
import { channels, carrierClasses } from '../../domain/rates/fields.ts';
import { oneOf } from '../../domain/kernel/list.ts';
import { calls } from './calls.ts';
import { IdParams, Instant, list, Named, Uuid } from './common.ts';
import { DateRangeParams } from './fields.ts';
import { cannotSort, Flag, listParams, pageParams } from './lists.ts';
import { StatementFee, StatementLine } from './statements.ts';

const whole = z.number().int();
const share = z
  .number()
  .min(0)
  .nullable()
  .meta({ examples: [0.04] });

/** Sums of a day or a period, over all tenants. */
const PlatformSums = z.object({
  sent: whole,
  delivered: whole,
  failed: whole,
  suppressed: whole,
  received: whole,
  opt_ins: whole,
  opt_outs: whole,
});

/** Days are those of each business’s zone. Amounts are in the currency’s smallest unit. */
export const PlatformReport = z.object({
  data: z.object({
    from: z.string(),
    to: z.string(),
    daily: z.array(PlatformSums.extend({ day: z.string() })),
    totals: PlatformSums,
    previous: PlatformSums,
    tenants: z.object({
      agencies: whole,
      active: whole,
      inactive: whole,
      archived: whole,
      contacts: whole,
      numbers: whole,
    }),
    used: z.array(
      z.object({
        channel: z.enum(channels),
        direction: z.enum(['in', 'out']),
        carrier_class: z.enum(carrierClasses),
        quantity: z.number(),
      }),
    ),
    /** `owed`: what is still to be paid of open invoices of any age, by `owing` payers. */
    money: z.array(
      z.object({ currency: Currency, invoiced: whole, paid: whole, refunded: whole, owed: whole, owing: whole }),
    ),
  }),
});
export type PlatformReport = z.output<typeof PlatformReport>['data'];

/** `failed_share`: of the texts whose outcome is known; `opt_out_share`: opt-outs for each text. Null: too few to say. */
export const BusinessReportRow = z.object({
  id: z.string(),
  name: z.string(),
  agency: Named.nullable(),
  sent: whole,
  delivered: whole,
  failed: whole,
  received: whole,
  opt_ins: whole,
  opt_outs: whole,
  contacts: whole,
  failed_share: share,
  opt_out_share: share,
  concerns: z.array(z.enum(concerns)),
});
export type BusinessReportRow = z.output<typeof BusinessReportRow>;
export const BusinessReports = list(BusinessReportRow);

const day = z.string().meta({ examples: ['2026-11-20'] });
const word = (example: string) =>
  z
    .string()
    .nullable()
    .meta({ examples: [example] });

/**
 * One text, in or out. `phone`: the other side’s, masked but for its own business; null: they were erased, or are no
 * contact. `quantity`: segments of a text, 1 of a text with pictures.
 */
const TextRecord = z.object({
  id: Uuid,
  at: Instant,
  /** Of the business’s zone. */
  day,
  business: Named,
  direction: z.enum(['in', 'out']),
  channel: z.enum(['sms', 'mms']),
  /** What it was sent for; null: it came in. */
  purpose: word('broadcast'),
  /** The business’s own. */
  number: word('+14155550100'),
  phone: word('•••• 0199'),
  quantity: whole,
  status: z.enum(recordStatuses),
  error_code: whole.nullable(),
  reason: word('The phone is off or out of reach.'),
});
/**
 * What a text costs its payer, in 1/10,000 of the currency’s smallest unit, as the statement’s line says; null: it isn’t
 * charged, isn’t priced, came to light after its month was closed, or the caller isn’t told.
 */
const TextCost = z.object({ price: LedgerAmount.nullable(), currency: Currency.nullable() });
/** A message detail record. `carrier_id`: how the carrier names it. `price`: said where it is asked for. */
export const MessageDetailRecord = TextRecord.extend({
  ...TextCost.shape,
  carrier: word('twilio'),
  carrier_id: word('SM5f0c1c2d3e4f5a6b7c8d9e0f1a2b3c4d'),
  sent_at: Instant.nullable(),
  delivered_at: Instant.nullable(),
});
export type MessageDetailRecord = z.output<typeof MessageDetailRecord>;
/** A text with whom and what it is about. `contact.name` and `body` are for its own business; null: erased, or not for you. */
export const TextReportRow = TextRecord.extend({
  ...TextCost.shape,
  contact: z.object({ id: Uuid, name: word('Ada Lovelace') }),
  body: word('Two for one today.'),
  campaign: Named.nullable(),
  broadcast: Named.nullable(),
  automation: Named.nullable(),
});
export type TextReportRow = z.output<typeof TextReportRow>;

/** What texts come to. `waiting`: not yet with the carrier; `sent`: with the carrier, not known to have arrived. */
export const TextSums = z.object({
  messages: whole,
  quantity: whole,
  received: whole,
  waiting: whole,
  sent: whole,
  delivered: whole,
  failed: whole,
  suppressed: whole,
});
export type TextSums = z.output<typeof TextSums>;
/** `key`: what it has in common, such as a day or an id; null: it has none. `name`: how that is called. */
export const TextGroup = TextSums.extend({ key: word('2026-11-20'), name: word('Two for one') });
export type TextGroup = z.output<typeof TextGroup>;

const cursor = '2026-11-20_48213';
/**
 * `totals` and `meta.total` are of all pages; `groups`, too, and they are said with the first alone. `next`: where the
 * next page begins; null: this is the last.
 */
const ofTexts = <T extends z.ZodType>(row: T) =>
  z.object({
    data: z.array(row),
    totals: TextSums,
    groups: z.array(TextGroup).nullable(),
    meta: z.object({ total: whole, from: day, to: day, next: word(cursor) }),
  });
export const MessageDetailRecords = ofTexts(MessageDetailRecord);
export const TextReport = ofTexts(TextReportRow);

/** Pages go on by `cursor`; `page` alone counts from the first row. */
export const TextReportParams = pageParams({ maxPages: 1000 }).extend({
  ...recordList,
  cursor: z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}_\d{1,18}$/, 'This is no place in this list.')
    .optional()
    .meta({ examples: [cursor] }),
  sort_by: oneOf(['id'], cannotSort),
  /** The newest first; `false`: the oldest. */
  sort_desc: Flag.default(true),
});
export type TextReportParams = z.output<typeof TextReportParams>;

/** Texts with their prices cost more to ask for. */
export const PricedReportParams = TextReportParams.extend({ prices: Flag.default(false) });

/** One text, with every state that it has been in. */
export const TextHistory = TextReportRow.extend({
  carrier: word('twilio'),
  carrier_id: word('SM5f0c1c2d3e4f5a6b7c8d9e0f1a2b3c4d'),
  sent_at: Instant.nullable(),
  delivered_at: Instant.nullable(),
  history: z.array(z.object({ status: z.enum(recordStatuses), at: Instant })),
});
export type TextHistory = z.output<typeof TextHistory>;
export const TextHistoryReply = z.object({ data: TextHistory });

/**
 * A billing detail record: what a business used of one thing in a month at one price, as its payer’s statement says it.
 * `for_month`: the closed month that a difference is of; null: its own. `fee`: of a registration, which no price is
 * of (`rate_id` null). Amounts in 1/10,000 of the currency’s smallest
 * unit; null: the caller isn’t told.
 */
export const BillingDetailRecord = StatementLine.extend({
  rate_id: Uuid.nullable(),
  channel: z.enum(billedChannels),
  fee: StatementFee.shape.what.nullable(),
  month: z.string().meta({ examples: ['2026-11'] }),
  for_month: word('2026-10'),
  closed: z.boolean(),
  currency: z.string().meta({ examples: ['USD'] }),
});
export type BillingDetailRecord = z.output<typeof BillingDetailRecord>;
/** What billing detail records come to, by currency. */
export const BillingSums = StatementLine.pick({
  quantity: true,
  included: true,
  carrier: true,
  price: true,
  resale: true,
  margin: true,
}).extend({ currency: z.string().meta({ examples: ['USD'] }), records: whole });
export type BillingSums = z.output<typeof BillingSums>;
export const BillingGroupSums = BillingSums.extend({
  key: z.string().meta({ examples: ['2026-11'] }),
  name: word('Bella'),
});
export const BillingDetailRecords = z.object({
  data: z.array(BillingDetailRecord),
  totals: z.array(BillingSums),
  groups: z.array(BillingGroupSums).nullable(),
  meta: z.object({ total: whole, page: whole, per_page: whole, from: day, to: day }),
});
export const BillingReportParams = pageParams().extend(billingList);

/**
 * A call to a number of a business. `phone` and `contact.name` as in texts; null, too, where the caller withheld their
 * number. `seconds`: how long both sides talked; `minutes`: started minutes that the carrier charges, of the caller’s call and of
 * the one that it was forwarded by. `reason`: why no one answered.
 */
export const CallRecord = z.object({
  id: Uuid,
  at: Instant,
  /** Of the business’s zone. */
  day,
  business: Named,
  direction: z.enum(['in', 'out']),
  number: word('+14155550100'),
  phone: word('•••• 0199'),
  contact: z.object({ id: Uuid, name: word('Ada Lovelace') }).nullable(),
  carrier: word('twilio'),
  carrier_id: word('CA5f0c1c2d3e4f5a6b7c8d9e0f1a2b3c4d'),
  status: z.enum(callStatuses),
  reason: z.enum(missReasons).nullable(),
  seconds: whole,
  minutes: whole,
  /** The caller was texted for it. */
  texted_back: z.boolean(),
});
export type CallRecord = z.output<typeof CallRecord>;
/** What calls come to. */
export const CallSums = z.object({ calls: whole, answered: whole, missed: whole, seconds: whole, minutes: whole });
export const CallGroupSums = CallSums.extend({ key: word('2026-11-20'), name: word('Bella') });
/** `totals` and `groups` are of all pages. */
export const CallReport = z.object({
  data: z.array(CallRecord),
  totals: CallSums,
  groups: z.array(CallGroupSums).nullable(),
  meta: z.object({ total: whole, page: whole, per_page: whole, from: day, to: day }),
});
export const CallReportParams = pageParams({ maxPages: 1000 }).extend({
  ...callList,
  sort_by: oneOf(['id'], cannotSort),
  /** The newest first; `false`: the oldest. */
  sort_desc: Flag.default(true),
});

/**
 * An opt-in to texts, or an opt-out. `contact` and `phone` as of calls; null: they were erased, or are no
 * contact any more. `source`: how.
 */
export const ConsentRecord = z.object({
  id: Uuid,
  at: Instant,
  /** Of the business’s zone. */
  day,
  business: Named,
  contact: z.object({ id: Uuid, name: word('Ada Lovelace') }).nullable(),
  phone: word('•••• 0199'),
  status: z.enum(consentStatuses),
  source: z.enum(consentOrigins),
  keyword: word('PIZZA'),
  campaign: Named.nullable(),
});
export type ConsentRecord = z.output<typeof ConsentRecord>;
/** What opt-ins and opt-outs come to. */
export const ConsentSums = z.object({ opt_ins: whole, opt_outs: whole });
export type ConsentSums = z.output<typeof ConsentSums>;
export const ConsentGroupSums = ConsentSums.extend({ key: word('keyword'), name: word('Bella') });
export type ConsentGroupSums = z.output<typeof ConsentGroupSums>;
const consentCursor = '2026-11-20_48213_6f1c7a52-3b0e-4d8f-9a64-2c5d1e8b7f90';
/**
 * `totals` are of all pages: what a dashboard counts on these days. So are `groups`, and they are said with the first
 * alone. `next`: where the next page begins; null: this is the last.
 */
export const ConsentReport = z.object({
  data: z.array(ConsentRecord),
  totals: ConsentSums,
  groups: z.array(ConsentGroupSums).nullable(),
  meta: z.object({ total: whole, page: whole, per_page: whole, from: day, to: day, next: word(consentCursor) }),
});
/** Pages go on by `cursor`; `page` alone counts from the first row. */
export const ConsentReportParams = pageParams({ maxPages: 1000 }).extend({
  ...consentList,
  cursor: z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}_\d{1,18}_[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/, 'This is no place in this list.')
    .optional()
    .meta({ examples: [consentCursor] }),
  sort_by: oneOf(['id'], cannotSort),
  /** The newest first; `false`: the oldest. */
  sort_desc: Flag.default(true),
});

/** What there is to report on: the columns of each report, what it is narrowed by, and what it can be grouped by. */
export const ReportCatalogue = z.object({
  data: z.array(
    z.object({
      id: z.enum(reportNames),
      title: z.string().meta({ examples: ['Message detail records'] }),
      columns: z.array(z.string().meta({ examples: ['carrier_id'] })),
      filters: z.array(z.string().meta({ examples: ['status'] })),
      moments: z.array(z.enum(recordMoments)),
      groups: z.array(z.string().meta({ examples: ['day'] })),
    }),
  ),
  meta: z.object({ total: whole }),
});

export const reportCalls = calls('Reports', {
  'GET /admin/dashboard-reports': {
    id: 'getPlatformReport',
    who: ['Admin'],
    summary: 'Messages, consent, tenants, usage and money of the whole platform over a period of days.',
    query: DateRangeParams,
    reply: PlatformReport,
  },
  'GET /admin/business-reports': {
    id: 'listBusinessReports',
    who: ['Admin'],
    summary: 'The active businesses with what happened in a period, those to look after first.',
    query: listParams(businessReportList).extend(DateRangeParams.shape),
    reply: BusinessReports,
  },
  'GET /reports': {
    id: 'listReports',
    who: 'any',
    summary: 'The reports that the caller can ask for, with their columns, filters and groups.',
    reply: ReportCatalogue,
  },
  'GET /reports/mdr-list': {
    id: 'listMessageDetailRecords',
    who: 'any',
    summary: 'Message detail records: a row for each text in and out, with its carrier, its outcome, and totals.',
    query: PricedReportParams,
    reply: MessageDetailRecords,
  },
  'GET /reports/sms-list': {
    id: 'listTexts',
    who: 'any',
    summary: 'Texts with their contact, campaign, broadcast and automation, and totals.',
    query: PricedReportParams,
    reply: TextReport,
  },
  'GET /reports/bdr-list': {
    id: 'listBillingDetailRecords',
    who: 'any',
    summary:
      'Billing detail records: the lines of the statements of each month, whose amounts add up to theirs. An admin names whose they are.',
    query: BillingReportParams,
    reply: BillingDetailRecords,
  },
  'GET /reports/call-list': {
    id: 'listCalls',
    who: 'any',
    summary: 'Calls to the numbers of businesses, what became of them, and totals.',
    query: CallReportParams,
    reply: CallReport,
  },
  'GET /reports/consent-list': {
    id: 'listConsents',
    who: 'any',
    summary: 'Opt-ins to texts and opt-outs, one by one, and totals.',
    query: ConsentReportParams,
    reply: ConsentReport,
  },
  'GET /reports/messages/{id}': {
    id: 'getTextHistory',
    who: 'any',
    summary: 'One text with every state that it has been in.',
    params: IdParams,
    reply: TextHistoryReply,
  },
});
