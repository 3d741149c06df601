import { sql } from 'kysely';
import type { Load } from '../../domain/livechat/team/turns.ts';
import { contactModel, type ContactStatus, contactTable } from '../tables/contacts.ts';
import {
  type Listed,
  matches,
  maxCount,
  offsetOf,
  type Page,
  query,
  searchPatterns,
  tablesIn,
} from '../engine/query.ts';
import type { RowOf, SelectedOf } from '../engine/table.ts';
import { answers, userModel, userTable } from '../tables/users.ts';
import {
  conversationCountTable,
  conversationModel,
  conversationOwnerTable,
  conversationTable,
  isDue,
  messageTable,
  nobody,
  replyTimeTable,
  searchedWords,
  turnTable,
} from '../tables/livechat.ts';

const t = tablesIn(conversationModel);
const team = tablesIn(userModel)(userTable);
const people = tablesIn(contactModel)(contactTable);

type Message = RowOf<typeof messageTable>;
/** How somebody of the team is called now. */
const called = sql`nullif(trim(concat(u.first_name, ' ', u.last_name)), '')`;
const own = conversationTable.select(
  'v',
  'contactId',
  'state',
  'unread',
  'needsReply',
  'failed',
  'assigneeId',
  'assignedWhy',
  'waitingSince',
  'dueAt',
  'position',
);
const columns = sql`${own}, coalesce(c.phone, v.phone) as phone, c.first_name as "firstName", c.last_name as "lastName",
  coalesce(c.current, 'unknown') as "contactStatus", coalesce(c.suspected, false) as suspected,
  s.id as "suspectedId", s.body as "suspectedBody", s.at as "suspectedAt", ${called} as assignee, m.id as "lastId", m.body as "lastBody",
  m.direction as "lastDirection", m.at as "lastAt", m.status as "lastStatus", m.media is not null as "lastHasMedia"`;
interface Row extends SelectedOf<typeof own> {
  phone: string | null;
  firstName: string | null;
  lastName: string | null;
  contactStatus: ContactStatus;
  suspected: boolean;
  suspectedId: string | null;
  suspectedBody: Message['body'];
  suspectedAt: Message['at'];
  assignee: string | null;
  lastId: string | null;
  lastBody: Message['body'];
  lastDirection: Message['direction'];
  lastAt: Message['at'];
  lastStatus: Message['status'] | null;
  lastHasMedia: boolean;
}
const around = sql`left join ${people} c on c.id = v.contact_id and c.business_id = v.business_id
  left join ${t(messageTable)} m on m.id = v.last_message_id and m.at is not null
  left join ${t(messageTable)} s on c.suspected and s.id = c.suspected_in
  left join ${team} u on u.id = v.assignee_id`;

/**
 * `position`: of the newest thing in it; pass it back to mark it read. `waitingSince`: when the first of the texts came
 * that nobody has answered; null: none waits. `dueAt`: by when the business wants to have answered it.
 */
export type ConversationView = ReturnType<typeof toView>;
const toView = ({
  state,
  waitingSince,
  dueAt,
  lastId,
  lastBody,
  lastDirection,
  lastAt,
  lastStatus,
  lastHasMedia,
  suspected,
  suspectedId,
  suspectedBody,
  suspectedAt,
  ...row
}: Row) => ({
  ...row,
  looksOptedOut:
    suspected ? { messageId: suspectedId, body: suspectedBody, at: suspectedAt?.toISOString() ?? null } : null,
  open: state !== 'closed',
  waitingSince: row.needsReply ? (waitingSince?.toISOString() ?? null) : null,
  dueAt: row.needsReply ? (dueAt?.toISOString() ?? null) : null,
  lastMessage:
    lastId === null ? null : (
      {
        body: lastBody,
        direction: lastDirection!,
        at: lastAt!.toISOString(),
        status: lastStatus!,
        hasMedia: lastHasMedia,
      }
    ),
});

/**
 * `all`: every open one; `overdue`: those whose reply time has passed; `failed`: those whose last text by a person of the
 * business did not reach its phone, and nobody has seen to it since; closed ones, too. `looks_opted_out`: those whose
 * contact wrote what looks like an opt-out and no one has looked at it; closed ones, too.
 */
export type ConversationFilter = 'needs_reply' | 'looks_opted_out' | 'overdue' | 'all' | 'closed' | 'failed';
const filters = {
  needs_reply: sql`v.needs_reply`,
  all: sql`v.state = 'open'`,
  closed: sql`v.state = 'closed'`,
  failed: sql`v.failed`,
  looks_opted_out: sql`exists (select from ${people} h
    where h.id = v.contact_id and h.business_id = v.business_id and h.suspected)`,
} as const;
const overdue = (now: Date) => sql`${sql.raw(isDue)} and v.due_at <= ${now}`;
/** How many conversations each filter shows. */
export type ConversationCounts = Readonly<Record<ConversationFilter, number>>;
const noCounts: ConversationCounts = { needs_reply: 0, looks_opted_out: 0, overdue: 0, all: 0, closed: 0, failed: 0 };

/**
 * What somebody typed, as a question for the words of messages: all words, the last, which may still be being typed, as
 * it begins. Null: nothing that could be looked for; a word of fewer than three letters begins too many.
 */
export function wordsAsked(typed: string): string | null {
  const words =
    typed
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const asked = words.map((word, index) =>
    index === words.length - 1 && word.length >= 3 ? `'${word}':*` : `'${word}'`,
  );
  return words.some((word) => word.length >= 3) ? asked.join(' & ') : null;
}

/** Whose conversations: anybody's, those that nobody has taken, or somebody's, by the id of the user. */
export type ConversationOwner = 'anybody' | typeof nobody | (string & {});

interface ConversationQuery extends Page {
  readonly filter: ConversationFilter;
  readonly owner?: ConversationOwner;
  /** `waiting`: of those that need a reply, who has waited longest comes first; others are newest first always. */
  readonly sort?: 'newest' | 'waiting';
  readonly search: string | null;
  readonly signal?: AbortSignal;
}

/** Whose reply time has passed. */
export interface Overdue {
  readonly businessId: string;
  readonly contactId: string;
  readonly dueAt: Date;
  readonly waitingSince: Date;
}

export const conversationQueries = {
  /** Newest first. Words are looked for as an operator: see `contacts` in contacts/queries.ts. */
  conversations: query({
    reads: (businessId: string, { search }: ConversationQuery) =>
      (search ?? '').trim() !== '' ? 'operator' : { businessId },
    run: async (
      db,
      businessId: string,
      { filter, owner = 'anybody', sort = 'newest', search, page, perPage, signal }: ConversationQuery,
    ): Promise<Listed<ConversationView> & { readonly counts: ConversationCounts }> => {
      const isOwned =
        owner === 'anybody' ? sql`true`
        : owner === nobody ? sql`v.assignee_id is null`
        : sql`v.assignee_id = ${owner}::uuid`;
      const isOverdue = overdue(db.now());
      const isShown = filter === 'overdue' ? isOverdue : filters[filter];
      const condition = sql`${isShown} and v.listed and ${isOwned}`;
      const order =
        filter === 'overdue' ? sql`order by v.due_at, v.contact_id`
        : sort === 'waiting' && filter === 'needs_reply' ? sql`order by v.waiting_since, v.contact_id`
        : sql`order by v.position desc`;
      const chosen = sql`${order} limit ${perPage} offset ${offsetOf(page, perPage)}`;
      const patterns = searchPatterns(search ?? '');
      const tally =
        owner === 'anybody' ?
          sql`${t(conversationCountTable)} where business_id = ${businessId}`
        : sql`${t(conversationOwnerTable)} where business_id = ${businessId} and owner_id = ${owner}::uuid`;
      const counted = db.ask(
        sql<ConversationCounts>`select needs_reply::int as needs_reply, open::int as "all", closed::int as closed,
            failed::int as failed, (
              select count(*)::int from (
                select from ${t(conversationTable)} v
                where v.business_id = ${businessId} and ${isOverdue} and ${isOwned} limit ${maxCount}
              ) overdue
            ) as overdue, (
              select count(*)::int from (
                select from ${t(conversationTable)} v
                where v.business_id = ${businessId} and v.listed and ${filters.looks_opted_out} and ${isOwned}
                limit ${maxCount}
              ) held
            ) as looks_opted_out
          from ${tally}`,
        signal,
      );
      if (patterns.length === 0) {
        const [[counts = noCounts], rows] = await Promise.all([
          counted,
          db.ask(
            sql<Row>`select ${columns} from (
              select * from ${t(conversationTable)} v where v.business_id = ${businessId} and ${condition} ${chosen}
            ) v ${around} ${order}`,
            signal,
          ),
        ]);
        return { data: rows.map(toView), total: counts[filter], counts };
      }
      // Names, numbers and words are found by their indexes, and only what is found is looked up here.
      const asked = wordsAsked(search ?? '');
      const withWords =
        asked === null ?
          sql``
        : sql`union (
            select contact_id from ${t(messageTable)}
            where business_id = ${businessId} and ${sql.raw(searchedWords)} @@ to_tsquery('simple', ${asked})
            limit ${maxCount}
          )`;
      const found = sql`with named as materialized (
          (
            select c.id as contact_id from ${people} c
            where c.business_id = ${businessId} and ${matches(sql`c.search`, patterns)} limit ${maxCount}
          ) ${withWords}
        ), found as materialized (
          select v.* from named join ${t(conversationTable)} v using (contact_id)
          where v.business_id = ${businessId} and ${condition} limit ${maxCount}
        )`;
      const [[counts = noCounts], rows] = await Promise.all([
        counted,
        // A page behind the last has a row of nothing but the total.
        db.ask(
          sql<
            Row & { found: boolean; total: number }
          >`${found} select ${columns}, v.contact_id is not null as found, number.total
            from (select count(*)::int as total from found) number
            left join (select * from found v ${chosen}) v on true ${around} ${order}`,
          signal,
        ),
      ]);
      const data = rows.filter((row) => row.found).map(({ found: _, total: __, ...row }) => toView(row));
      return { data, total: rows[0]?.total ?? 0, counts };
    },
  }),

  conversation: query({
    reads: 'business',
    run: async (db, businessId: string, contactId: string): Promise<ConversationView | null> => {
      const [row] = await db.ask(sql<Row>`select ${columns} from ${t(conversationTable)} v ${around}
        where v.contact_id = ${contactId} and v.business_id = ${businessId} and v.listed`);
      return row ? toView(row) : null;
    },
  }),

  /** Who answers for a business, by name, and how many conversations each has; `nobody` has those that wait to be taken. */
  team: query({
    reads: 'business',
    run: async (db, businessId: string) => {
      const [members, tallies] = await Promise.all([
        db.ask(sql<{
          id: string;
          name: string;
          hasPhone: boolean;
        }>`select u.id, coalesce(${called}, u.email, '') as name, u.phone is not null as "hasPhone" from ${team} u
          where u.business_id = ${businessId} and u.joined_at is not null and ${answers(sql`u`)} order by name, u.id`),
        db.ask(
          sql<{ ownerId: string; open: number; needsReply: number }>`select owner_id as "ownerId", open::int as open,
            needs_reply::int as "needsReply" from ${t(conversationOwnerTable)} where business_id = ${businessId}`,
        ),
      ]);
      const tallyOf = (id: string) => {
        const { open = 0, needsReply = 0 } = tallies.find(({ ownerId }) => ownerId === id) ?? {};
        return { open, needsReply };
      };
      return { members, unassigned: tallyOf(nobody), of: tallyOf };
    },
  }),

  /** Some of a user's conversations, open or not. */
  assignedTo: query({
    reads: 'business',
    run: async (db, businessId: string, userId: string, limit: number): Promise<readonly string[]> => {
      const rows = await db.ask(
        sql<{ id: string }>`select contact_id as id from ${t(conversationTable)}
          where business_id = ${businessId} and assignee_id = ${userId}::uuid order by state desc, contact_id limit ${limit}`,
      );
      return rows.map(({ id }) => id);
    },
  }),

  /** How much each of the team has, and when they were last given something by itself (a place in the log). */
  chatLoads: query({
    reads: 'business',
    run: async (db, businessId: string): Promise<readonly Load[]> => {
      const rows = await db.ask(
        sql<{ userId: string; open: number; givenAt: string | null }>`
          select coalesce(n.user_id, o.owner_id) as "userId", coalesce(o.open, 0)::int as open, n.given_at as "givenAt"
          from (select * from ${t(conversationOwnerTable)} where business_id = ${businessId}) o
          full join (select * from ${t(turnTable)} where business_id = ${businessId}) n on n.user_id = o.owner_id`,
      );
      return rows.map(({ givenAt, ...row }) => ({ ...row, givenAt: givenAt === null ? null : BigInt(givenAt) }));
    },
  }),

  /**
   * Conversations whose reply time passed behind a place in the order of those times, up to now. Where it had passed when
   * it was chosen, nobody is late: the business has only just said so. As an operator: one look serves all businesses.
   */
  overdueSince: query({
    reads: 'operator',
    run: async (db, after: Pick<Overdue, 'dueAt' | 'contactId'>, limit: number) =>
      db.ask(
        sql<Overdue>`select v.business_id as "businessId", v.contact_id as "contactId", v.due_at as "dueAt",
            v.waiting_since as "waitingSince"
          from ${t(conversationTable)} v where ${sql.raw(isDue)} and v.due_at <= ${db.now()}
            and v.due_at > (select r.chosen_at from ${t(replyTimeTable)} r where r.business_id = v.business_id)
            and (v.due_at, v.contact_id) > (${after.dueAt}::timestamptz, ${after.contactId}::uuid)
          order by v.due_at, v.contact_id limit ${limit}`,
      ),
  }),

  /** Messages left to people that nobody has read, over all open conversations of the business. */
  unread: query({
    reads: 'business',
    run: async (db, businessId: string): Promise<number> => {
      const [row] = await db.ask(
        sql<{ unread: number }>`select unread_messages::int as unread from ${t(conversationCountTable)}
          where business_id = ${businessId}`,
      );
      return row?.unread ?? 0;
    },
  }),
};
