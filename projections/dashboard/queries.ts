import { sql } from 'kysely';
import { contactCountTable, contactModel } from '../tables/contacts.ts';
import {
  conversationCountTable,
  conversationModel,
  messageDayTable,
  type MessageStatus,
  messageStatusTable,
} from '../tables/livechat.ts';
import { type Days, lengthOf, query, tablesIn } from '../engine/query.ts';
import { consentDayTable, dashboardModel } from '../tables/dashboard.ts';

const consentDays = tablesIn(dashboardModel)(consentDayTable);
const chat = tablesIn(conversationModel);
const contactCounts = tablesIn(contactModel)(contactCountTable);

const none = { optIns: 0, optOuts: 0, received: 0, sent: 0, delivered: 0, failed: 0, suppressed: 0 };
type Sums = typeof none;
type Day = Sums & { day: string; current: boolean };

const names = Object.keys(none) as (keyof Sums)[];
const add = (days: readonly Day[]): Sums =>
  days.reduce<Sums>((sums, day) => {
    const next = { ...sums };
    for (const name of names) next[name] += day[name];
    return next;
  }, none);

export interface DashboardView extends Days {
  /** One row a day of the business's zone, none left out. */
  daily: readonly (Sums & { day: string })[];
  totals: Sums;
  /** The same sums for the period of equal length before. */
  previous: Sums;
  messagesByStatus: readonly { status: MessageStatus; count: number }[];
  unread: number;
  contacts: number;
  subscribed: number;
}

export const dashboardQueries = {
  /** Days of the business's zone, both included. */
  dashboard: query({
    reads: 'business',
    run: async (db, businessId: string, { from, to }: Days): Promise<DashboardView> => {
      const length = lengthOf({ from, to });
      const [days, byStatus, [now]] = await Promise.all([
        db.ask(sql<Day>`
          select d.day::date::text as day, d.day >= ${from}::date as current,
            coalesce(c.opt_ins, 0)::int as "optIns", coalesce(c.opt_outs, 0)::int as "optOuts",
            coalesce(m.received, 0)::int as received, coalesce(m.sent, 0)::int as sent,
            coalesce(m.delivered, 0)::int as delivered, coalesce(m.failed, 0)::int as failed,
            coalesce(m.suppressed, 0)::int as suppressed
          from generate_series((${from}::date - ${length}::int)::timestamp, ${to}::date::timestamp, '1 day') d(day)
            left join ${consentDays} c on c.business_id = ${businessId} and c.day = d.day::date
            left join ${chat(messageDayTable)} m on m.business_id = ${businessId} and m.day = d.day::date
          order by d.day`),
        db.ask(sql<{ status: MessageStatus; count: number }>`
          select status, sum(count)::int as count from ${chat(messageStatusTable)}
          where business_id = ${businessId} and day between ${from}::date and ${to}::date
          group by status having sum(count) <> 0 order by status`),
        db.ask(sql<{ unread: number; contacts: number; subscribed: number }>`
          select (
              select coalesce(sum(unread_messages), 0)::int from ${chat(conversationCountTable)}
              where business_id = ${businessId}
            ) as unread,
            coalesce(sum(count), 0)::int as contacts,
            coalesce(sum(count) filter (where status = 'subscribed'), 0)::int as subscribed
          from ${contactCounts} where business_id = ${businessId} and keyword = ''`),
      ]);
      const current = days.filter((day) => day.current);
      return {
        from,
        to,
        daily: current.map(({ current: _, ...day }) => day),
        totals: add(current),
        previous: add(days.filter((day) => !day.current)),
        messagesByStatus: byStatus,
        unread: now?.unread ?? 0,
        contacts: now?.contacts ?? 0,
        subscribed: now?.subscribed ?? 0,
      };
    },
  }),
};
