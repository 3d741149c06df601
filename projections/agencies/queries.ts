import { sql } from 'kysely';
import type { agencyList } from '../../domain/agencies/list.ts';
import type { ListQuery, SortOf } from '../../domain/kernel/list.ts';
import { businessCountTable, businessModel, businessTable, everywhere } from '../tables/businesses.ts';
import { contactCountTable, contactModel } from '../tables/contacts.ts';
import { conversationModel, messageDayTable } from '../tables/livechat.ts';
import { consentDayTable, dashboardModel } from '../tables/dashboard.ts';
import {
  dated,
  type Dated,
  type Days,
  lengthOf,
  listed,
  type Listed,
  matches,
  maxCount,
  offsetOf,
  orderBy,
  type Orders,
  query,
  searchPatterns,
  tablesIn,
} from '../engine/query.ts';
import type { RowOf, SelectedOf } from '../engine/table.ts';
import { usageDayTable, usageModel, usageMonthTable } from '../tables/usage.ts';
import { agencyCountTable, agencyModel, agencyTable } from '../tables/agencies.ts';

const t = tablesIn(agencyModel);
const businesses = tablesIn(businessModel);
const chat = tablesIn(conversationModel);
const months = tablesIn(usageModel)(usageMonthTable);
const usageDays = tablesIn(usageModel)(usageDayTable);
const consentDays = tablesIn(dashboardModel)(consentDayTable);
const contactCounts = tablesIn(contactModel)(contactCountTable);

/** A line of the list: what the list shows and no more. */
const line = agencyTable.select(
  'a',
  'id',
  'name',
  'status',
  'createdAt',
  'archivedAt',
  'businessesCount',
  'freeFee',
  'isTemplate',
  'domain',
);
const lineColumns = sql`${line}, coalesce(a.email, '') as email`;
type Line = SelectedOf<typeof line> & { email: string };
export type AgencyRowView = Dated<Line>;

const rest = agencyTable.select(
  'a',
  'phone',
  'website',
  'timezone',
  'supportEmail',
  'isActiveLivechat',
  'isActiveLoop',
  'isNew',
  'approvalLimit',
  'freeNumbers',
  'freeMessages',
  'freeCalls',
  'ownerId',
  'revision',
);
type Full = Line &
  Nullless<SelectedOf<typeof rest>, 'freeNumbers' | 'freeMessages' | 'freeCalls'> & {
    firstName: string;
    lastName: string;
    hasSample: boolean;
    /** Numbers held, texts handed over this calendar month of the agency's zone, minutes called this month. */
    usageNumbers: number;
    usageMessages: number;
    usageCalls: number;
  };
type Nullless<Row, Names extends keyof Row> = Omit<Row, Names> & { [N in Names]: NonNullable<Row[N]> };
/** `ownerId`: whom an operator acts as; null before there is one. `revision`: of the agency's stream, what an edit has to start from. */
export type AgencyView = Dated<Full>;

/** Every order has an index that begins with the status; who was there first settles what is equal. */
const orders: Orders<SortOf<typeof agencyList>, RowOf<typeof agencyTable>> = {
  id: ['position'],
  created_at: ['position'],
  name: ['sortName', 'position'],
  email: ['sortEmail', 'position'],
  businesses_count: ['businessesCount', 'position'],
};

const none = { sent: 0, received: 0, optIns: 0, optOuts: 0 };
type Sums = typeof none;
type Day = Sums & { day: string; current: boolean };
const sum = (days: readonly Day[]): Sums =>
  days.reduce<Sums>(
    (sums, day) => ({
      sent: sums.sent + day.sent,
      received: sums.received + day.received,
      optIns: sums.optIns + day.optIns,
      optOuts: sums.optOuts + day.optOuts,
    }),
    none,
  );
interface Busy extends Omit<Sums, 'optOuts'> {
  id: string;
  name: string;
  contacts: number;
}

export interface AgencyAnalyticsView {
  businesses: { active: number; inactive: number; archived: number };
  daily: readonly (Sums & { day: string })[];
  totals: Sums & { contacts: number; numbers: number };
  previous: Sums;
  top: readonly Busy[];
}

export const agencyQueries = {
  /** The days of its usage are those of its businesses, the month is that of its own zone. */
  agency: query({
    reads: 'owner',
    run: async (db, agencyId: string): Promise<AgencyView | null> => {
      const [row] = await db.ask(sql<Full>`
        select ${lineColumns}, ${rest}, coalesce(a.first_name, '') as "firstName",
          coalesce(a.last_name, '') as "lastName", a.sample_business_id is not null as "hasSample",
          (
            select count(*)::int from ${businesses(businessTable)} b where b.agency_id = a.id and b.number is not null
          ) as "usageNumbers",
          (
            select coalesce(sum(n.texts), 0)::int
            from ${businesses(businessTable)} b join ${months} n on n.business_id = b.id
            where b.agency_id = a.id
              and n.month = date_trunc('month', ${db.now().toISOString()}::timestamptz at time zone a.zone)::date
          ) as "usageMessages",
          (
            select coalesce(sum(d.quantity), 0)::int
            from ${businesses(businessTable)} b join ${usageDays} d on d.business_id = b.id and d.channel = 'voice'
            cross join lateral (
              select date_trunc('month', ${db.now().toISOString()}::timestamptz at time zone a.zone)::date as since
            ) m
            where b.agency_id = a.id and d.day >= m.since and d.day < m.since + interval '1 month'
          ) as "usageCalls"
        from ${t(agencyTable)} a where a.id = ${agencyId}`);
      return row ? dated(row) : null;
    },
  }),

  /** For operators. Searched by name, email and domain. */
  agencies: query({
    reads: 'operator',
    run: async (db, given: ListQuery<typeof agencyList>): Promise<Listed<AgencyRowView>> => {
      const patterns = searchPatterns(given.search ?? '');
      const status = given.status ?? 'active';
      const where = sql`a.status = ${status} and ${matches(sql`a.search`, patterns)}`;
      const order = orderBy('a', orders[given.sortBy ?? 'id'], given.sortDesc);
      // Without a search the total is a maintained tally; else it is counted, up to a bound.
      const total =
        patterns.length === 0 ?
          sql`select coalesce(sum(count), 0)::int from ${t(agencyCountTable)} where status = ${status}`
        : sql`select count(*)::int from (select from ${t(agencyTable)} a where ${where} limit ${maxCount}) counted`;
      const { data, total: all } = await listed(
        db,
        (counted) => sql<Line>`
          select ${lineColumns}, ${counted} from (
            select a.id from ${t(agencyTable)} a where ${where}
            order by ${order} limit ${given.perPage} offset ${offsetOf(given.page, given.perPage)}
          ) chosen join ${t(agencyTable)} a on a.id = chosen.id order by ${order}`,
        total,
      );
      return { data: data.map(dated), total: all };
    },
  }),

  /** Days of the agency's zone, both included. As an operator: the counts of its businesses belong to each of them, not to the agency. */
  agencyAnalytics: query({
    reads: 'operator',
    run: async (db, agencyId: string, { from, to }: Days): Promise<AgencyAnalyticsView> => {
      const length = lengthOf({ from, to });
      const own = sql`select id from ${businesses(businessTable)} where agency_id = ${agencyId}`;
      const days = sql`${from}::date - ${length}::int and ${to}::date`;
      const [daily, states, [held], top] = await Promise.all([
        db.ask(sql<Day>`
          with own as materialized (${own}),
          texts as (
            select m.day, sum(m.sent) as sent, sum(m.received) as received
            from own join ${chat(messageDayTable)} m on m.business_id = own.id where m.day between ${days} group by m.day
          ),
          consents as (
            select c.day, sum(c.opt_ins) as opt_ins, sum(c.opt_outs) as opt_outs
            from own join ${consentDays} c on c.business_id = own.id where c.day between ${days} group by c.day
          )
          select d.day::date::text as day, d.day >= ${from}::date as current, coalesce(x.sent, 0)::int as sent,
            coalesce(x.received, 0)::int as received, coalesce(c.opt_ins, 0)::int as "optIns",
            coalesce(c.opt_outs, 0)::int as "optOuts"
          from generate_series((${from}::date - ${length}::int)::timestamp, ${to}::date::timestamp, '1 day') d(day)
            left join texts x on x.day = d.day::date left join consents c on c.day = d.day::date
          order by d.day`),
        db.ask(sql<{ state: keyof AgencyAnalyticsView['businesses']; count: number }>`
          select state, count::int from ${businesses(businessCountTable)}
          where scope = ${agencyId} and scope <> ${everywhere}`),
        db.ask(sql<{ contacts: number; numbers: number }>`
          select (
              select coalesce(sum(k.count), 0)::int from ${contactCounts} k
              where k.keyword = '' and k.business_id in (${own})
            ) as contacts,
            (
              select count(*)::int from ${businesses(businessTable)} where agency_id = ${agencyId} and number is not null
            ) as numbers`),
        db.ask(sql<Busy>`
          with busiest as (
            select b.id, b.name, b.position, coalesce(sum(m.sent), 0)::int as sent,
              coalesce(sum(m.received), 0)::int as received
            from ${businesses(businessTable)} b left join ${chat(messageDayTable)} m
              on m.business_id = b.id and m.day between ${from}::date and ${to}::date
            where b.agency_id = ${agencyId} and b.status = 'active'
            group by b.id order by sent desc, received desc, b.position limit 10
          )
          select b.id, b.name, b.sent, b.received,
            (
              select coalesce(sum(c.opt_ins), 0)::int from ${consentDays} c
              where c.business_id = b.id and c.day between ${from}::date and ${to}::date
            ) as "optIns",
            (
              select coalesce(sum(k.count), 0)::int from ${contactCounts} k
              where k.business_id = b.id and k.keyword = ''
            ) as contacts
          from busiest b order by b.sent desc, b.received desc, b.position`),
      ]);
      const current = daily.filter((day) => day.current);
      const inState = (state: string): number => states.find((one) => one.state === state)?.count ?? 0;
      return {
        businesses: { active: inState('active'), inactive: inState('inactive'), archived: inState('archived') },
        daily: current.map(({ current: _, ...day }) => day),
        totals: { ...sum(current), contacts: held?.contacts ?? 0, numbers: held?.numbers ?? 0 },
        previous: sum(daily.filter((day) => !day.current)),
        top,
      };
    },
  }),

  /**
   * What a session's tenant may do now. `archived`: the business or its agency is archived; `inactive`: switched off.
   * Cheap: asked for every call. What is not there yet is taken for active: it has just been made.
   */
  tenantStatus: query({
    reads: 'owner',
    run: async (
      db,
      agencyId: string | null,
      businessId: string | null,
    ): Promise<'active' | 'inactive' | 'archived'> => {
      if (businessId === null && agencyId === null) return 'active';
      const [row] = await db.ask(
        businessId === null ?
          sql<{ state: 'active' | 'archived' }>`select status as state from ${t(agencyTable)} where id = ${agencyId}`
        : sql<Pick<RowOf<typeof businessTable>, 'state'>>`
            select state from ${businesses(businessTable)} where id = ${businessId}`,
      );
      return row?.state ?? 'active';
    },
  }),
};
