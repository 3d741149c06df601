import { sql } from 'kysely';
import { conversations } from '../conversations/projector.ts';
import { ask, iso, isoOrNull, type ReadDatabase, tablesIn } from '../engine/query.ts';
import { schemaOf } from '../engine-types.ts';
import type { MessageStatus, MessageView, ReadModels } from '../read-models.ts';

const t = tablesIn(schemaOf(conversations));

interface Row {
  id: string;
  contactId: string;
  direction: 'in' | 'out';
  kind: 'message' | 'note';
  body: string | null;
  media: MessageView['media'] | null;
  status: MessageStatus;
  purpose: string | null;
  segments: number | null;
  errorCode: number | null;
  reason: string | null;
  heldUntil: Date | null;
  at: Date;
  position: string;
  history: { status: string; at: string }[];
  authorId: string | null;
}

const columns = sql`id, contact_id as "contactId", direction, kind, body, media, status, purpose, segments, error_code as "errorCode", reason, held_until as "heldUntil", at,
  position::text as position, history, author_id as "authorId"`;

const toView = (row: Row): MessageView => ({
  ...row,
  media: row.media ?? [],
  heldUntil: isoOrNull(row.heldUntil),
  at: iso(row.at),
});

/** Larger than any position there can be. */
const newest = '9223372036854775807';
export const bounded = (position: string | null): string =>
  position !== null && BigInt(position) < BigInt(newest) ? position : newest;

export const messageQueries = (db: ReadDatabase): Pick<ReadModels, 'messages' | 'message' | 'receivedSince'> => ({
  messages: async (businessId, contactId, { before, limit, signal }) => {
    const rows = await ask(
      db,
      sql<Row>`
      select ${columns} from ${t('messages')}
      where contact_id = ${contactId} and business_id = ${businessId} and position < ${bounded(before)}::bigint order by messages.position desc limit ${limit + 1}`,
      signal,
    );
    return { data: rows.slice(0, limit).reverse().map(toView), hasMore: rows.length > limit };
  },
  message: async (businessId, messageId) => {
    const [row] = await ask(
      db,
      sql<Row>`select ${columns} from ${t('messages')} where id = ${messageId} and business_id = ${businessId} and position is not null`,
    );
    return row ? toView(row) : null;
  },
  receivedSince: async (businessId, position, limit) =>
    ask(
      db,
      sql<{ contactId: string; messageId: string; position: string }>`
    select contact_id as "contactId", id as "messageId", position::text as position from ${t('messages')}
    where business_id = ${businessId} and direction = 'in' and position > ${bounded(position)}::bigint order by messages.position limit ${limit}`,
    ),
});
