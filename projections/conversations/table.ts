import { added, either, first, highest, joined, type Meet, newest, newestWith } from '../engine/meet.ts';
import { col, key, made, maybe, table } from '../engine/table.ts';

export type MessageStatus =
  'received' | 'queued' | 'accepted' | 'sent' | 'delivered' | 'failed' | 'suppressed' | 'held' | 'unknown';

/** Where they live. Raise the version when a table or a fold changes. */
export const conversationModel = { name: 'conversations', version: 3 } as const;

/**
 * Unread is counted, never guessed: what came in after the read position. Reading up to the newest text gives zero at
 * once; reading up to an older one counts what is in between.
 */
const stillUnread: Meet = {
  sql: (kept, said, { alias, schema }) => `${said} + case
        when excluded.read_to is null or excluded.read_to <= coalesce(${alias}.read_to, 0) then ${kept}
        when excluded.read_to >= coalesce(${alias}.last_inbound, 0) then 0
        else (
          select count(*) from ${schema}.messages m
          where m.contact_id = excluded.contact_id and m.direction = 'in'
            and m.position > excluded.read_to and m.position <= ${alias}.last_inbound
        )
      end`,
  fold: (_kept, said) => said,
  nothing: 0,
};

export const conversationTable = table(
  'conversations',
  {
    contactId: key('uuid'),
    businessId: col('uuid'),
    phone: maybe('text', first),
    /** Somebody wrote first, or a person of the business did: it belongs on the list. A broadcast alone does not. */
    listed: col('boolean', either),
    /** Null: never closed, never marked. */
    closed: maybe('boolean', newest),
    marked: maybe('boolean', newest),
    readTo: maybe('bigint', highest),
    /** Texts that came in after `readTo`. */
    received: col('int', stillUnread),
    lastInbound: maybe('bigint', highest),
    assigneeId: maybe('uuid', newestWith('assignedAt')),
    assignedAt: maybe('bigint', newest),
    lastMessageId: maybe('uuid', newest),
    /** When that one came or went; null: there is none. */
    lastMessageAt: maybe('timestamptz', newest),
    /** Of the newest message or note. */
    position: col('bigint', highest),
    state: made('text', `case when not listed then 'hidden' when closed then 'closed' else 'open' end`).of<
      'open' | 'closed' | 'hidden'
    >(),
    unread: made('int', 'greatest(received, case when marked then 1 else 0 end)'),
  },
  { fillfactor: 80 },
);

export const conversationCountTable = table(
  'conversation_counts',
  {
    businessId: key('uuid'),
    open: col('bigint', added),
    closed: col('bigint', added),
    unreadConversations: col('bigint', added),
    unreadMessages: col('bigint', added),
  },
  { fillfactor: 50 },
);

/** Among equals of this rank the latest counts: nobody knows yet. */
export const revisableRank = 2;
/** A state never moves backwards: it comes with what was said when it was reached. */
const withTheState: Meet = {
  sql: (kept, said, { alias: m }) =>
    `case when excluded.rank > ${m}.rank or (excluded.rank = ${m}.rank and ${m}.rank = ${revisableRank}) then ${said} else ${kept} end`,
  fold: (_kept, said) => said,
  nothing: null,
};

/** Messages and notes. What starts one may come after its first states: until then most of it is null. */
export const messageTable = table(
  'messages',
  {
    id: key('uuid'),
    businessId: col('uuid'),
    contactId: col('uuid'),
    kind: maybe('text', first).of<'message' | 'note'>(),
    direction: maybe('text', first).of<'in' | 'out'>(),
    body: maybe('text', first),
    media: maybe('jsonb', first).of<readonly { readonly url: string; readonly contentType: string | null }[]>(),
    purpose: maybe('text', first),
    segments: maybe('int', first),
    at: maybe('timestamptz', first),
    position: maybe('bigint', first),
    authorId: maybe('uuid', first),
    status: col('text', withTheState).of<MessageStatus>(),
    rank: col('smallint', withTheState),
    errorCode: maybe('int', withTheState),
    /** Why it failed, waits or was suppressed; a code of the message catalogue or plain words. */
    reason: maybe('text', withTheState),
    heldUntil: maybe('timestamptz', withTheState),
    sentAt: maybe('timestamptz', first),
    deliveredAt: maybe('timestamptz', first),
    failedAt: maybe('timestamptz', first),
    history: col('jsonb', joined).of<{ status: string; at: string }[]>(),
  },
  { fillfactor: 85 },
);

/** Of each day of the business's zone: what happened on it. */
export const messageDayTable = table(
  'message_days',
  {
    businessId: key('uuid'),
    day: key('date'),
    received: col('bigint', added),
    sent: col('bigint', added),
    delivered: col('bigint', added),
    failed: col('bigint', added),
    suppressed: col('bigint', added),
    segments: col('bigint', added),
  },
  { fillfactor: 50 },
);
/** The segments of each month: what plans are counted by, and lists sorted. */
export const messageMonthTable = table(
  'message_months',
  { businessId: key('uuid'), month: key('date'), segments: col('bigint', added) },
  { fillfactor: 50 },
);
/** Of each day of the business's zone: the messages begun on it, by the state they have come to. */
export const messageStatusTable = table(
  'message_statuses',
  { businessId: key('uuid'), day: key('date'), status: key('text').of<MessageStatus>(), count: col('bigint', added) },
  { fillfactor: 50 },
);

/** The timeline, and the recount of what is unread: needed while the tables are being filled. */
export const conversationIndexesAtOnce = (schema: string): string =>
  `create index messages_timeline on ${schema}.messages (contact_id, position)`;

export const conversationIndexes = (schema: string): string => `
  create index messages_received on ${schema}.messages (business_id, position) where direction = 'in';
  create index message_months_by_use on ${schema}.message_months (month, segments, business_id);
  create index conversations_newest on ${schema}.conversations (business_id, state, position desc);
  create index conversations_unread on ${schema}.conversations (business_id, position desc) where state = 'open' and unread > 0;
  create index conversations_by_last_message on ${schema}.conversations (business_id, last_message_at, contact_id)
    where last_message_at is not null`;
