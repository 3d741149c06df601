import { type RawBuilder, sql } from 'kysely';
import { businessModel, everywhere } from '../businesses/table.ts';
import { contacts } from '../contacts/projector.ts';
import { conversations } from '../conversations/projector.ts';
import { dashboard } from '../dashboard/projector.ts';
import {
  ask,
  type Counted,
  iso,
  isoOrNull,
  listed,
  mostCounted,
  offsetOf,
  type ReadDatabase,
  searchPatterns,
  tablesIn,
} from '../engine/query.ts';
import { schemaOf } from '../engine-types.ts';
import type { AgencyAnalyticsView, AgencyRowView, AgencyView, ReadModels } from '../read-models.ts';
import { agencies } from './projector.ts';

const t = tablesIn(schemaOf(agencies));
const shops = tablesIn(schemaOf(businessModel));
const chat = tablesIn(schemaOf(conversations));
const consentDays = tablesIn(schemaOf(dashboard))('consent_days');
const contactCounts = tablesIn(schemaOf(contacts))('contact_counts');

type Row = Omit<AgencyRowView, 'createdAt' | 'archivedAt'> & { createdAt: Date; archivedAt: Date | null };
type Full = Omit<AgencyView, 'createdAt' | 'archivedAt'> & { createdAt: Date; archivedAt: Date | null };
const dated = <R extends { createdAt: Date; archivedAt: Date | null }>(row: R) => ({
  ...row,
  createdAt: iso(row.createdAt),
  archivedAt: isoOrNull(row.archivedAt),
});

const rowColumns = sql`a.id, a.name, coalesce(a.email, '') as email, a.status, a.created_at as "createdAt", a.archived_at as "archivedAt", a.businesses_count as "businessesCount", a.free_fee as "freeFee",
  a.is_template as "isTemplate", a.domain`;

/** Every order has an index that begins with the status; who was there first settles what is equal. */
const orders: Readonly<Record<string, readonly string[]>> = {
  id: ['position'],
  created_at: ['position'],
  name: ['sort_name', 'position'],
  email: ['sort_email', 'position'],
  businesses_count: ['businesses_count', 'position'],
};
export const agencyOrders: readonly string[] = Object.keys(orders);

/** The longest period that can be asked for, in days. */
const mostDays = 1100;
type Sums = AgencyAnalyticsView['previous'];
type Day = Sums & { day: string; current: boolean };
const sum = (days: readonly Day[]): Sums =>
  days.reduce<Sums>(
    (sums, day) => ({
      sent: sums.sent + day.sent,
      received: sums.received + day.received,
      optIns: sums.optIns + day.optIns,
      optOuts: sums.optOuts + day.optOuts,
    }),
    { sent: 0, received: 0, optIns: 0, optOuts: 0 },
  );

/** `now` decides which month the usage is of: the calendar month of the agency's zone, the days being those of its businesses. */
export const agencyQueries = (
  db: ReadDatabase,
  now: () => Date,
): Pick<ReadModels, 'agency' | 'agencies' | 'agencyAnalytics' | 'tenantStatus'> => ({
  agency: async (agencyId) => {
    const [row] = await ask(
      db,
      sql<Full>`
      select ${rowColumns}, coalesce(a.first_name, '') as "firstName", coalesce(a.last_name, '') as "lastName", a.phone, a.website, a.timezone, a.support_email as "supportEmail",
        a.is_active_livechat as "isActiveLivechat", a.is_active_loop as "isActiveLoop", a.sample_business_id is not null as "hasSample", a.is_new as "isNew", a.free_numbers as "freeNumbers",
        a.free_messages as "freeMessages", a.free_calls as "freeCalls", a.owner_id as "ownerId", a.revision,
        (select count(*)::int from ${shops('businesses')} b where b.agency_id = a.id and b.number is not null) as "usageNumbers",
        (select coalesce(sum(n.segments), 0)::int from ${shops('businesses')} b join ${chat('message_months')} n on n.business_id = b.id
          where b.agency_id = a.id and n.month = date_trunc('month', ${now().toISOString()}::timestamptz at time zone a.zone)::date) as "usageMessages",
        0 as "usageCalls"
      from ${t('agencies')} a where a.id = ${agencyId}`,
    );
    return row ? dated(row) : null;
  },

  agencies: async (query) => {
    const patterns = query.search === null ? [] : searchPatterns(query.search);
    const status = query.status === 'archived' ? 'archived' : 'active';
    const conditions: RawBuilder<unknown>[] = [sql`a.status = ${status}`];
    if (patterns.length > 0)
      conditions.push(
        sql`(${sql.join(
          patterns.map((pattern) => sql`a.search like ${pattern}`),
          sql` or `,
        )})`,
      );
    const where = sql.join(conditions, sql` and `);
    const direction = sql.raw(query.sortDesc ? 'desc' : 'asc');
    const order = sql.join(
      (orders[query.sortBy ?? 'id'] ?? ['position']).map((column) => sql`a.${sql.ref(column)} ${direction}`),
    );
    // Without a search the total is a maintained tally; else it is counted, up to a bound.
    const total =
      patterns.length === 0 ?
        sql`select coalesce(sum(count), 0)::int from ${t('agency_counts')} where status = ${status}`
      : sql`select count(*)::int from (select from ${t('agencies')} a where ${where} limit ${mostCounted}) counted`;
    const page = sql<Row & Counted>`
      select ${rowColumns}, (${total}) as total from (select a.id from ${t('agencies')} a where ${where} order by ${order} limit ${query.perPage} offset ${offsetOf(query.page, query.perPage)}) chosen
        join ${t('agencies')} a on a.id = chosen.id order by ${order}`;
    return listed(db, page, total, dated);
  },

  agencyAnalytics: async (agencyId, { from, to }) => {
    const length = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;
    if (!(length >= 1 && length <= mostDays))
      throw new RangeError(`A period has 1 to ${mostDays} days, not ${length}.`);
    const own = sql`select id from ${shops('businesses')} where agency_id = ${agencyId}`;
    const [days, states, [held], top] = await Promise.all([
      ask(
        db,
        sql<Day>`
        with own as materialized (${own}),
        texts as (select m.day, sum(m.sent) as sent, sum(m.received) as received from own join ${chat('message_days')} m on m.business_id = own.id
          where m.day between ${from}::date - ${length}::int and ${to}::date group by m.day),
        consents as (select c.day, sum(c.opt_ins) as opt_ins, sum(c.opt_outs) as opt_outs from own join ${consentDays} c on c.business_id = own.id
          where c.day between ${from}::date - ${length}::int and ${to}::date group by c.day)
        select d.day::date::text as day, d.day >= ${from}::date as current, coalesce(x.sent, 0)::int as sent, coalesce(x.received, 0)::int as received, coalesce(c.opt_ins, 0)::int as "optIns",
          coalesce(c.opt_outs, 0)::int as "optOuts"
        from generate_series((${from}::date - ${length}::int)::timestamp, ${to}::date::timestamp, '1 day') d(day) left join texts x on x.day = d.day::date left join consents c on c.day = d.day::date
        order by d.day`,
      ),
      ask(
        db,
        sql<{
          state: 'active' | 'inactive' | 'archived';
          count: number;
        }>`select state, count::int from ${shops('business_counts')} where scope = ${agencyId} and scope <> ${everywhere}`,
      ),
      ask(
        db,
        sql<{ contacts: number; numbers: number }>`
        select (select coalesce(sum(k.count), 0)::int from ${contactCounts} k where k.keyword = '' and k.business_id in (${own})) as contacts,
          (select count(*)::int from ${shops('businesses')} where agency_id = ${agencyId} and number is not null) as numbers`,
      ),
      ask(
        db,
        sql<AgencyAnalyticsView['top'][number]>`
        with busiest as (
          select b.id, b.name, b.position, coalesce(sum(m.sent), 0)::int as sent, coalesce(sum(m.received), 0)::int as received
          from ${shops('businesses')} b left join ${chat('message_days')} m on m.business_id = b.id and m.day between ${from}::date and ${to}::date
          where b.agency_id = ${agencyId} and b.status = 'active' group by b.id order by sent desc, received desc, b.position limit 10
        )
        select b.id, b.name, b.sent, b.received, (select coalesce(sum(c.opt_ins), 0)::int from ${consentDays} c where c.business_id = b.id and c.day between ${from}::date and ${to}::date) as "optIns",
          (select coalesce(sum(k.count), 0)::int from ${contactCounts} k where k.business_id = b.id and k.keyword = '') as contacts
        from busiest b order by b.sent desc, b.received desc, b.position`,
      ),
    ]);
    const current = days.filter((day) => day.current);
    const inState = (state: string): number => states.find((one) => one.state === state)?.count ?? 0;
    return {
      businesses: { active: inState('active'), inactive: inState('inactive'), archived: inState('archived') },
      daily: current.map(({ current: _, ...day }) => day),
      totals: { ...sum(current), contacts: held?.contacts ?? 0, numbers: held?.numbers ?? 0 },
      previous: sum(days.filter((day) => !day.current)),
      top,
    };
  },

  /** What is not there yet is taken for active: it has just been made. */
  tenantStatus: async (agencyId, businessId) => {
    if (businessId === null && agencyId === null) return 'active';
    const [row] = await ask(
      db,
      businessId === null ?
        sql<{ state: 'active' | 'archived' }>`select status as state from ${t('agencies')} where id = ${agencyId}`
      : sql<{
          state: 'active' | 'inactive' | 'archived';
        }>`select state from ${shops('businesses')} where id = ${businessId}`,
    );
    return row?.state ?? 'active';
  },
});
