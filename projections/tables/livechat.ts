import type { ReplyWeek } from '../../domain/livechat/team/fields.ts';
import type { AssignedWhy } from '../../domain/livechat/fields.ts';
import type { AnsweringRule } from '../../domain/messages/fields.ts';
import {
  added,
  either,
  first,
  highest,
  joined,
  latest,
  type MergePolicy,
  newest,
  newestWith,
} from '../engine/merge-policy.ts';
import { batch, col, key, made, maybe, table } from '../engine/table.ts';

export type MessageStatus =
  'received' | 'queued' | 'accepted' | 'sent' | 'delivered' | 'failed' | 'suppressed' | 'held' | 'unknown';

/** Where they live. Raise the version when a table or a fold changes. */
export const conversationModel = { name: 'conversations', version: 18 } as const;

/**
 * Closed, unless words came that were not seen when it was closed. Whoever answers by rule or by hand, and whoever
 * reads, does so up to a place in the log: all is compared by the places of the texts themselves, so nothing depends on
 * how late the reaction to a text comes.
 */
const isClosed = 'closed is true and coalesce(last_words, 0) <= coalesce(closed_to, last_words, 0)';
/**
 * A person's words are the contact's last, and nobody has answered them. Texts of the time before they were sorted are
 * answered by automatic replies, too.
 */
const isUnanswered = `
  coalesce(last_words, 0) > greatest(last_answer, last_by_rule, 0)
  or coalesce(last_unsorted, 0) > greatest(last_answer, last_by_rule, last_automatic, 0)`;

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
    closedTo: maybe('bigint', newestWith('closed')),
    readTo: maybe('bigint', highest),
    /** Texts left to people that came in after `readTo`. Counted where it is written. */
    received: col('int', latest),
    /** The contact's newest text that was left to people; the newest that a rule answered. */
    lastWords: maybe('bigint', highest),
    lastByRule: maybe('bigint', highest),
    /** The newest text that a person of the business wrote. */
    lastAnswer: maybe('bigint', highest),
    lastAnswerId: maybe('uuid', newestWith('lastAnswer')),
    /** Where in the log it was said that this text did not reach its phone, looked up where it is written; null: it was not. */
    fellAt: maybe('bigint', latest),
    /** The newest closing: whoever closes has seen to what fell before. */
    doneAt: maybe('bigint', highest),
    /** Of the time before texts were sorted: the newest of the contact's, and our newest automatic reply of any time. */
    lastUnsorted: maybe('bigint', highest),
    lastAutomatic: maybe('bigint', highest),
    assigneeId: maybe('uuid', newestWith('assignedAt')),
    assignedAt: maybe('bigint', newest),
    assignedWhy: maybe('text', newestWith('assignedAt')).of<AssignedWhy>(),
    /**
     * When the first of the texts came that nobody has answered, looked up where it is written. It counts while the
     * conversation needs a reply.
     */
    waitingSince: maybe('timestamptz', latest),
    /** By when they should have an answer: see reply-times. It counts as long as `waitingSince` does. */
    dueAt: maybe('timestamptz', latest),
    lastMessageId: maybe('uuid', newest),
    /** When that one came or went; null: there is none. */
    lastMessageAt: maybe('timestamptz', newest),
    /** Of the newest message or note, or of the word that a message is for people. */
    position: col('bigint', highest),
    state: made('text', `case when not listed then 'hidden' when ${isClosed} then 'closed' else 'open' end`).of<
      'open' | 'closed' | 'hidden'
    >(),
    unread: made('int', 'greatest(received, case when marked then 1 else 0 end)'),
    needsReply: made('boolean', `listed and not (${isClosed}) and (${isUnanswered})`),
    /** The last text that a person wrote did not reach its phone, and nobody has seen to that. Closed ones, too: it may fall later. */
    failed: made('boolean', 'listed and coalesce(fell_at, 0) > coalesce(done_at, 0)'),
  },
  { fillfactor: 80 },
);

export const conversationCountTable = table(
  'conversation_counts',
  {
    businessId: key('uuid'),
    open: col('bigint', added),
    closed: col('bigint', added),
    needsReply: col('bigint', added),
    failed: col('bigint', added),
    unreadMessages: col('bigint', added),
  },
  { fillfactor: 50 },
);

/** Who has a conversation that nobody has. */
export const nobody = '00000000-0000-0000-0000-000000000000';
/** Of each who has conversations, and of `nobody`: how many. */
export const conversationOwnerTable = table(
  'conversation_owners',
  {
    businessId: key('uuid'),
    ownerId: key('uuid'),
    open: col('bigint', added),
    closed: col('bigint', added),
    needsReply: col('bigint', added),
    failed: col('bigint', added),
  },
  { fillfactor: 50 },
);

/** What the tallies are made of, of `both_sides`: rows as they were (`w` -1) and are (1). */
export const countedColumns = ['business_id', 'assignee_id', 'state', 'unread', 'needs_reply', 'failed'] as const;
/** The statements that move both tallies by the rows of `both_sides`, as parts of a `with`. `answers`: of the first. */
export const moveTallies = (schema: string, answers = ''): string => `
  counts as (
    ${conversationCountTable.upsert(
      schema,
      'k',
      `select business_id, coalesce(sum(w) filter (where state = 'open'), 0),
          coalesce(sum(w) filter (where state = 'closed'), 0), coalesce(sum(w) filter (where needs_reply), 0),
          coalesce(sum(w) filter (where failed), 0), coalesce(sum(w * unread) filter (where state = 'open'), 0)
        from both_sides group by business_id`,
    )}
    ${answers}
  ),
  owned as (
    ${conversationOwnerTable.upsert(
      schema,
      'o',
      `select business_id, coalesce(assignee_id, '${nobody}'), coalesce(sum(w) filter (where state = 'open'), 0),
          coalesce(sum(w) filter (where state = 'closed'), 0), coalesce(sum(w) filter (where needs_reply), 0),
          coalesce(sum(w) filter (where failed), 0)
        from both_sides where state <> 'hidden' group by 1, 2`,
    )}
  )`;

/** Among equals of this rank the latest counts: nobody knows yet. */
export const revisableRank = 2;
/** A state never moves backwards: it comes with what was said when it was reached. */
const withTheState: MergePolicy = {
  sql: (kept, said, { alias: m }) =>
    `case when excluded.rank > ${m}.rank or (excluded.rank = ${m}.rank and ${m}.rank = ${revisableRank}) then ${said} else ${kept} end`,
  fold: (_kept, said) => said,
  identity: null,
};

/** Of one attachment: where it is kept and its size in px, or why it is not. */
export interface EndedMedia {
  readonly index: number;
  readonly mediaId?: string | null;
  readonly contentType?: string;
  readonly width?: number;
  readonly height?: number;
  readonly refused?: string;
}

/** Messages and notes. What starts one may come after its first states: until then most of it is null. */
export const messageTable = table(
  'messages',
  {
    id: key('uuid'),
    businessId: col('uuid'),
    contactId: col('uuid'),
    /** Whom a message to somebody of the business tells of. */
    aboutId: maybe('uuid', first),
    kind: maybe('text', first).of<'message' | 'note'>(),
    direction: maybe('text', first).of<'in' | 'out'>(),
    body: maybe('text', first),
    media: maybe('jsonb', first).of<readonly { readonly url: string; readonly contentType: string | null }[]>(),
    /** What became of each attachment of a text that came in, in the order it was known. */
    mediaEnded: col('jsonb', joined).of<EndedMedia[]>(),
    purpose: maybe('text', first),
    segments: maybe('int', first),
    at: maybe('timestamptz', first),
    position: maybe('bigint', first),
    authorId: maybe('uuid', first),
    /** Who deals with a text that came in: people, or the rule that has; null: not said yet. */
    sorted: maybe('text', first).of<'people' | AnsweringRule>(),
    /** Where in the log that was said. */
    sortedAt: maybe('bigint', first),
    status: col('text', withTheState).of<MessageStatus>(),
    rank: col('smallint', withTheState),
    errorCode: maybe('int', withTheState),
    /** Why it failed, waits or was suppressed; a code of the message catalogue or plain words. */
    reason: maybe('text', withTheState),
    heldUntil: maybe('timestamptz', withTheState),
    sentAt: maybe('timestamptz', first),
    deliveredAt: maybe('timestamptz', first),
    failedAt: maybe('timestamptz', first),
    /** Where in the log it was said that it failed or is not sent; null as long as, or again when, it is otherwise. */
    fellAt: maybe('bigint', withTheState),
    history: col('jsonb', joined).of<{ status: string; at: string }[]>(),
    /** What reports narrow and group by. Our own number; the carrier, and what it calls the text. */
    number: maybe('text', first),
    carrier: maybe('text', first),
    carrierMessageId: maybe('text', first),
    channel: maybe('text', first).of<'sms' | 'mms'>(),
    /** As usage counts it: segments of a text, 1 of a text with pictures. */
    quantity: maybe('int', first),
    campaignId: maybe('uuid', first),
    broadcastId: maybe('uuid', first),
    automationId: maybe('uuid', first),
    /** Days of the business's zone: as it was when they were written. */
    day: maybe('date', first),
    sentDay: maybe('date', first),
    deliveredDay: maybe('date', first),
    /** When it failed or was suppressed first; it may have been delivered later. */
    failedDay: maybe('date', first),
  },
  { fillfactor: 85 },
);
/** What of a message is made where it is written. */
const { day: _day, sentDay: _sent, deliveredDay: _delivered, failedDay: _failed, ...said } = messageTable.columns;
export const saidOfMessages = batch(said);

/** What reports sum up by. */
export const recordDimensions = [
  'business_id',
  'day',
  'sent_day',
  'delivered_day',
  'failed_day',
  'direction',
  'channel',
  'purpose',
  'number',
  'campaign_id',
  'broadcast_id',
  'automation_id',
  'carrier',
  'status',
  'error_code',
] as const;
/** Texts that have all of these in common: how many, and how much usage they are. `id`: a digest of the rest. */
export const recordDayTable = table(
  'record_days',
  {
    id: key('uuid'),
    businessId: col('uuid'),
    day: col('date'),
    sentDay: maybe('date'),
    deliveredDay: maybe('date'),
    failedDay: maybe('date'),
    direction: col('text').of<'in' | 'out'>(),
    channel: col('text').of<'sms' | 'mms'>(),
    purpose: maybe('text'),
    number: maybe('text'),
    campaignId: maybe('uuid'),
    broadcastId: maybe('uuid'),
    automationId: maybe('uuid'),
    carrier: maybe('text'),
    status: col('text').of<MessageStatus>(),
    errorCode: maybe('int'),
    count: col('bigint', added),
    quantity: col('bigint', added),
  },
  { fillfactor: 50 },
);

export type ScheduledStatus = 'waiting' | 'held' | 'dropped' | 'over';
/** Texts that are to go at a time of their own, by the id of the message that each becomes. */
export const scheduledTextTable = table('scheduled_texts', {
  id: key('uuid'),
  businessId: col('uuid'),
  contactId: col('uuid'),
  authorId: maybe('uuid', first),
  body: maybe('text', first),
  media: maybe('jsonb', first).of<readonly { readonly url: string; readonly contentType: string | null }[]>(),
  sendAt: maybe('timestamptz', newest),
  /** `over`: it has gone out as a message, or was taken back. */
  status: col('text', latest).of<ScheduledStatus>(),
  /** Why it is held or was dropped. */
  reason: maybe('text', latest),
  position: maybe('bigint', first),
});

/**
 * Within how many minutes of its opening hours (from Monday; null: around the clock) a business answers; null: it sets no
 * time. `chosenAt`: since when it does.
 */
export const replyTimeTable = table('reply_times', {
  businessId: key('uuid'),
  minutes: maybe('int', latest),
  hours: maybe('jsonb', latest).of<NonNullable<ReplyWeek>>(),
  chosenAt: maybe('timestamptz', latest),
});
/** Who was given a conversation by itself, and where in the log the last time. */
export const turnTable = table('turns', {
  businessId: key('uuid'),
  userId: key('uuid'),
  givenAt: maybe('bigint', highest),
});

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
/** Of each day of the business's zone: the messages begun on it, by the state they have come to. */
export const messageStatusTable = table(
  'message_statuses',
  { businessId: key('uuid'), day: key('date'), status: key('text').of<MessageStatus>(), count: col('bigint', added) },
  { fillfactor: 50 },
);

/** The timeline, the recount of what is unread, who is to be forgotten: needed while the tables are being filled. */
export const conversationIndexesAtOnce = (schema: string): string =>
  `create index messages_timeline on ${schema}.messages (contact_id, position);
  create index scheduled_texts_of on ${schema}.scheduled_texts (contact_id, send_at) where status <> 'over';
  create index messages_about on ${schema}.messages (about_id) where about_id is not null`;

/** What a search by words looks in. */
export const searchedWords = `to_tsvector('simple'::regconfig, coalesce(body, ''))`;

/** There is a time by which they should have an answer. */
export const isDue = 'needs_reply and due_at is not null';

export const conversationIndexes = (schema: string): string => `
  create index messages_received on ${schema}.messages (business_id, sorted_at) where sorted = 'people';
  create index conversations_newest on ${schema}.conversations (business_id, state, position desc);
  create index conversations_unanswered on ${schema}.conversations (business_id, position desc) where needs_reply;
  create index conversations_waiting on ${schema}.conversations (business_id, waiting_since, contact_id) where needs_reply;
  create index conversations_owned on ${schema}.conversations (business_id, assignee_id, state, position desc) where listed;
  create index conversations_owned_waiting on ${schema}.conversations
    (business_id, assignee_id, waiting_since, contact_id) where needs_reply;
  create index conversations_due on ${schema}.conversations (business_id, due_at, contact_id) where ${isDue};
  create index conversations_owned_due on ${schema}.conversations (business_id, assignee_id, due_at, contact_id) where ${isDue};
  create index conversations_due_next on ${schema}.conversations (due_at, contact_id) where ${isDue};
  create index conversations_failed on ${schema}.conversations (business_id, position desc) where failed;
  create index conversations_owned_failed on ${schema}.conversations (business_id, assignee_id, position desc) where failed;
  create index messages_by_day on ${schema}.messages (business_id, day, position) where day is not null;
  create index messages_of_all_by_day on ${schema}.messages (day, position) where day is not null;
  create index messages_by_carrier on ${schema}.messages (carrier_message_id) where carrier_message_id is not null;
  create index record_days_by_day on ${schema}.record_days (business_id, day);
  create index message_days_of_all on ${schema}.message_days (day);
  create index record_days_of_all on ${schema}.record_days (day);
  create index messages_words on ${schema}.messages using gin (business_id, (${searchedWords}));
  create index conversations_by_last_message on ${schema}.conversations (business_id, last_message_at, contact_id)
    where last_message_at is not null`;
