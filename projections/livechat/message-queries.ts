import { sql } from 'kysely';
import { dated, maxCount, query, tablesIn } from '../engine/query.ts';
import type { RowOf, SelectedOf } from '../engine/table.ts';
import { userModel, userTable } from '../tables/users.ts';
import { conversationModel, messageTable } from '../tables/livechat.ts';

const messages = tablesIn(conversationModel)(messageTable);

const columns = messageTable.select(
  'm',
  'id',
  'contactId',
  'direction',
  'kind',
  'body',
  'media',
  'mediaEnded',
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
  'sorted',
);
/** How the author is called now. */
const author = sql`nullif(trim(concat(u.first_name, ' ', u.last_name)), '')`;
const authors = sql`left join ${tablesIn(userModel)(userTable)} u on u.id = m.author_id`;
type Row = SelectedOf<typeof columns> & { author: string | null };
/** What is null until a message has begun; those are never asked for. */
type Begun = 'direction' | 'kind' | 'at' | 'position';
type BegunRow = Omit<Row, Begun> & { [N in Begun]: NonNullable<RowOf<typeof messageTable>[N]> };

/**
 * `history`: every state it has been in, for the timeline's detail. `reason`: why it failed, waits or was suppressed.
 * `author`: as they are called now. `rule`: the one that answered a text that came in; null: none has.
 */
export type MessageView = ReturnType<typeof toView>;
const toView = ({ sorted, ...row }: Row) => ({
  ...dated(row as Omit<BegunRow, 'sorted'>),
  media: row.media ?? [],
  mediaEnded: row.mediaEnded ?? [],
  rule: sorted === 'people' ? null : sorted,
});

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
    ): Promise<{ readonly data: readonly MessageView[]; readonly total: number; readonly hasMore: boolean }> => {
      const ofContact = sql`m.contact_id = ${contactId} and m.business_id = ${businessId}`;
      // One statement: the conversation on screen is asked for at every text that comes.
      const rows = await db.ask(
        sql<Row & { readonly total: number }>`select ${columns}, ${author} as author,
          (select count(*)::int from (select from ${messages} m where ${ofContact} limit ${maxCount}) counted) as total
          from ${messages} m ${authors} where ${ofContact}
          and m.position < ${bounded(before)}::bigint order by m.position desc limit ${limit + 1}`,
        signal,
      );
      const total = rows[0]?.total ?? 0;
      return { data: rows.slice(0, limit).reverse().map(toView), total, hasMore: rows.length > limit };
    },
  }),

  message: query({
    reads: 'business',
    run: async (db, businessId: string, messageId: string): Promise<MessageView | null> => {
      const [row] = await db.ask(sql<Row>`select ${columns}, ${author} as author from ${messages} m ${authors}
        where m.id = ${messageId} and m.business_id = ${businessId} and m.position is not null`);
      return row ? toView(row) : null;
    },
  }),

  /**
   * What has been said to people after a position: by the contact, or by anybody of the business but `userId`; null:
   * nothing. `author`: how the colleague is called; null: the contact wrote.
   */
  saidSince: query({
    reads: 'business',
    run: async (
      db,
      businessId: string,
      contactId: string,
      { position, userId }: { readonly position: string; readonly userId: string },
    ): Promise<{ readonly by: 'contact' | 'colleague'; readonly author: string | null } | null> => {
      const [row] = await db.ask(sql<{ by: 'contact' | 'colleague'; author: string | null }>`
        select case m.direction when 'in' then 'contact' else 'colleague' end as by, ${author} as author
        from ${messages} m ${authors}
        where m.contact_id = ${contactId} and m.business_id = ${businessId} and m.position > ${bounded(position)}::bigint
          and (m.sorted = 'people' or (m.direction = 'out' and m.purpose = 'livechat' and m.author_id <> ${userId}))
        order by m.position desc limit 1`);
      return row ?? null;
    },
  }),

  /** Messages left to people after a position, in that order, at most `limit`: what a reconnecting websocket missed. */
  receivedSince: query({
    reads: 'business',
    run: async (db, businessId: string, position: string, limit: number) =>
      db.ask(
        sql<{ contactId: string; messageId: string; position: string }>`
          select contact_id as "contactId", id as "messageId", sorted_at::text as position from ${messages} m
          where business_id = ${businessId} and sorted = 'people' and sorted_at > ${bounded(position)}::bigint
          order by sorted_at limit ${limit}`,
      ),
  }),
};
