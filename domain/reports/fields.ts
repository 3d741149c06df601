/**
 * Why an operator should look at a business: too many of its texts fail, too many contacts opt out, it has no number to
 * send from, or nothing was sent or received in the period.
 */
export const concerns = ['failing', 'opt-outs', 'no-number', 'quiet'] as const;
export type Concern = (typeof concerns)[number];

/** Below so many texts a share says nothing. */
export const minTexts = 20;
/** From this share of texts that failed, and of texts that made someone opt out, it is a concern. */
export const maxFailedShare = 0.1;
export const maxOptOutShare = 0.03;

/**
 * What can be reported on, row by row: message detail records, the same texts with whom and what they are about, billing
 * detail records (a month’s usage at one price), calls, and opt-ins with opt-outs.
 */
export const reportNames = ['mdr-list', 'sms-list', 'bdr-list', 'call-list', 'consent-list'] as const;
export type ReportName = (typeof reportNames)[number];

/** The longest period of a report, in days: three years. */
export const maxReportDays = 1096;

/** How far a text has come. */
export const recordStatuses = [
  'received',
  'queued',
  'held',
  'unknown',
  'accepted',
  'sent',
  'delivered',
  'failed',
  'suppressed',
] as const;

/**
 * Which of its days puts a text into a period: when it was queued or received, first handed to the carrier, delivered,
 * or failed or was suppressed. A dashboard counts each figure on its own day.
 */
export const recordMoments = ['began', 'sent', 'delivered', 'failed'] as const;
export type RecordMoment = (typeof recordMoments)[number];

/** What texts can be summed up by. */
export const recordGroups = [
  'day',
  'agency',
  'business',
  'campaign',
  'broadcast',
  'automation',
  'number',
  'channel',
  'direction',
  'purpose',
  'carrier',
  'status',
  'error',
] as const;
export type RecordGroup = (typeof recordGroups)[number];

/** What rated usage can be summed up by. */
export const billingGroups = ['month', 'business', 'channel', 'direction', 'country', 'carrier_class'] as const;
export type BillingGroup = (typeof billingGroups)[number];
/** What calls can be summed up by. */
export const callGroups = ['day', 'agency', 'business', 'number', 'status', 'reason'] as const;
export type CallGroup = (typeof callGroups)[number];
/** What opt-ins and opt-outs can be summed up by. */
export const consentGroups = ['day', 'agency', 'business', 'campaign', 'source', 'status'] as const;
export type ConsentGroup = (typeof consentGroups)[number];
/** The longest period of rated usage, in months. */
export const maxBillingMonths = 13;

/** Consent to texts: given, or taken back. */
export const consentStatuses = ['optedIn', 'optedOut'] as const;
export type ConsentStatus = (typeof consentStatuses)[number];
/** How a contact opted in or out: the source of an opt-in, the way of an opt-out. */
export const consentOrigins = [
  'keyword',
  'start',
  'form',
  'import',
  'manual',
  'demo',
  'message',
  'screen',
  'carrier',
  'unsubscribe-page',
] as const;
export type ConsentOrigin = (typeof consentOrigins)[number];

/** What a group, or all of a report, comes to. `waiting`: queued, held, or with the carrier. */
export const recordSums = [
  'messages',
  'quantity',
  'received',
  'waiting',
  'sent',
  'delivered',
  'failed',
  'suppressed',
] as const;

const common = ['at', 'id', 'business', 'direction', 'channel', 'purpose', 'number', 'phone'] as const;
const outcome = ['quantity', 'status', 'error_code', 'reason'] as const;
const cost = ['price', 'currency'] as const;
/** The columns of each report, in order; a caller who isn't told of one gets it empty. */
export const reportColumns = {
  'mdr-list': [...common, 'carrier', 'carrier_id', ...outcome, 'sent_at', 'delivered_at', ...cost],
  'sms-list': [...common, 'contact', 'body', 'campaign', 'broadcast', 'automation', ...outcome, ...cost],
  'bdr-list': [
    'month',
    'business',
    'channel',
    'direction',
    'country',
    'carrier_class',
    'quantity',
    'included',
    'currency',
    'carrier',
    'price',
    'resale',
    'margin',
  ],
  'call-list': [
    'at',
    'id',
    'business',
    'direction',
    'number',
    'phone',
    'contact',
    'carrier',
    'carrier_id',
    'status',
    'reason',
    'seconds',
    'minutes',
    'texted_back',
  ],
  'consent-list': ['at', 'id', 'business', 'phone', 'contact', 'status', 'source', 'keyword', 'campaign'],
} as const satisfies Record<ReportName, readonly string[]>;

export type TextReportName = 'mdr-list' | 'sms-list';
export type TextColumn = (typeof reportColumns)[TextReportName][number];
const costs: ReadonlySet<TextColumn> = new Set(cost);
/** The columns of a report of texts; `prices`: for someone who is told what they cost. */
export const textColumns = (report: TextReportName, prices: boolean): readonly TextColumn[] =>
  (reportColumns[report] as readonly TextColumn[]).filter((name) => prices || !costs.has(name));

/** The columns of any report; `prices`: as of texts. */
export const columnsOf = (report: ReportName, prices: boolean) =>
  report === 'mdr-list' || report === 'sms-list' ? textColumns(report, prices) : reportColumns[report];
