import { type RawBuilder, sql } from 'kysely';
import { type RecordGroup, type RecordMoment, recordSums } from '../../domain/reports/fields.ts';
import type { RecordFilters } from '../../domain/reports/list.ts';
import { dated, type Dated, type Days, query, type ReadDatabase, tablesIn } from '../engine/query.ts';
import type { Scope } from '../engine/scoped-readers.ts';
import type { MessageStatus } from '../tables/livechat.ts';
import { agencyModel, agencyTable } from '../tables/agencies.ts';
import { automationModel, automationTable } from '../tables/automations.ts';
import { broadcastModel, broadcastTable } from '../tables/broadcasts.ts';
import { businessModel, businessTable } from '../tables/businesses.ts';
import { campaignModel, campaignTable } from '../tables/campaigns.ts';
import { contactModel, contactTable } from '../tables/contacts.ts';
import { conversationModel, messageTable, recordDayTable, recordDimensions } from '../tables/livechat.ts';

const texts = tablesIn(conversationModel);
const businesses = tablesIn(businessModel)(businessTable);
const agencies = tablesIn(agencyModel)(agencyTable);
const campaigns = tablesIn(campaignModel)(campaignTable);
const broadcasts = tablesIn(broadcastModel)(broadcastTable);
const automations = tablesIn(automationModel)(automationTable);
const contacts = tablesIn(contactModel)(contactTable);

/** Whose texts: of a business, of all businesses of an agency, or of all. */
export interface RecordScope {
  readonly businessId: string | null;
  readonly agencyId: string | null;
}
export interface RecordsAsked {
  readonly days: Days;
  /** Which of a text's days counts. */
  readonly by: RecordMoment;
  readonly filters: RecordFilters;
}
/** Where a page begins: behind this text. */
export interface RecordPlace {
  readonly day: string;
  readonly position: string;
  /** Where several rows have one position. */
  readonly id?: string;
}

export interface RecordPage {
  readonly after: RecordPlace | null;
  /** So many rows are left out first. */
  readonly skip?: number;
  readonly limit: number;
  /** The newest first. */
  readonly desc: boolean;
}

/** Rows for a file, the oldest first. */
export interface FilePage {
  readonly after: RecordPlace | null;
  /** Nothing that came into the log later. */
  readonly upTo: string;
  readonly limit: number;
  /** Whose clocks instants stand on: IANA. */
  readonly zone: string;
}

export type RecordSums = { readonly [N in (typeof recordSums)[number]]: number };
export interface RecordGroupView extends RecordSums {
  /** Null: it has none, such as a text of no campaign. */
  readonly key: string | null;
  /** How it is called now; null: it is its own name. */
  readonly name: string | null;
}
interface RecordRow {
  readonly id: string;
  readonly position: string;
  /** Of the business's zone. */
  readonly day: string;
  readonly at: Date;
  readonly businessId: string;
  readonly business: string | null;
  readonly contactId: string;
  /** Null: they are no contact any more. */
  readonly phone: string | null;
  readonly contact: string | null;
  readonly body: string | null;
  readonly direction: 'in' | 'out';
  readonly channel: 'sms' | 'mms';
  readonly purpose: string | null;
  readonly number: string | null;
  readonly carrier: string | null;
  readonly carrierMessageId: string | null;
  readonly quantity: number;
  readonly status: MessageStatus;
  readonly errorCode: number | null;
  readonly reason: string | null;
  readonly sentAt: Date | null;
  readonly deliveredAt: Date | null;
  readonly campaignId: string | null;
  readonly campaign: string | null;
  readonly broadcastId: string | null;
  readonly broadcast: string | null;
  readonly automationId: string | null;
  readonly automation: string | null;
}
export type RecordView = Dated<RecordRow>;
export type RecordDetail = RecordView & { readonly history: readonly { status: string; at: string }[] };

/** All of these. */
export const all = (conditions: readonly (RawBuilder<unknown> | null)[]): RawBuilder<unknown> =>
  sql.join([sql`true`, ...conditions.filter((one) => one !== null)], sql` and `);

/** The texts of a scope, whichever table they are counted in. */
export const ofScope = ({ businessId, agencyId }: RecordScope, alias: string): RawBuilder<unknown> => {
  const column = sql.ref(`${alias}.business_id`);
  return (
    businessId !== null ? sql`${column} = ${businessId}`
    : agencyId !== null ? sql`${column} in (select b.id from ${businesses} b where b.agency_id = ${agencyId})`
    : sql`true`
  );
};

const momentColumns = { began: 'day', sent: 'sent_day', delivered: 'delivered_day', failed: 'failed_day' } as const;
/** A text that failed once and was delivered in the end has not failed. */
const stillFailed = (alias: string) => sql`${sql.ref(`${alias}.status`)} in ('failed', 'suppressed')`;

/** What is asked for, where dimensions are columns of `alias`. */
export function matching({ days, by, filters }: RecordsAsked, alias: string): RawBuilder<unknown> {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  const is = (name: keyof RecordFilters & string, value: string | number | null) =>
    value === null ? null : sql`${column(name)} = ${value}`;
  const isId = (name: string, value: string | null) => (value === null ? null : sql`${column(name)} = ${value}::uuid`);
  return all([
    by === 'began' ?
      sql`${column('day')} between ${days.from}::date and ${days.to}::date`
    : sql`${column(momentColumns[by])} between ${days.from}::date and ${days.to}::date`,
    by === 'failed' ? stillFailed(alias) : null,
    isId('campaign_id', filters.campaign_id),
    isId('broadcast_id', filters.broadcast_id),
    isId('automation_id', filters.automation_id),
    is('number', filters.number),
    is('channel', filters.channel),
    is('direction', filters.direction),
    is('purpose', filters.purpose),
    is('carrier', filters.carrier),
    is('error_code', filters.error_code),
    filters.status.length === 0 ? null : sql`${column('status')} = any(${filters.status}::text[])`,
  ]);
}

/** Of one contact or one text there are no sums by day, and few rows. */
export const single = ({ filters }: RecordsAsked, alias: string): RawBuilder<unknown> | null => {
  const { contact_id: contactId, carrier_id: carrierId } = filters;
  if (contactId === null && carrierId === null) return null;
  return all([
    contactId === null ? null : sql`${sql.ref(`${alias}.contact_id`)} = ${contactId}::uuid`,
    carrierId === null ? null : sql`${sql.ref(`${alias}.carrier_message_id`)} = ${carrierId}`,
  ]);
};
export const begun = sql`m.kind = 'message' and m.day is not null`;

/** What sums are made of: by day and dimension where they are kept so, else of the rows. */
function summed(asked: RecordsAsked): RawBuilder<unknown> {
  const one = single(asked, 'm');
  if (one === null) return texts(recordDayTable);
  const dimensions = sql.join(recordDimensions.map((name) => sql.ref(`m.${name}`)));
  return sql`(select ${dimensions}, 1 as count, m.quantity from ${texts(messageTable)} m where ${begun} and ${one})`;
}

const sums = sql`
  coalesce(sum(r.count), 0)::float8 as messages, coalesce(sum(r.quantity), 0)::float8 as quantity,
  coalesce(sum(r.count) filter (where r.direction = 'in'), 0)::float8 as received,
  coalesce(sum(r.count) filter (where r.status in ('queued', 'held', 'unknown')), 0)::float8 as waiting,
  coalesce(sum(r.count) filter (where r.status in ('accepted', 'sent')), 0)::float8 as sent,
  coalesce(sum(r.count) filter (where r.status = 'delivered'), 0)::float8 as delivered,
  coalesce(sum(r.count) filter (where r.status = 'failed'), 0)::float8 as failed,
  coalesce(sum(r.count) filter (where r.status = 'suppressed'), 0)::float8 as suppressed`;

const noSums = Object.fromEntries(recordSums.map((name) => [name, 0])) as unknown as RecordSums;

/** What a group is called by, and the table that knows its name. */
const groupings: Readonly<
  Record<Exclude<RecordGroup, 'day'>, { readonly key: string; readonly named?: RawBuilder<unknown> }>
> = {
  agency: { key: 'b.agency_id', named: agencies },
  business: { key: 'r.business_id', named: businesses },
  campaign: { key: 'r.campaign_id', named: campaigns },
  broadcast: { key: 'r.broadcast_id', named: broadcasts },
  automation: { key: 'r.automation_id', named: automations },
  number: { key: 'r.number' },
  channel: { key: 'r.channel' },
  direction: { key: 'r.direction' },
  purpose: { key: 'r.purpose' },
  carrier: { key: 'r.carrier' },
  status: { key: 'r.status' },
  error: { key: 'r.error_code' },
};
/** More groups than this are no chart and no table. */
const maxGroups = 1_200;

const columns = sql`
  m.id, m.position::text as position, m.day::text as day, m.at, m.business_id as "businessId", b.name as business,
  m.contact_id as "contactId", c.phone, nullif(trim(concat(c.first_name, ' ', c.last_name)), '') as contact, m.body,
  m.direction, m.channel, m.purpose, m.number, m.carrier, m.carrier_message_id as "carrierMessageId", m.quantity,
  m.status, m.error_code as "errorCode", m.reason, m.sent_at as "sentAt", m.delivered_at as "deliveredAt",
  m.campaign_id as "campaignId", p.name as campaign, m.broadcast_id as "broadcastId", o.name as broadcast,
  m.automation_id as "automationId", a.name as automation`;
export const messages = texts(messageTable);
const narrow = sql`
  left join ${businesses} b on b.id = m.business_id
  left join ${contacts} c on c.id = m.contact_id and c.business_id = m.business_id`;
const wide = sql`${narrow}
  left join ${campaigns} p on p.id = m.campaign_id
  left join ${broadcasts} o on o.id = m.broadcast_id
  left join ${automations} a on a.id = m.automation_id`;
/** What names what a text is about; `narrow`: whose it is and to whom alone. */
export const joined = { narrow, wide };

export const reads = ({ businessId }: RecordScope): Scope => (businessId === null ? 'operator' : { businessId });
const asDated = (rows: readonly RecordRow[]): readonly RecordView[] => rows.map((row) => dated(row));

/** Every text of its days is asked for: a page is the first rows of an index. */
const isWhole = (
  { businessId, agencyId }: RecordScope,
  { by, filters: { agency_id: _agency, business_id: _business, status, ...others } }: RecordsAsked,
): boolean =>
  (businessId !== null || agencyId === null) &&
  by === 'began' &&
  status.length === 0 &&
  Object.values(others).every((one) => one === null);

/**
 * The page behind `after`. The sums say on which days the rows are, so that a rare status does not read through the days
 * that have none of it.
 */
async function page(
  db: ReadDatabase,
  scope: RecordScope,
  asked: RecordsAsked,
  { after, skip = 0, limit, desc }: RecordPage,
  signal?: AbortSignal,
): Promise<readonly RecordView[]> {
  const way = sql.raw(desc ? 'desc' : 'asc');
  const behind = sql.raw(desc ? '<' : '>');
  const one = single(asked, 'm');
  const onDays = sql`
    chosen as materialized (
      select min(day) as first, max(day) as last from (
        select day, coalesce(sum(count) filter (where ${after === null ? sql`true` : sql`day <> ${after.day}::date`})
            over (order by day ${way} rows between unbounded preceding and 1 preceding), 0) as before
        from (
          select r.day, sum(r.count) as count from ${texts(recordDayTable)} r
          where ${ofScope(scope, 'r')} and ${matching(asked, 'r')}
            ${after === null ? sql`` : sql`and r.day ${behind}= ${after.day}::date`}
          group by r.day having sum(r.count) > 0
        ) counted
      ) cumulated where before < ${skip + limit}
    )`;
  const rows = (from: RawBuilder<unknown>, where: RawBuilder<unknown>) => sql`
    select m.* from ${from} where ${begun} and ${where} and ${matching(asked, 'm')}
      ${after === null ? sql`` : sql`and (m.day, m.position) ${behind} (${after.day}::date, ${after.position}::bigint)`}
    order by m.day ${way}, m.position ${way} limit ${skip + limit}`;
  const inDays = sql`m.day between (select first from chosen) and (select last from chosen)`;
  const found =
    one !== null ? sql`found as (${rows(sql`${messages} m`, sql`${one} and ${ofScope(scope, 'm')}`)})`
    : scope.businessId === null && scope.agencyId !== null ?
      sql`${onDays}, found as (
        select x.* from ${businesses} own cross join lateral (
          ${rows(sql`${messages} m`, sql`m.business_id = own.id and ${inDays}`)}
        ) x where own.agency_id = ${scope.agencyId} order by x.day ${way}, x.position ${way} limit ${skip + limit})`
    : isWhole(scope, asked) ? sql`found as (${rows(sql`${messages} m`, ofScope(scope, 'm'))})`
    : sql`${onDays}, found as (${rows(sql`${messages} m`, sql`${ofScope(scope, 'm')} and ${inDays}`)})`;
  return asDated(
    await db.ask(
      sql<RecordRow>`with ${found} select ${columns}
        from (select * from found order by day ${way}, position ${way} offset ${skip} limit ${limit}) m ${wide}
        order by m.day ${way}, m.position ${way}`,
      signal,
    ),
  );
}

export const recordQueries = {
  /**
   * What all of it comes to, and the same by one thing: days in their order, everything else the largest first. Both come
   * of one reading. Across tenants for operators and agencies, whose own businesses the scope names.
   */
  recordSums: query({
    reads: (scope: RecordScope, _asked: RecordsAsked, _by: RecordGroup | null) => reads(scope),
    run: async (
      db,
      scope: RecordScope,
      asked: RecordsAsked,
      by: RecordGroup | null,
    ): Promise<{ readonly totals: RecordSums; readonly groups: readonly RecordGroupView[] | null }> => {
      const from = sql`from ${summed(asked)} r
        ${by === 'agency' ? sql`left join ${businesses} b on b.id = r.business_id` : sql``}
        where ${ofScope(scope, 'r')} and ${matching(asked, 'r')}`;
      if (by === null) {
        const [totals] = await db.ask(sql<RecordSums>`select ${sums} ${from}`);
        return { totals: totals!, groups: null };
      }
      const { key, named } =
        by === 'day' ?
          { key: `r.${momentColumns[asked.by]}`, named: undefined }
        : { named: undefined, ...groupings[by] };
      const order = by === 'day' ? sql`g.key` : sql`g.messages desc, g.key`;
      const rows = await db.ask(
        sql<RecordGroupView & { readonly all: boolean }>`
          select g.*, ${named === undefined ? sql`null` : sql`n.name`} as name
          from (
            select grouping(${sql.raw(key)}) = 1 as all, ${sql.raw(key)}::text as key, ${sums} ${from}
            group by grouping sets ((), (${sql.raw(key)})) having sum(r.count) <> 0
          ) g ${named === undefined ? sql`` : sql`left join ${named} n on n.id = g.key::uuid`}
          order by g.all desc, ${order} limit ${maxGroups + 1}`,
      );
      const [first] = rows;
      if (first === undefined) return { totals: noSums, groups: [] };
      const { all: _all, key: _key, name: _name, ...totals } = first;
      return { totals, groups: rows.slice(1).map(({ all: _, ...group }) => group) };
    },
  }),
  /** Texts, the newest first unless told otherwise. */
  records: query({
    reads: (scope: RecordScope, _asked: RecordsAsked, _page: RecordPage, _signal?: AbortSignal) => reads(scope),
    run: page,
  }),
  /** One text with every state that it has been in; null: there is none of this scope. */
  record: query({
    reads: (scope: RecordScope, _id: string) => reads(scope),
    run: async (db, scope: RecordScope, id: string): Promise<RecordDetail | null> => {
      const [row] = await db.ask(
        sql<
          RecordRow & { history: RecordDetail['history'] }
        >`select ${columns}, m.history from ${texts(messageTable)} m ${wide}
          where m.id = ${id} and ${begun} and ${ofScope(scope, 'm')}`,
      );
      return row === undefined ? null : dated(row);
    },
  }),
};
