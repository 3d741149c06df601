import { type RawBuilder, sql } from 'kysely';
import { byHand } from '../../domain/automations/trigger-events/trigger-events.ts';
import type { TimelineKind } from '../../domain/contacts/fields.ts';
import { automationHookCallTable, automationHookModel } from '../tables/automation-hooks.ts';
import { automationModel, runTable } from '../tables/automations.ts';
import { conversationModel, conversationTable } from '../tables/livechat.ts';
import { engagementModel, engagementTable } from '../tables/engagement.ts';
import { query, tablesIn } from '../engine/query.ts';
import { pointerTable, timelineModel } from '../tables/timeline.ts';
import { contactModel, contactTable, customValueTable } from '../tables/contacts.ts';

const t = tablesIn(contactModel);
const conversations = tablesIn(conversationModel)(conversationTable);
const engagement = tablesIn(engagementModel)(engagementTable);
const pointers = tablesIn(timelineModel)(pointerTable);
const hookCalls = tablesIn(automationHookModel)(automationHookCallTable);
const runs = tablesIn(automationModel)(runTable);

/** So many contacts are looked through at once, and so many of somebody's own things of a kind, the newest of them. */
const maxContacts = 2_000;
const maxOfKind = 500;
const maxCount = 2_000_000;
/** So many times somebody was brought in by hand. */
const maxByHand = 50;
const broughtIn = Object.values(byHand);

const has = (kind: TimelineKind): RawBuilder<unknown> =>
  sql`exists (select from ${pointers} p where p.contact_id = c.id and p.kind = ${kind})`;
const wrote = (from: string): RawBuilder<unknown> =>
  sql`exists (select from ${conversations} v where v.contact_id = c.id and v.last_message_at >= ${from}::timestamptz)`;
const emailed = (from: string): RawBuilder<unknown> =>
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
  'points-reached': () => has('loop'),
  'link-clicked': () => has('click'),
  'text-received': wrote,
  'broadcast-answered': wrote,
  'broadcast-sent': (from) => sql`(${wrote(from)} or ${emailed(from)})`,
  'broadcast-not-clicked': (from) => sql`(${wrote(from)} or ${emailed(from)})`,
  'conversation-closed': () => sql`exists (select from ${conversations} v where v.contact_id = c.id)`,
  'webhook-received': (from) =>
    sql`exists (select from ${hookCalls} h where h.contact_id = c.id and h.at >= ${from}::timestamptz)`,
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
   * trigger, or were brought in by hand, since. `after`: the place of the last one that was looked at; null: none was.
   */
  contactsSince: query({
    reads: 'business',
    run: async (
      db,
      businessId: string,
      asked: {
        readonly automationId: string;
        readonly triggers: readonly string[];
        readonly from: string;
        readonly after: string | null;
      },
    ): Promise<readonly Row[]> => {
      const { automationId, triggers, from, after } = asked;
      const byHandSince = sql`exists (select from ${runs} r where r.contact_id = c.id and r.started_at >= ${from}::timestamptz
        and r.automation_id = ${automationId}::uuid and r.trigger = any(${broughtIn}::text[]))`;
      const ways = [byHandSince, ...[...new Set(triggers)].flatMap((kind) => mayHave[kind]?.(from) ?? [])];
      return db.ask(sql<Row>`select c.id, c.position::text as position, (${sql.join(ways, sql` or `)}) as meant
        from (select * from ${t(contactTable)} where business_id = ${businessId}
          and position < ${after ?? '9223372036854775807'}::bigint order by position desc limit ${maxContacts}) c
        order by c.position desc`);
    },
  }),

  contactsInAll: query({
    reads: 'business',
    run: async (db, businessId: string): Promise<number> => {
      const [row] = await db.ask(sql<{ count: number }>`select count(*)::int as count from (
        select from ${t(contactTable)} where business_id = ${businessId} limit ${maxCount}) counted`);
      return row?.count ?? 0;
    },
  }),

  /** Runs of an automation: of each contact the last one that began before, and those since into which somebody brought it. */
  runsOfContacts: query({
    reads: 'business',
    run: async (
      db,
      businessId: string,
      asked: { readonly automationId: string; readonly contactIds: readonly string[]; readonly from: string },
    ): Promise<ReadonlyMap<string, readonly string[]>> => {
      const { automationId, contactIds, from } = asked;
      if (contactIds.length === 0) return new Map();
      const own = sql`r.contact_id = i.id and r.automation_id = ${automationId}::uuid and r.business_id = ${businessId}`;
      const rows = await db.ask(sql<{ id: string; runs: string[] }>`
        select i.id, array_agg(o.id order by o.entry) as runs from unnest(${contactIds}::uuid[]) i (id) cross join lateral (
          (select r.id, r.entry from ${runs} r where ${own} and r.started_at < ${from}::timestamptz
            order by r.started_at desc limit 1)
          union all (select r.id, r.entry from ${runs} r where ${own} and r.started_at >= ${from}::timestamptz
            and r.trigger = any(${broughtIn}::text[]) order by r.started_at desc limit ${maxByHand})) o
        group by i.id`);
      return new Map(rows.map(({ id, runs }) => [id, runs]));
    },
  }),

  /** The streams of what other systems told of contacts. */
  hookCallsOfContacts: query({
    reads: 'business',
    run: async (
      db,
      businessId: string,
      contactIds: readonly string[],
    ): Promise<ReadonlyMap<string, readonly string[]>> => {
      if (contactIds.length === 0) return new Map();
      const rows = await db.ask(sql<{ id: string; streams: string[] }>`
        select i.id, array_agg(h.stream order by h.position) as streams from unnest(${contactIds}::uuid[]) i (id)
          cross join lateral (select o.stream, o.position from ${hookCalls} o where o.contact_id = i.id
            and o.business_id = ${businessId} order by o.position desc limit ${maxOfKind}) h
        group by i.id`);
      return new Map(rows.map(({ id, streams }) => [id, streams]));
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
            and o.left_out is null order by o.position desc limit ${maxOfKind}) p
        group by i.id`);
      return new Map(rows.map(({ id, streams }) => [id, streams]));
    },
  }),
};
