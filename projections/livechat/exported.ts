import { sql } from 'kysely';
import type { PlacePage } from '../engine/place-page.ts';
import { dated, query, tablesIn } from '../engine/query.ts';
import type { RowOf, SelectedOf } from '../engine/table.ts';
import { userModel, userTable } from '../tables/users.ts';
import { conversationModel, messageTable } from '../tables/livechat.ts';

const messages = tablesIn(conversationModel)(messageTable);
const users = tablesIn(userModel)(userTable);
const columns = messageTable.select(
  'm',
  'direction',
  'body',
  'status',
  'purpose',
  'segments',
  'errorCode',
  'reason',
  'at',
);
type Row = SelectedOf<typeof columns> & { author: string | null; pictures: number; position: string };
/** What is null until a message has begun; those are never asked for. */
type Begun = 'direction' | 'at';

/** Notes are no texts: what only the team may see leaves with no file. */
const texts = (businessId: string, contactId: string) =>
  sql`m.contact_id = ${contactId} and m.business_id = ${businessId} and m.kind = 'message' and m.position is not null`;
const toView = (row: Row) => dated(row as Row & { [N in Begun]: NonNullable<RowOf<typeof messageTable>[N]> });
export type ExportedMessage = ReturnType<typeof toView>;

export const exportedMessageQueries = {
  /** How many texts a conversation has, and the place of the newest; null: it has none. */
  countMessages: query({
    reads: 'business',
    run: async (db, businessId: string, contactId: string) => {
      const [row] = await db.ask(sql<{ count: number; upTo: string | null }>`
        select count(*)::int as count, max(m.position)::text as "upTo" from ${messages} m
        where ${texts(businessId, contactId)}`);
      return row ?? { count: 0, upTo: null };
    },
  }),

  /** The oldest first, some at a time, behind the place `after`. */
  exportedMessages: query({
    reads: 'business',
    run: async (
      db,
      businessId: string,
      contactId: string,
      { after, upTo, limit }: PlacePage,
      signal?: AbortSignal,
    ): Promise<readonly ExportedMessage[]> => {
      const rows = await db.ask(
        sql<Row>`select ${columns}, nullif(trim(concat(u.first_name, ' ', u.last_name)), '') as author,
            coalesce(jsonb_array_length(m.media), 0)::int as pictures, m.position::text as position
          from ${messages} m left join ${users} u on u.id = m.author_id
          where ${texts(businessId, contactId)} and m.position > ${after}::bigint and m.position <= ${upTo}::bigint
          order by m.position limit ${limit}`,
        signal,
      );
      return rows.map(toView);
    },
  }),
};
