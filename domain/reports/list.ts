import { z } from 'zod';
import { callStatuses, missReasons } from '../calls/fields.ts';
import { channels, directions } from '../rates/fields.ts';
import { anyOf, days, list, oneOf } from '../kernel/list.ts';
import {
  billingGroups,
  callGroups,
  concerns,
  consentGroups,
  consentStatuses,
  consentOrigins,
  maxBillingMonths,
  maxReportDays,
  recordGroups,
  recordMoments,
  recordStatuses,
} from './fields.ts';

/** The active businesses with what happened in a period, those with the most concerns first. */
export const businessReportList = list({
  sort: ['name', 'sent', 'failed_share', 'opt_out_share', 'concerns'],
  filters: { concern: oneOf(concerns, 'This concern does not exist.') },
});

const id = z
  .union([z.uuid('This is not a valid id.').toLowerCase(), z.literal('')])
  .optional()
  .transform((given) => (given === undefined || given === '' ? null : given));
const word = z
  .string()
  .trim()
  .max(64, 'Use at most 64 characters.')
  .optional()
  .transform((given) => (given === undefined || given === '' ? null : given));

const isStatus = (given: string): given is (typeof recordStatuses)[number] =>
  (recordStatuses as readonly string[]).includes(given);

const dayMs = 86_400_000;
/** Days of each business's zone, both included; left out: the last 30. */
export const reportDays = days.refine(
  (given) => given === null || (Date.parse(given.to) - Date.parse(given.from)) / dayMs < maxReportDays,
  'A period has at most three years.',
);

/** What a report of texts is narrowed by, as it stands in the address. */
export const recordFilters = {
  agency_id: id,
  business_id: id,
  contact_id: id,
  campaign_id: id,
  broadcast_id: id,
  automation_id: id,
  number: word,
  channel: oneOf(['sms', 'mms'], 'This channel does not exist.'),
  direction: oneOf(['in', 'out'], 'This direction does not exist.'),
  purpose: word,
  carrier: word,
  /** As the carrier names the text. */
  carrier_id: word,
  status: anyOf
    .refine((given) => given.every((one) => isStatus(one)), 'This status does not exist.')
    .transform((given) => given.filter(isStatus)),
  error_code: word
    .refine((given) => given === null || /^\d{1,9}$/.test(given), 'Use a number like 30003.')
    .transform((given) => (given === null ? null : Number(given))),
} as const;
export type RecordFilters = {
  readonly [N in keyof typeof recordFilters]: Readonly<z.output<(typeof recordFilters)[N]>>;
};

/** How a report of texts is asked for. */
export const recordList = {
  ...recordFilters,
  date_range: reportDays,
  by: z.enum(recordMoments, 'This day does not exist.').default('began'),
  group_by: oneOf(recordGroups, 'Reports can not be grouped by that.'),
} as const;

const monthsBetween = (from: string, to: string): number =>
  (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 + Number(to.slice(5, 7)) - Number(from.slice(5, 7)) + 1;
/** What payers are charged for: usage by channel, and the fees of registrations. */
export const billedChannels = [...channels, 'registration'] as const;
/** How rated usage is asked for. It is rated by months: those that the days touch. */
export const billingFilters = {
  agency_id: id,
  business_id: id,
  channel: oneOf(billedChannels, 'This channel does not exist.'),
  direction: oneOf(directions, 'This direction does not exist.'),
} as const;
export const billingList = {
  ...billingFilters,
  date_range: days.refine(
    (given) => given === null || monthsBetween(given.from, given.to) <= maxBillingMonths,
    `A period has at most ${maxBillingMonths} months.`,
  ),
  group_by: oneOf(billingGroups, 'Reports can not be grouped by that.'),
} as const;

/** What a report of calls is narrowed by. */
export const callFilters = {
  agency_id: id,
  business_id: id,
  contact_id: id,
  number: word,
  direction: oneOf(directions, 'This direction does not exist.'),
  status: oneOf(callStatuses, 'This status does not exist.'),
  /** Why no one answered. */
  reason: oneOf(missReasons, 'This reason does not exist.'),
  /** As the carrier names the call. */
  carrier_id: word,
} as const;
export type CallFilters = { readonly [N in keyof typeof callFilters]: Readonly<z.output<(typeof callFilters)[N]>> };
export const callList = {
  ...callFilters,
  date_range: reportDays,
  group_by: oneOf(callGroups, 'Reports can not be grouped by that.'),
} as const;

/** What opt-ins and opt-outs are narrowed by. */
export const consentFilters = {
  agency_id: id,
  business_id: id,
  contact_id: id,
  campaign_id: id,
  status: oneOf(consentStatuses, 'This status does not exist.'),
  /** How the contact opted in or out. */
  source: oneOf(consentOrigins, 'This source does not exist.'),
} as const;
export type ConsentFilters = {
  readonly [N in keyof typeof consentFilters]: Readonly<z.output<(typeof consentFilters)[N]>>;
};
export const consentList = {
  ...consentFilters,
  date_range: reportDays,
  group_by: oneOf(consentGroups, 'Reports can not be grouped by that.'),
} as const;
