import { sql } from 'kysely';
import { contacts } from '../contacts/projector.ts';
import { conversations } from '../conversations/projector.ts';
import { ask, type ReadDatabase, tablesIn } from '../engine/query.ts';
import { schemaOf } from '../engine-types.ts';
import type { DashboardView, MessageStatus, ReadModels } from '../read-models.ts';
import { dashboard } from './projector.ts';

const t = tablesIn(schemaOf(dashboard));
const chat = tablesIn(schemaOf(conversations));
const contactCounts = tablesIn(schemaOf(contacts))('contact_counts');

type Sums = DashboardView['totals'];
type Day = Sums & { day: string; current: boolean };

const none: Sums = { optIns: 0, optOuts: 0, received: 0, sent: 0, delivered: 0, failed: 0, suppressed: 0 };
const names = Object.keys(none) as (keyof Sums)[];
const add = (days: readonly Day[]): Sums =>
  days.reduce<Sums>((sums, day) => {
    const next = { ...sums };
    for (const name of names) next[name] += day[name];
    return next;
  }, none);

/** The longest period that can be asked for, in days. */
const mostDays = 1100;

export const dashboardQueries = (db: ReadDatabase): Pick<ReadModels, 'dashboard'> => ({
  /** `from` and `to` are days of the business's zone (`2026-11-21`), both included. */
  dashboard: async (businessId, { from, to }) => {
    const length = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;
    if (!(length >= 1 && length <= mostDays))
      throw new RangeError(`A period has 1 to ${mostDays} days, not ${length}.`);
    const [days, byStatus, [now]] = await Promise.all([
      ask(
        db,
        sql<Day>`
        select d.day::date::text as day, d.day >= ${from}::date as current, coalesce(c.opt_ins, 0)::int as "optIns", coalesce(c.opt_outs, 0)::int as "optOuts",
          coalesce(m.received, 0)::int as received, coalesce(m.sent, 0)::int as sent, coalesce(m.delivered, 0)::int as delivered, coalesce(m.failed, 0)::int as failed,
          coalesce(m.suppressed, 0)::int as suppressed
        from generate_series((${from}::date - ${length}::int)::timestamp, ${to}::date::timestamp, '1 day') d(day)
          left join ${t('consent_days')} c on c.business_id = ${businessId} and c.day = d.day::date
          left join ${chat('message_days')} m on m.business_id = ${businessId} and m.day = d.day::date
        order by d.day`,
      ),
      ask(
        db,
        sql<{ status: MessageStatus; count: number }>`
        select status, sum(count)::int as count from ${chat('message_statuses')}
        where business_id = ${businessId} and day between ${from}::date and ${to}::date group by status having sum(count) <> 0 order by status`,
      ),
      ask(
        db,
        sql<{ unread: number; contacts: number; subscribed: number }>`
        select (select coalesce(sum(unread_messages), 0)::int from ${chat('conversation_counts')} where business_id = ${businessId}) as unread,
          coalesce(sum(count), 0)::int as contacts, coalesce(sum(count) filter (where status = 'subscribed'), 0)::int as subscribed
        from ${contactCounts} where business_id = ${businessId} and keyword = ''`,
      ),
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
});
