import { sql } from 'kysely';
import type { ListQuery, SortOf } from '../../domain/kernel/list.ts';
import type { Currency } from '../../domain/kernel/money.ts';
import type { UsageKey } from '../../domain/rates/measures.ts';
import { type Concern, maxFailedShare, maxOptOutShare, minTexts } from '../../domain/reports/fields.ts';
import type { businessReportList } from '../../domain/reports/list.ts';
import {
  type Days,
  direction,
  lengthOf,
  type Listed,
  listed,
  matches,
  offsetOf,
  query,
  searchPatterns,
  tablesIn,
} from '../engine/query.ts';
import { agencyModel, agencyCountTable, agencyTable } from '../tables/agencies.ts';
import { businessCountTable, businessModel, businessTable, everywhere } from '../tables/businesses.ts';
import { contactCountTable, contactModel } from '../tables/contacts.ts';
import { consentDayTable, dashboardModel } from '../tables/dashboard.ts';
import { invoiceModel, invoiceRefundTable, invoiceTable } from '../tables/invoices.ts';
import { conversationModel, messageDayTable } from '../tables/livechat.ts';
import { usageDayTable, usageModel } from '../tables/usage.ts';

const agencies = tablesIn(agencyModel);
const businesses = tablesIn(businessModel);
const contactCounts = tablesIn(contactModel)(contactCountTable);
const consentDays = tablesIn(dashboardModel)(consentDayTable);
const messageDays = tablesIn(conversationModel)(messageDayTable);
const usageDays = tablesIn(usageModel)(usageDayTable);
const invoices = tablesIn(invoiceModel);

const none = { sent: 0, delivered: 0, failed: 0, suppressed: 0, received: 0, optIns: 0, optOuts: 0 };
type Sums = typeof none;
type Day = Sums & { readonly day: string; readonly current: boolean };
const names = Object.keys(none) as readonly (keyof Sums)[];
const sum = (days: readonly Day[]): Sums =>
  Object.fromEntries(names.map((name) => [name, days.reduce((all, day) => all + day[name], 0)])) as Sums;

/** What went through the platform in a period. Days are those of each business's zone, amounts the smallest unit. */
export interface PlatformReportView {
  readonly daily: readonly (Sums & { readonly day: string })[];
  readonly totals: Sums;
  /** The same sums for the period of equal length before. */
  readonly previous: Sums;
  readonly tenants: {
    readonly agencies: number;
    readonly active: number;
    readonly inactive: number;
    readonly archived: number;
    readonly contacts: number;
    readonly numbers: number;
  };
  /** What was used, by how it is sent and by the kind of the business's number. */
  readonly used: readonly (Pick<UsageKey, 'channel' | 'direction' | 'carrierClass'> & { readonly quantity: number })[];
  readonly money: readonly {
    readonly currency: Currency;
    readonly invoiced: number;
    readonly paid: number;
    readonly refunded: number;
    /** Of any age: what is still to be paid of invoices that fell due. */
    readonly owed: number;
    readonly owing: number;
  }[];
}

export interface BusinessReportView extends Omit<Sums, 'suppressed'> {
  readonly id: string;
  readonly name: string;
  readonly agency: { readonly id: string; readonly name: string } | null;
  readonly contacts: number;
  /** Of the texts whose outcome is known, the share that failed; null: too few to say. */
  readonly failedShare: number | null;
  /** Opt-outs for each text sent; null: too few to say. */
  readonly optOutShare: number | null;
  readonly concerns: readonly Concern[];
}

const orders: Readonly<Record<SortOf<typeof businessReportList>, string>> = {
  id: 'r.position',
  name: 'r.sort_name',
  sent: 'r.sent',
  failed_share: 'coalesce(r."failedShare", -1)',
  opt_out_share: 'coalesce(r."optOutShare", -1)',
  concerns: 'cardinality(r.concerns)',
};

export const reportQueries = {
  /** For operators, across all tenants. */
  platformReport: query({
    reads: 'operator',
    run: async (db, { from, to }: Days): Promise<PlatformReportView> => {
      const length = lengthOf({ from, to });
      const days = sql`${from}::date - ${length}::int and ${to}::date`;
      const [daily, states, [held], used, money] = await Promise.all([
        db.ask(sql<Day>`
          with texts as (
            select day, sum(sent) as sent, sum(delivered) as delivered, sum(failed) as failed,
              sum(suppressed) as suppressed, sum(received) as received
            from ${messageDays} where day between ${days} group by day
          ),
          consents as (
            select day, sum(opt_ins) as opt_ins, sum(opt_outs) as opt_outs
            from ${consentDays} where day between ${days} group by day
          )
          select d.day::date::text as day, d.day >= ${from}::date as current, coalesce(x.sent, 0)::int as sent,
            coalesce(x.delivered, 0)::int as delivered, coalesce(x.failed, 0)::int as failed,
            coalesce(x.suppressed, 0)::int as suppressed, coalesce(x.received, 0)::int as received,
            coalesce(c.opt_ins, 0)::int as "optIns", coalesce(c.opt_outs, 0)::int as "optOuts"
          from generate_series((${from}::date - ${length}::int)::timestamp, ${to}::date::timestamp, '1 day') d(day)
            left join texts x on x.day = d.day::date left join consents c on c.day = d.day::date
          order by d.day`),
        db.ask(sql<{ state: string; count: number }>`
          select state, count::int from ${businesses(businessCountTable)} where scope = ${everywhere}`),
        db.ask(sql<{ agencies: number; contacts: number; numbers: number }>`
          select
            (select coalesce(sum(count), 0)::int from ${agencies(agencyCountTable)} where status = 'active') as agencies,
            (select coalesce(sum(count), 0)::int from ${contactCounts} where keyword = '') as contacts,
            (select count(*)::int from ${businesses(businessTable)} where number is not null) as numbers`),
        db.ask(sql<PlatformReportView['used'][number]>`
          select channel, direction, carrier_class as "carrierClass", sum(quantity)::float8 as quantity
          from ${usageDays} where day between ${from}::date and ${to}::date
          group by 1, 2, 3 having sum(quantity) <> 0 order by quantity desc, 1, 2, 3`),
        db.ask(sql<PlatformReportView['money'][number]>`
          with period as (select ${from}::date::timestamptz as since, (${to}::date + 1)::timestamptz as until),
          billed as (
            select i.currency,
              coalesce(sum(i.total) filter (where i.issued_at >= p.since and i.issued_at < p.until), 0) as invoiced,
              coalesce(sum(i.paid) filter (where i.paid_at >= p.since and i.paid_at < p.until), 0) as paid,
              coalesce(sum(i.due - coalesce(i.paid, 0)) filter (where i.status = 'open'), 0) as owed,
              count(distinct i.payer_id) filter (where i.status = 'open') as owing
            from ${invoices(invoiceTable)} i, period p where i.currency is not null group by i.currency
          ),
          returned as (
            select i.currency, sum(r.amount) as refunded
            from period p, ${invoices(invoiceRefundTable)} r join ${invoices(invoiceTable)} i on i.id = r.invoice_id
            where not r.is_failed and r.refunded_at >= p.since and r.refunded_at < p.until group by i.currency
          )
          select b.currency, b.invoiced::float8 as invoiced, b.paid::float8 as paid, b.owed::float8 as owed,
            b.owing::int as owing, coalesce(r.refunded, 0)::float8 as refunded
          from billed b left join returned r using (currency) order by b.paid desc, b.currency`),
      ]);
      const current = daily.filter((day) => day.current);
      const inState = (state: string): number => states.find((one) => one.state === state)?.count ?? 0;
      return {
        daily: current.map(({ current: _, ...day }) => day),
        totals: sum(current),
        previous: sum(daily.filter((day) => !day.current)),
        tenants: {
          agencies: held?.agencies ?? 0,
          active: inState('active'),
          inactive: inState('inactive'),
          archived: inState('archived'),
          contacts: held?.contacts ?? 0,
          numbers: held?.numbers ?? 0,
        },
        used,
        money,
      };
    },
  }),

  /**
   * The active businesses of all tenants, with what happened in a period and why to look at them. In an order that no sum
   * is needed for, those of the page alone are summed.
   */
  businessReports: query({
    reads: 'operator',
    run: (db, { from, to }: Days, given: ListQuery<typeof businessReportList>): Promise<Listed<BusinessReportView>> => {
      lengthOf({ from, to });
      const patterns = searchPatterns(given.search ?? '');
      const active = sql`b.state = 'active' and ${matches(sql`b.search`, patterns)}`;
      const offset = offsetOf(given.page, given.perPage);
      const bySum = given.concern !== null || !(given.sortBy === 'id' || given.sortBy === 'name');
      const way = direction(given.sortBy === null || given.sortDesc);
      const chosen =
        bySum ? null : (
          sql`select b.id from ${businesses(businessTable)} b where ${active}
            order by ${sql.raw(given.sortBy === 'name' ? 'b.sort_name' : 'b.position')} ${way}, b.position
            limit ${given.perPage} offset ${offset}`
        );
      const ofChosen = (column: string) =>
        chosen === null ? sql`true` : sql`${sql.ref(column)} in (select id from chosen)`;
      const rated = sql`
        with ${chosen === null ? sql`` : sql`chosen as materialized (${chosen}),`} texts as (
          select business_id, sum(sent) as sent, sum(delivered) as delivered, sum(failed) as failed,
            sum(received) as received
          from ${messageDays} where day between ${from}::date and ${to}::date and ${ofChosen('business_id')}
          group by business_id
        ),
        consents as (
          select business_id, sum(opt_ins) as opt_ins, sum(opt_outs) as opt_outs
          from ${consentDays} where day between ${from}::date and ${to}::date and ${ofChosen('business_id')}
          group by business_id
        ),
        counted as (
          select b.id, b.name, b.sort_name, b.position, b.agency_id, b.number, b.use_bandwidth, b.is_template,
            coalesce(x.sent, 0)::int as sent, coalesce(x.delivered, 0)::int as delivered,
            coalesce(x.failed, 0)::int as failed, coalesce(x.received, 0)::int as received,
            coalesce(c.opt_ins, 0)::int as "optIns", coalesce(c.opt_outs, 0)::int as "optOuts"
          from ${businesses(businessTable)} b left join texts x on x.business_id = b.id
            left join consents c on c.business_id = b.id
          where ${active} and ${ofChosen('b.id')}
        ),
        shared as (
          select *,
            case when delivered + failed >= ${minTexts} then failed::float8 / (delivered + failed) end as "failedShare",
            case when sent >= ${minTexts} then "optOuts"::float8 / sent end as "optOutShare"
          from counted
        ),
        rated as (
          select *, array_remove(array[
            case when "failedShare" >= ${maxFailedShare} then 'failing' end,
            case when "optOutShare" >= ${maxOptOutShare} then 'opt-outs' end,
            case when number is null and not use_bandwidth and not is_template then 'no-number' end,
            case when sent + received = 0 and not is_template then 'quiet' end
          ], null) as concerns from shared
        )`;
      const which = given.concern === null ? sql`true` : sql`${given.concern} = any(concerns)`;
      const by = given.sortBy ?? 'concerns';
      // As the page is chosen, where it is.
      const order = sql`${sql.raw(orders[by])} ${way}, ${bySum ? sql`r.sent desc,` : sql``} r.position`;
      const total =
        bySum ?
          sql`select count(*)::int from rated where ${which}`
        : sql`select count(*)::int from ${businesses(businessTable)} b where ${active}`;
      return listed(
        db,
        () => sql<BusinessReportView>`
          ${rated}
          select r.id, r.name, r.sent, r.delivered, r.failed, r.received, r."optIns", r."optOuts", r."failedShare",
            r."optOutShare", r.concerns,
            (${total}) as total,
            case when a.id is not null then json_build_object('id', a.id, 'name', a.name) end as agency,
            (select coalesce(sum(k.count), 0)::int from ${contactCounts} k where k.business_id = r.id and k.keyword = '')
              as contacts
          from (
            select r.* from rated r where ${which}
            order by ${order} limit ${given.perPage} offset ${bySum ? offset : 0}
          ) r left join ${agencies(agencyTable)} a on a.id = r.agency_id order by ${order}`,
        bySum ? sql`${rated} ${total}` : total,
      );
    },
  }),
};
