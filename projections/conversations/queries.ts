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
import { conversationCountTable, conversationModel, conversationTable, messageTable } from './table.ts';

const t = tablesIn(conversationModel);
const people = tablesIn(contactModel)(contactTable);

type Message = RowOf<typeof messageTable>;
const own = conversationTable.select('v', 'contactId', 'state', 'unread', 'assigneeId', 'position');
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

/** `all`: every open one. */
export type ConversationFilter = 'all' | 'unread' | 'closed';
const filters = {
  all: { rows: sql`v.state = 'open'`, tally: 'open' },
  unread: { rows: sql`v.state = 'open' and v.unread > 0`, tally: 'unread_conversations' },
  closed: { rows: sql`v.state = 'closed'`, tally: 'closed' },
} as const;

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
    ): Promise<Listed<ConversationView>> => {
      const { rows: condition, tally } = filters[filter];
      const chosen = sql`order by v.position desc limit ${perPage} offset ${offsetOf(page, perPage)}`;
      const patterns = searchPatterns(search ?? '');
      if (patterns.length === 0) {
        const [[counted], rows] = await Promise.all([
          db.ask(
            sql<{ total: number }>`select ${sql.ref(tally)}::int as total from ${t(conversationCountTable)}
              where business_id = ${businessId}`,
            signal,
          ),
          db.ask(
            sql<Row>`select ${columns} from (
              select * from ${t(conversationTable)} v where v.business_id = ${businessId} and ${condition} ${chosen}
            ) v ${around} order by v.position desc`,
            signal,
          ),
        ]);
        return { data: rows.map(toView), total: counted?.total ?? 0 };
      }
      // Names and numbers are found by the contacts' index, and only what is found is looked up here.
      const found = sql`with found as materialized (
          select v.* from ${people} c
            join ${t(conversationTable)} v on v.contact_id = c.id and v.business_id = c.business_id
          where c.business_id = ${businessId} and ${matches(sql`c.search`, patterns)} and ${condition} limit ${mostCounted}
        )`;
      const [[counted], rows] = await Promise.all([
        db.ask(sql<{ total: number }>`${found} select count(*)::int as total from found`, signal),
        db.ask(
          sql<Row>`${found} select ${columns} from (select * from found v ${chosen}) v ${around} order by v.position desc`,
          signal,
        ),
      ]);
      return { data: rows.map(toView), total: counted?.total ?? 0 };
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

  /** Inbound messages nobody has read, over all open conversations of the business. */
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
