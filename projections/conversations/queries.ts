import { type RawBuilder, sql } from 'kysely';
import { contactModel } from '../contacts/table.ts';
import { ask, iso, mostCounted, offsetOf, type ReadDatabase, searchPatterns, tablesIn } from '../engine/query.ts';
import { schemaOf } from '../engine-types.ts';
import type { ContactStatus, ConversationView, MessageStatus, ReadModels } from '../read-models.ts';
import { conversations } from './projector.ts';

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
  v.state, v.unread, v.assignee_id as "assigneeId", v.position::text as position,
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

const filters: Readonly<
  Record<'all' | 'unread' | 'closed', { readonly rows: RawBuilder<unknown>; readonly tally: string }>
> = {
  all: { rows: sql`v.state = 'open'`, tally: 'open' },
  unread: { rows: sql`v.state = 'open' and v.unread > 0`, tally: 'unread_conversations' },
  closed: { rows: sql`v.state = 'closed'`, tally: 'closed' },
};

export const conversationQueries = (
  db: ReadDatabase,
): Pick<ReadModels, 'conversations' | 'conversation' | 'unread'> => ({
  conversations: async (businessId, { filter, search, page, perPage, signal }) => {
    const { rows: condition, tally } = filters[filter];
    const offset = offsetOf(page, perPage);
    const patterns = search === null ? [] : searchPatterns(search);
    if (patterns.length === 0) {
      const [[counted], rows] = await Promise.all([
        ask(
          db,
          sql<{
            total: number;
          }>`select ${sql.ref(tally)}::int as total from ${t('conversation_counts')} where business_id = ${businessId}`,
          signal,
        ),
        ask(
          db,
          sql<Row>`
          select ${columns} from (select * from ${t('conversations')} v where v.business_id = ${businessId} and ${condition} order by v.position desc limit ${perPage} offset ${offset}) v
          ${around} order by v.position desc`,
          signal,
        ),
      ]);
      return { data: rows.map(toView), total: counted?.total ?? 0 };
    }
    // Names and numbers are found by the contacts' index, and only what is found is looked up here.
    const found = sql`with found as materialized (
        select v.* from ${people} c join ${t('conversations')} v on v.contact_id = c.id and v.business_id = c.business_id
        where c.business_id = ${businessId} and (${sql.join(
          patterns.map((pattern) => sql`c.search like ${pattern}`),
          sql` or `,
        )}) and ${condition} limit ${mostCounted}
      )`;
    const [[counted], rows] = await Promise.all([
      ask(db, sql<{ total: number }>`${found} select count(*)::int as total from found`, signal),
      ask(
        db,
        sql<Row>`${found} select ${columns} from (select * from found v order by v.position desc limit ${perPage} offset ${offset}) v ${around} order by v.position desc`,
        signal,
      ),
    ]);
    return { data: rows.map(toView), total: counted?.total ?? 0 };
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
