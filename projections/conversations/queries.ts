import { type RawBuilder, sql } from 'kysely';
import { contactModel } from '../contacts/table.ts';
import { ask, iso, mostCounted, offsetOf, type ReadDatabase, searchPatterns, tablesIn } from '../engine/query.ts';
import { schemaOf } from '../engine-types.ts';
import type {
  ContactStatus,
  ConversationCounts,
  ConversationFilter,
  ConversationView,
  MessageStatus,
  ReadModels,
} from '../read-models.ts';
import { conversations } from './projector.ts';
import { searchedWords } from './table.ts';

const t = tablesIn(schemaOf(conversations));
const people = tablesIn(schemaOf(contactModel))('contacts');

interface Row {
  contactId: string;
  phone: string | null;
  firstName: string | null;
  lastName: string | null;
  contactStatus: ContactStatus;
  state: 'open' | 'closed' | 'hidden';
  unread: number;
  needsReply: boolean;
  assigneeId: string | null;
  position: string;
  lastId: string | null;
  lastBody: string | null;
  lastDirection: 'in' | 'out' | null;
  lastAt: Date | null;
  lastStatus: MessageStatus | null;
  lastHasMedia: boolean;
}

const columns = sql`v.contact_id as "contactId", coalesce(c.phone, v.phone) as phone, c.first_name as "firstName", c.last_name as "lastName", coalesce(c.current, 'unknown') as "contactStatus",
  v.state, v.unread, v.needs_reply as "needsReply", v.assignee_id as "assigneeId", v.position::text as position,
  m.id as "lastId", m.body as "lastBody", m.direction as "lastDirection", m.at as "lastAt", m.status as "lastStatus", m.media is not null as "lastHasMedia"`;
const around = sql`left join ${people} c on c.id = v.contact_id and c.business_id = v.business_id left join ${t('messages')} m on m.id = v.last_message_id and m.at is not null`;

const toView = (row: Row): ConversationView => ({
  contactId: row.contactId,
  phone: row.phone,
  firstName: row.firstName,
  lastName: row.lastName,
  contactStatus: row.contactStatus,
  open: row.state !== 'closed',
  unread: row.unread,
  needsReply: row.needsReply,
  assigneeId: row.assigneeId,
  position: row.position,
  lastMessage:
    row.lastId === null ?
      null
    : {
        body: row.lastBody,
        direction: row.lastDirection!,
        at: iso(row.lastAt!),
        status: row.lastStatus!,
        hasMedia: row.lastHasMedia,
      },
});

const filters: Readonly<Record<ConversationFilter, RawBuilder<unknown>>> = {
  needs_reply: sql`v.needs_reply`,
  all: sql`v.state = 'open'`,
  closed: sql`v.state = 'closed'`,
};
const noCounts: ConversationCounts = { needs_reply: 0, all: 0, closed: 0 };

/**
 * What somebody typed, as a question for the words of messages: all words, each as it begins. Null: nothing that could be looked for; a word of fewer than three
 * letters begins too many.
 */
export function wordsAsked(typed: string): string | null {
  const words =
    typed
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const asked = words.map((word) => (word.length < 3 ? `'${word}'` : `'${word}':*`));
  return words.some((word) => word.length >= 3) ? asked.join(' & ') : null;
}

export const conversationQueries = (
  db: ReadDatabase,
): Pick<ReadModels, 'conversations' | 'conversation' | 'unread'> => ({
  conversations: async (businessId, { filter, search, page, perPage, signal }) => {
    const condition = filters[filter];
    const offset = offsetOf(page, perPage);
    const patterns = search === null ? [] : searchPatterns(search);
    const counts = ask(
      db,
      sql<ConversationCounts>`
        select needs_reply::int as needs_reply, open::int as "all", closed::int as closed
        from ${t('conversation_counts')} where business_id = ${businessId}`,
      signal,
    ).then(([row]) => row ?? noCounts);
    if (patterns.length === 0) {
      const [counted, rows] = await Promise.all([
        counts,
        ask(
          db,
          sql<Row>`
          select ${columns} from (
              select * from ${t('conversations')} v where v.business_id = ${businessId} and ${condition}
              order by v.position desc limit ${perPage} offset ${offset}
            ) v
          ${around} order by v.position desc`,
          signal,
        ),
      ]);
      return { data: rows.map(toView), total: counted[filter], counts: counted };
    }
    // Names, numbers and words are found by their indexes, and only what is found is looked up here.
    const asked = wordsAsked(search!);
    const byWords =
      asked === null ?
        sql``
      : sql`union select m.contact_id from (
            select contact_id from ${t('messages')}
            where business_id = ${businessId} and ${sql.raw(searchedWords)} @@ to_tsquery('simple', ${asked})
            limit ${mostCounted}
          ) m`;
    const found = sql`with named as materialized (
        (select c.id as contact_id from ${people} c
        where c.business_id = ${businessId} and (${sql.join(
          patterns.map((pattern) => sql`c.search like ${pattern}`),
          sql` or `,
        )}) limit ${mostCounted}) ${byWords}
      ), found as materialized (
        select v.* from named join ${t('conversations')} v using (contact_id)
        where v.business_id = ${businessId} and ${condition} limit ${mostCounted}
      )`;
    const [[counted], rows, all] = await Promise.all([
      ask(db, sql<{ total: number }>`${found} select count(*)::int as total from found`, signal),
      ask(
        db,
        sql<Row>`${found} select ${columns} from (
            select * from found v order by v.position desc limit ${perPage} offset ${offset}
          ) v ${around} order by v.position desc`,
        signal,
      ),
      counts,
    ]);
    return { data: rows.map(toView), total: counted?.total ?? 0, counts: all };
  },

  conversation: async (businessId, contactId) => {
    const [row] = await ask(
      db,
      sql<Row>`
      select ${columns} from ${t('conversations')} v ${around} where v.contact_id = ${contactId} and v.business_id = ${businessId} and v.listed`,
    );
    return row ? toView(row) : null;
  },

  unread: async (businessId) => {
    const [row] = await ask(
      db,
      sql<{
        unread: number;
      }>`select unread_messages::int as unread from ${t('conversation_counts')} where business_id = ${businessId}`,
    );
    return row?.unread ?? 0;
  },
});
