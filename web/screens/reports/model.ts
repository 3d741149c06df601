import { type RecordGroup, recordGroups } from '../../../api/contract/report-fields.ts';
import type { Role } from '../../../api/contract/common.ts';
import { outcomeWords } from '../../../api/contract/outcome-words.ts';
import { type Period, rangeOf } from '../../components/PeriodPicker.tsx';
import type { QuestionOf } from '../../data/read.ts';
import { phone } from '../../format/phone.ts';
import { dayLabel } from '../../format/date.ts';
import { texts, t } from './texts.ts';

export type Group = RecordGroup;
/** A business is one, of one agency. */
export const groupsFor = (role: Role): readonly Group[] =>
  recordGroups.filter((one) => role === 'Admin' || !(one === 'agency' || (one === 'business' && role === 'Business')));

/** What stands in the address, besides what it is grouped by. */
export const filters = {
  date_range: null,
  status: null,
  direction: ['in', 'out'],
  by: ['sent', 'delivered', 'failed'],
  agency_id: null,
  business_id: null,
  contact_id: null,
  campaign_id: null,
  broadcast_id: null,
  automation_id: null,
  number: null,
  channel: ['sms', 'mms'],
  purpose: null,
  carrier: null,
  carrier_id: null,
  error_code: null,
} as const;
export type FilterName = Exclude<keyof typeof filters, 'date_range'>;
export const filterNames = (Object.keys(filters) as readonly (keyof typeof filters)[]).filter(
  (name): name is FilterName => name !== 'date_range',
);

/** What the sums of a report are asked by. */
export type Narrowed = Readonly<Record<string, string>>;
export const sumsBy = (narrowed: Narrowed, group: Group) =>
  // The words of the address are checked by the call, which says what it can't answer.
  ({ query: { ...narrowed, group_by: group, per_page: 1 } }) as unknown as QuestionOf<'/reports/mdr-list'>;

/** The states that a text ends in or waits in. */
export const statuses = ['delivered', 'sent', 'failed', 'suppressed', 'held'] as const;

/** The filter that leaves one group alone. */
export const filterOf: Readonly<Record<Group, string>> = {
  day: 'date_range',
  agency: 'agency_id',
  business: 'business_id',
  campaign: 'campaign_id',
  broadcast: 'broadcast_id',
  automation: 'automation_id',
  number: 'number',
  channel: 'channel',
  direction: 'direction',
  purpose: 'purpose',
  carrier: 'carrier',
  status: 'status',
  error: 'error_code',
};

/** The filter that leaves what a sum counts. */
const filterOfSum = {
  messages: null,
  received: ['direction', 'in'],
  delivered: ['status', 'delivered'],
  failed: ['status', 'failed'],
  suppressed: ['status', 'suppressed'],
} as const;
export type Sum = keyof typeof filterOfSum;

/** The address of a report that is narrowed further: its first page, with no row open. */
export function narrowedTo(
  path: string,
  address: string,
  filters: readonly (readonly [name: string, value: string] | null)[],
): string {
  const query = new URLSearchParams(address);
  for (const name of ['page', 'text']) query.delete(name);
  for (const filter of filters) if (filter !== null) query.set(filter[0], filter[1]);
  return query.size === 0 ? path : `${path}?${query}`;
}
/** The filter that leaves one group alone. */
export const groupFilter = <G extends string>(names: Readonly<Record<G, string>>, by: G, key: string) =>
  [names[by], by === 'day' ? `${key},${key}` : key] as const;

/** The texts behind a sum: of one group, or of all that is shown. */
export const textsOf = (
  path: string,
  address: string,
  sum: Sum,
  group?: { readonly by: Group; readonly key: string },
): string =>
  narrowedTo(path, address, [
    group === undefined ? null : groupFilter(filterOf, group.by, group.key),
    filterOfSum[sum],
  ]);

/** How the key of a group is written. */
export function groupLabel(group: Group, key: string): string {
  switch (group) {
    case 'day':
      return dayLabel(key, { weekday: 'short', month: 'short', day: 'numeric' });
    case 'number':
      return phone(key);
    case 'channel':
      return key.toUpperCase();
    case 'direction':
      return t(key === 'in' ? 'rep.in' : 'rep.out');
    case 'purpose':
      return texts.maybe(`rep.p.${key}`) ?? key;
    case 'status':
      return texts.maybe(`status.${key}`) ?? key;
    case 'carrier':
      return key.slice(0, 1).toUpperCase() + key.slice(1);
    default:
      return key;
  }
}

const outcomes: Readonly<Record<string, string>> = outcomeWords;
/** Why it failed, waits or was not sent, in words; null: there is nothing to say. */
export const whyOf = ({
  reason,
  error_code: code,
}: {
  readonly reason: string | null;
  readonly error_code: number | null;
}): string | null =>
  outcomes[`carrier.${code ?? ''}`] ?? (reason === null ? null : (outcomes[`reason.${reason}`] ?? reason));

const regions = new Intl.DisplayNames(['en'], { type: 'region' });
/** `United States, toll-free number`; '': neither counts. */
export const lineDetail = ({
  country,
  carrier_class: carrierClass,
}: {
  readonly country: string;
  readonly carrier_class: string;
}): string =>
  [
    ...(country === 'ZZ' ? [] : [regions.of(country) ?? country]),
    ...(carrierClass === 'other' ? [] : [texts.maybe(`rep.class.${carrierClass}`) ?? carrierClass]),
  ].join(', ');

/** The period that the address says: one that is on offer, or days of one's own. */
export function periodOf(range: string | undefined, today: string): Period {
  const [from, to] = range?.split(',') ?? [];
  if (from === undefined || to === undefined) return { kind: '30' };
  for (const kind of ['30', '7', '90', 'month'] as const) {
    const one = rangeOf({ kind }, today);
    if (one.from === from && one.to === to) return { kind };
  }
  return { kind: 'custom', from, to };
}
