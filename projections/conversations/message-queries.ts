import { sql } from 'kysely';
import { dated, query, tablesIn } from '../engine/query.ts';
import type { RowOf, SelectedOf } from '../engine/table.ts';
import { conversationModel, messageTable } from './table.ts';

const messages = tablesIn(conversationModel)(messageTable);

const columns = messageTable.select(
  'm',
  'id',
  'contactId',
  'direction',
  'kind',
  'body',
  'media',
  'status',
  'purpose',
  'segments',
  'errorCode',
  'reason',
  'heldUntil',
  'at',
  'position',
  'history',
  'authorId',
);
type Row = SelectedOf<typeof columns>;
/** What is null until a message has begun; those are never asked for. */
type Begun = 'direction' | 'kind' | 'at' | 'position';
type BegunRow = Omit<Row, Begun> & { [N in Begun]: NonNullable<RowOf<typeof messageTable>[N]> };

/** `history`: every state it has been in, for the timeline's detail. `reason`: why it failed, waits or was suppressed. */
export type MessageView = ReturnType<typeof toView>;
const toView = (row: Row) => ({ ...dated(row as BegunRow), media: row.media ?? [] });

/** Larger than any position there can be. */
const newest = '9223372036854775807';
const bounded = (position: string | null): string =>
  position !== null && BigInt(position) < BigInt(newest) ? position : newest;

interface TimelineQuery {
  /** A position to page upwards from; null: the newest. */
  readonly before: string | null;
  readonly limit: number;
  readonly signal?: AbortSignal;
}

export const messageQueries = {
  /** Oldest first within the page. */
  messages: query({
    reads: 'business',
    run: async (
      db,
      businessId: string,
      contactId: string,
      { before, limit, signal }: TimelineQuery,
    ): Promise<{ readonly data: readonly MessageView[]; readonly hasMore: boolean }> => {
      const rows = await db.ask(
        sql<Row>`select ${columns} from ${messages} m where m.contact_id = ${contactId} and m.business_id = ${businessId}
          and m.position < ${bounded(before)}::bigint order by m.position desc limit ${limit + 1}`,
        signal,
      );
      return { data: rows.slice(0, limit).reverse().map(toView), hasMore: rows.length > limit };
    },
  }),

  message: query({
    reads: 'business',
    run: async (db, businessId: string, messageId: string): Promise<MessageView | null> => {
      const [row] = await db.ask(sql<Row>`select ${columns} from ${messages} m
        where m.id = ${messageId} and m.business_id = ${businessId} and m.position is not null`);
      return row ? toView(row) : null;
    },
  }),

  /** Inbound messages after a position, oldest first, at most `limit`: what a reconnecting websocket missed. */
  receivedSince: query({
    reads: 'business',
    run: async (db, businessId: string, position: string, limit: number) =>
      db.ask(
        sql<{ contactId: string; messageId: string; position: string }>`
          select contact_id as "contactId", id as "messageId", position::text as position from ${messages} m
          where business_id = ${businessId} and direction = 'in' and position > ${bounded(position)}::bigint
          order by m.position limit ${limit}`,
      ),
  }),
};
