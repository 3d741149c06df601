import { sql } from 'kysely';
import { contactModel, type ContactStatus, contactTable } from '../contacts/table.ts';
import {
  type Listed,
  matches,
  mostCounted,
  offsetOf,
  type Page,
  query,
  searchPatterns,
  tablesIn,
} from '../engine/query.ts';
import type { RowOf, SelectedOf } from '../engine/table.ts';
import {
  conversationCountTable,
  conversationModel,
  conversationTable,
  failedTexts,
  messageTable,
  searchedWords,
} from './table.ts';

const t = tablesIn(conversationModel);
const people = tablesIn(contactModel)(contactTable);

type Message = RowOf<typeof messageTable>;
const own = conversationTable.select('v', 'contactId', 'state', 'unread', 'needsReply', 'assigneeId', 'position');
const columns = sql`${own}, coalesce(c.phone, v.phone) as phone, c.first_name as "firstName", c.last_name as "lastName",
  coalesce(c.current, 'unknown') as "contactStatus", m.id as "lastId", m.body as "lastBody",
  m.direction as "lastDirection", m.at as "lastAt", m.status as "lastStatus", m.media is not null as "lastHasMedia"`;
interface Row extends SelectedOf<typeof own> {
  phone: string | null;
  firstName: string | null;
  lastName: string | null;
  contactStatus: ContactStatus;
  lastId: string | null;
  lastBody: Message['body'];
  lastDirection: Message['direction'];
  lastAt: Message['at'];
  lastStatus: Message['status'] | null;
  lastHasMedia: boolean;
}
const around = sql`left join ${people} c on c.id = v.contact_id and c.business_id = v.business_id
  left join ${t(messageTable)} m on m.id = v.last_message_id and m.at is not null`;

/** `position`: of the newest thing in it; pass it back to mark it read. */
export type ConversationView = ReturnType<typeof toView>;
const toView = ({ state, lastId, lastBody, lastDirection, lastAt, lastStatus, lastHasMedia, ...row }: Row) => ({
  ...row,
  open: state !== 'closed',
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

/** `all`: every open one; `failed`: open ones whose newest is a text that a person of the business wrote and that did not go. */
export type ConversationFilter = 'needs_reply' | 'all' | 'closed' | 'failed';
const filters = {
  needs_reply: sql`v.needs_reply`,
  all: sql`v.state = 'open'`,
  closed: sql`v.state = 'closed'`,
  failed: sql`v.state = 'open' and v.last_message_id in (
    select f.id from ${t(messageTable)} f where f.business_id = v.business_id and ${sql.raw(failedTexts)}
  )`,
} as const;
/** How many conversations each filter shows. */
export type ConversationCounts = Readonly<Record<ConversationFilter, number>>;
const noCounts: ConversationCounts = { needs_reply: 0, all: 0, closed: 0, failed: 0 };

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

interface ConversationQuery extends Page {
  readonly filter: ConversationFilter;
  readonly search: string | null;
  readonly signal?: AbortSignal;
}

export const conversationQueries = {
  /** Newest first. Words are looked for as an operator: see `contacts` in contacts/queries.ts. */
  conversations: query({
    reads: (businessId: string, { search }: ConversationQuery) =>
      (search ?? '').trim() !== '' ? 'operator' : { businessId },
    run: async (
      db,
      businessId: string,
      { filter, search, page, perPage, signal }: ConversationQuery,
    ): Promise<Listed<ConversationView> & { readonly counts: ConversationCounts }> => {
      const condition = filters[filter];
      const chosen = sql`order by v.position desc limit ${perPage} offset ${offsetOf(page, perPage)}`;
      const patterns = searchPatterns(search ?? '');
      const counted = db.ask(
        sql<ConversationCounts>`select needs_reply::int as needs_reply, open::int as "all", closed::int as closed,
            (
              select count(*)::int from ${t(messageTable)} f
              join ${t(conversationTable)} v on v.contact_id = f.contact_id and v.last_message_id = f.id
              where f.business_id = ${businessId} and ${sql.raw(failedTexts)} and v.state = 'open'
            ) as failed
          from ${t(conversationCountTable)} where business_id = ${businessId}`,
        signal,
      );
      if (patterns.length === 0) {
        const [[counts = noCounts], rows] = await Promise.all([
          counted,
          db.ask(
            sql<Row>`select ${columns} from (
              select * from ${t(conversationTable)} v where v.business_id = ${businessId} and ${condition} ${chosen}
            ) v ${around} order by v.position desc`,
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
            limit ${mostCounted}
          )`;
      const found = sql`with named as materialized (
          (
            select c.id as contact_id from ${people} c
            where c.business_id = ${businessId} and ${matches(sql`c.search`, patterns)} limit ${mostCounted}
          ) ${withWords}
        ), found as materialized (
          select v.* from named join ${t(conversationTable)} v using (contact_id)
          where v.business_id = ${businessId} and ${condition} limit ${mostCounted}
        )`;
      const [[counts = noCounts], [total], rows] = await Promise.all([
        counted,
        db.ask(sql<{ total: number }>`${found} select count(*)::int as total from found`, signal),
        db.ask(
          sql<Row>`${found} select ${columns} from (select * from found v ${chosen}) v ${around} order by v.position desc`,
          signal,
        ),
      ]);
      return { data: rows.map(toView), total: total?.total ?? 0, counts };
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
