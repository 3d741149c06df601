import { sql } from 'kysely';
import type { AnsweringRule } from '../../domain/message/fields.ts';
import { conversations } from '../conversations/projector.ts';
import { ask, iso, isoOrNull, type ReadDatabase, tablesIn } from '../engine/query.ts';
import { schemaOf } from '../engine-types.ts';
import type { MessageStatus, MessageView, ReadModels } from '../read-models.ts';
import { userModel } from '../users/table.ts';

const t = tablesIn(schemaOf(conversations));
const people = tablesIn(schemaOf(userModel))('users');
const nameOf = (alias: string) =>
  sql`nullif(trim(concat(${sql.ref(`${alias}.first_name`)}, ' ', ${sql.ref(`${alias}.last_name`)})), '')`;

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
  author: string | null;
  sorted: 'people' | AnsweringRule | null;
}

const columns = sql`m.id, m.contact_id as "contactId", m.direction, m.kind, m.body, m.media, m.status, m.purpose, m.segments,
  m.error_code as "errorCode", m.reason, m.held_until as "heldUntil", m.at, m.position::text as position, m.history,
  m.author_id as "authorId", m.sorted, ${nameOf('u')} as author`;
const authors = sql`left join ${people} u on u.id = m.author_id`;

const toView = ({ sorted, ...row }: Row): MessageView => ({
  ...row,
  media: row.media ?? [],
  heldUntil: isoOrNull(row.heldUntil),
  at: iso(row.at),
  rule: sorted === 'people' ? null : sorted,
});

/** Larger than any position there can be. */
const newest = '9223372036854775807';
export const bounded = (position: string | null): string =>
  position !== null && BigInt(position) < BigInt(newest) ? position : newest;

export const messageQueries = (
  db: ReadDatabase,
): Pick<ReadModels, 'messages' | 'message' | 'answeredSince' | 'receivedSince'> => ({
  messages: async (businessId, contactId, { before, limit, signal }) => {
    const rows = await ask(
      db,
      sql<Row>`
      select ${columns} from ${t('messages')} m ${authors}
      where m.contact_id = ${contactId} and m.business_id = ${businessId} and m.position < ${bounded(before)}::bigint
      order by m.position desc limit ${limit + 1}`,
      signal,
    );
    return { data: rows.slice(0, limit).reverse().map(toView), hasMore: rows.length > limit };
  },
  message: async (businessId, messageId) => {
    const [row] = await ask(
      db,
      sql<Row>`
      select ${columns} from ${t('messages')} m ${authors}
      where m.id = ${messageId} and m.business_id = ${businessId} and m.position is not null`,
    );
    return row ? toView(row) : null;
  },
  answeredSince: async (businessId, contactId, { position, userId }) => {
    const [row] = await ask(
      db,
      sql<{ author: string | null }>`
      select ${nameOf('u')} as author from ${t('messages')} m ${authors}
      where m.contact_id = ${contactId} and m.business_id = ${businessId} and m.position > ${bounded(position)}::bigint
        and m.direction = 'out' and m.purpose = 'livechat' and m.author_id <> ${userId}
      order by m.position desc limit 1`,
    );
    return row ?? null;
  },
  receivedSince: async (businessId, position, limit) =>
    ask(
      db,
      sql<{ contactId: string; messageId: string; position: string }>`
    select contact_id as "contactId", id as "messageId", sorted_at::text as position from ${t('messages')}
    where business_id = ${businessId} and sorted = 'people' and sorted_at > ${bounded(position)}::bigint
    order by sorted_at limit ${limit}`,
    ),
});
