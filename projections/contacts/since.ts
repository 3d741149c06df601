import { type RawBuilder, sql } from 'kysely';
import type { TimelineKind } from '../../domain/contact/fields.ts';
import { conversationModel, conversationTable } from '../conversations/table.ts';
import { engagementModel, engagementTable } from '../engagement/table.ts';
import { query, tablesIn } from '../engine/query.ts';
import { pointerTable, timelineModel } from '../timeline/table.ts';
import { contactModel, contactTable, customValueTable } from './table.ts';

const t = tablesIn(contactModel);
const conversations = tablesIn(conversationModel)(conversationTable);
const engagement = tablesIn(engagementModel)(engagementTable);
const pointers = tablesIn(timelineModel)(pointerTable);

/** So many contacts are looked through at once, and so many of somebody's own things of a kind, the newest of them. */
const mostContacts = 2_000;
const mostOfAKind = 500;
const mostCounted = 2_000_000;

const has = (kind: TimelineKind): RawBuilder<unknown> =>
  sql`exists (select from ${pointers} p where p.contact_id = c.id and p.kind = ${kind})`;
const wrote = (from: string): RawBuilder<unknown> =>
  sql`exists (select from ${conversations} v where v.contact_id = c.id and v.last_message_at >= ${from}::timestamptz)`;
const mailed = (from: string): RawBuilder<unknown> =>
  sql`exists (select from ${engagement} e where e.contact_id = c.id and e.mail_sent >= ${from}::timestamptz)`;
const everybody = sql`true`;

/** To whom what starts an automation may have happened since: never too few, so that nobody is missed. */
const mayHave: Readonly<Record<string, (from: string) => RawBuilder<unknown>>> = {
  'opted-in': (from) => sql`c.opted_in_at >= ${from}::timestamptz`,
  'contact-created': (from) => sql`c.created_at >= ${from}::timestamptz`,
  'contact-imported': () => everybody,
  'field-changed': () => everybody,
  'page-submitted': () => has('page'),
  'vote-cast': () => has('vote'),
  'coupon-issued': () => has('coupon'),
  'coupon-redeemed': () => has('coupon'),
  'coupon-expiring': () => has('coupon'),
  'reward-unlocked': () => has('loop'),
  'link-clicked': () => has('click'),
  'text-received': wrote,
  'broadcast-answered': wrote,
  'broadcast-sent': (from) => sql`(${wrote(from)} or ${mailed(from)})`,
  'broadcast-not-clicked': (from) => sql`(${wrote(from)} or ${mailed(from)})`,
  'conversation-closed': () => sql`exists (select from ${conversations} v where v.contact_id = c.id)`,
  date: () => sql`(c.birthday is not null or c.anniversary is not null
    or exists (select from ${t(customValueTable)} x where x.contact_id = c.id))`,
};

interface Row {
  readonly id: string;
  readonly position: string;
  readonly meant: boolean;
}

export const sinceQueries = {
  /**
   * The next contacts, the newest first, and which of them may have come into an automation by one of these kinds of
   * trigger since. `after`: the place of the last one that was looked at; null: none was.
   */
  contactsSince: query({
    reads: 'business',
    run: async (
      db,
      businessId: string,
      asked: { readonly triggers: readonly string[]; readonly from: string; readonly after: string | null },
    ): Promise<readonly Row[]> => {
      const { triggers, from, after } = asked;
      const ways = [...new Set(triggers)].flatMap((kind) => mayHave[kind]?.(from) ?? []);
      if (ways.length === 0) return [];
      return db.ask(sql<Row>`select c.id, c.position::text as position, (${sql.join(ways, sql` or `)}) as meant
        from (select * from ${t(contactTable)} where business_id = ${businessId}
          and position < ${after ?? '9223372036854775807'}::bigint order by position desc limit ${mostContacts}) c
        order by c.position desc`);
    },
  }),

  contactsInAll: query({
    reads: 'business',
    run: async (db, businessId: string): Promise<number> => {
      const [row] = await db.ask(sql<{ count: number }>`select count(*)::int as count from (
        select from ${t(contactTable)} where business_id = ${businessId} limit ${mostCounted}) counted`);
      return row?.count ?? 0;
    },
  }),

  /** The streams in which it stands what happened to contacts, of some kinds. */
  streamsOfContacts: query({
    reads: 'business',
    run: async (
      db,
      businessId: string,
      contactIds: readonly string[],
      kinds: readonly TimelineKind[],
    ): Promise<ReadonlyMap<string, readonly string[]>> => {
      if (contactIds.length === 0 || kinds.length === 0) return new Map();
      const rows = await db.ask(sql<{ id: string; streams: string[] }>`
        select i.id, array_agg(distinct p.stream) as streams
        from unnest(${contactIds}::uuid[]) i (id) cross join unnest(${kinds}::text[]) k (kind) cross join lateral (
          select o.stream from ${pointers} o where o.contact_id = i.id and o.kind = k.kind and o.business_id = ${businessId}
            and o.left_out is null order by o.position desc limit ${mostOfAKind}) p
        group by i.id`);
      return new Map(rows.map(({ id, streams }) => [id, streams]));
    },
  }),
};
