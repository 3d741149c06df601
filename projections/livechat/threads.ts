import type { StoredEvent } from '../../adapters/event-store/port.ts';
import {
  ConversationAssigned,
  ConversationClosed,
  ConversationMarkedUnread,
  ConversationNoteAdded,
  ConversationOpened,
  ConversationRead,
  ConversationStarted,
} from '../../domain/livechat/events.ts';
import {
  MessageAnsweredAutomatically,
  MessageRoutedToInbox,
  type MessagePurpose,
  MessageQueued,
  MessageReceived,
} from '../../domain/messages/events.ts';
import { perSchema } from '../engine/arrays.ts';
import { is, typesOf } from '../engine/events.ts';
import { latest } from '../engine/merge-policy.ts';
import { batch, col, type WrittenOf } from '../engine/table.ts';
import type { Statement } from '../engine-types.ts';
import { replyDue } from './reply-times.ts';
import { conversationTable, countedColumns, messageTable, moveTallies } from '../tables/livechat.ts';

/** What a batch says of a conversation. Null: nothing. `words`: the places of the texts that it leaves to people. */
type Patch = Omit<WrittenOf<typeof conversationTable>, 'received' | 'waitingSince' | 'dueAt' | 'fellAt'> & {
  readonly words: bigint[];
};

/** How many are unread depends on what has been read before: the batch says which texts there are, the statement counts. */
const {
  received: _counted,
  waitingSince: _found,
  dueAt: _madeOfIt,
  fellAt: _told,
  ...columns
} = conversationTable.columns;
const batchOfPatches = batch({ ...columns, words: col('text[]', latest) });
const valuesOf = (patches: readonly Patch[]): string[] =>
  batchOfPatches.values(patches.map(({ words, ...row }) => ({ ...row, words: words.map(String) })));

/**
 * Unread is counted, never guessed: the texts left to people after the place up to which somebody has read. Where a
 * batch reads further, they are counted anew (the messages of the batch are in their table already); elsewhere those
 * that the batch brings are added, unless they had been read before it was said that they are for people. So is the
 * first of those that nobody has answered, whenever texts or answers come, and what became of a newer answer. Moves the
 * tallies by the difference between what rows said and say, and answers the unread count of each conversation of the
 * batch and of its business.
 */
const upsert = perSchema(
  (schema) => `
  with said as materialized (select * from ${batchOfPatches.from('said')}),
  counted as materialized (
    select said.*, case
        when said.read_to > coalesce(c.read_to, 0) then (
          select count(*) from ${messageTable.in(schema)} m
          where m.contact_id = said.contact_id and m.sorted = 'people' and m.position > said.read_to
        )
        else coalesce(c.received, 0)
          + (select count(*) from unnest(said.words) as w(position) where w.position::bigint > coalesce(c.read_to, 0))
      end as received,
      case when cardinality(said.words) > 0 or said.last_answer is not null or said.last_by_rule is not null then (
        select m.at from ${messageTable.in(schema)} m
        where m.contact_id = said.contact_id and m.sorted = 'people'
          and m.position > greatest(said.last_answer, said.last_by_rule, c.last_answer, c.last_by_rule, 0)
        order by m.position limit 1
      ) else c.waiting_since end as waiting_since,
      case when said.last_answer > coalesce(c.last_answer, 0) then (
        select m.fell_at from ${messageTable.in(schema)} m where m.id = said.last_answer_id
      ) else c.fell_at end as fell_at
    from said left join ${conversationTable.in(schema)} c using (contact_id)
  ),
  incoming as materialized (
    select i.*, ${replyDue(schema, { since: 'i.waiting_since', businessId: 'i.business_id' })} as due_at from counted i
  ),
  before as materialized (
    select ${countedColumns.map((column) => `c.${column}`).join(', ')}
      from incoming join ${conversationTable.in(schema)} c using (contact_id)
  ),
  after as (
    ${conversationTable.upsert(schema, 'c', `select ${conversationTable.names} from incoming`)}
    returning c.contact_id, ${countedColumns.map((column) => `c.${column}`).join(', ')}
  ),
  both_sides as materialized (
    select 1 as w, ${countedColumns.join(', ')} from after
    union all select -1, ${countedColumns.join(', ')} from before
  ),
  ${moveTallies(schema, 'returning k.business_id, k.unread_messages')}
  select a.contact_id, a.unread::int as unread, k.unread_messages::int as business_unread
    from after a join counts k using (business_id)`,
);

/** Of a patch: all that a text in bulk says of a conversation. It makes none open, closed, read or answered. */
const { contactId, businessId, phone, lastMessageId, lastMessageAt, position } = conversationTable.columns;
const passing = batch({ contactId, businessId, phone, lastMessageId, lastMessageAt, position });
const isPassing = (patch: Patch): boolean =>
  Object.entries(patch).every(
    ([name, said]) =>
      name in passing.columns || said === null || said === false || (Array.isArray(said) && said.length === 0),
  );

/** So neither tallies nor what is unread can change: one narrow write for each recipient of a broadcast. */
const pass = perSchema(
  (schema) => `
  insert into ${conversationTable.in(schema)} as c
    (contact_id, business_id, phone, listed, received, last_message_id, last_message_at, position)
  select contact_id, business_id, phone, false, 0, last_message_id, last_message_at, position from ${passing.from('said')}
  on conflict (contact_id) do update set phone = coalesce(c.phone, excluded.phone),
    last_message_id = excluded.last_message_id, last_message_at = excluded.last_message_at,
    position = greatest(c.position, excluded.position)`,
);

export const conversationOwnEvents = [
  ConversationStarted,
  ConversationRead,
  ConversationMarkedUnread,
  ConversationOpened,
  ConversationClosed,
  ConversationAssigned,
] as const;

/** Later states of a message are the message's alone. */
const concerned: ReadonlySet<string> = new Set(
  typesOf([
    MessageReceived,
    MessageAnsweredAutomatically,
    MessageRoutedToInbox,
    MessageQueued,
    ConversationNoteAdded,
    ...conversationOwnEvents,
  ]),
);
/** What the rules send by themselves. */
const automatic: ReadonlySet<string> = new Set([
  'keyword-reply',
  'opt-in-confirmation',
  'opt-out-confirmation',
  'help',
  'broadcaster-reply',
  'missed-call',
] satisfies MessagePurpose[]);

/** What a batch says of conversations, one patch each. */
export class ConversationFold {
  readonly #patches = new Map<string, Patch>();

  add(event: StoredEvent): void {
    if (!concerned.has(event.type)) return;
    if (is(event, MessageReceived)) {
      const patch = this.#patch(event);
      patch.phone ??= event.data.from;
      patch.listed = true;
      if (event.data.leftToPeople === true) {
        patch.words.push(event.position);
        patch.lastUnsorted = event.position;
      }
      patch.lastMessageId = event.data.messageId;
      patch.lastMessageAt = event.data.receivedAt;
      patch.position = event.position;
    } else if (is(event, MessageRoutedToInbox)) {
      const patch = this.#patch(event);
      const position = BigInt(event.data.receivedPosition!);
      patch.words.push(position);
      patch.lastWords = further(patch.lastWords, position);
      patch.position = event.position;
    } else if (is(event, MessageAnsweredAutomatically)) {
      const patch = this.#patch(event);
      patch.lastByRule = further(patch.lastByRule, BigInt(event.data.receivedPosition!));
    } else if (is(event, MessageQueued)) {
      // To people of the business itself: no conversation with anybody.
      if (event.data.purpose === 'owner-alert') return;
      const patch = this.#patch(event);
      patch.phone ??= event.data.to;
      if (event.data.purpose === 'livechat') {
        patch.listed = true;
        patch.lastAnswer = event.position;
        patch.lastAnswerId = event.data.messageId;
      } else if (automatic.has(event.data.purpose!)) patch.lastAutomatic = event.position;
      patch.lastMessageId = event.data.messageId;
      patch.lastMessageAt = event.metadata.occurredAt;
      patch.position = event.position;
    } else if (is(event, ConversationNoteAdded)) {
      const patch = this.#patch(event);
      patch.listed = true;
      patch.position = event.position;
    } else if (is(event, ConversationStarted)) {
      const patch = this.#patch(event);
      patch.listed = true;
      patch.position = event.position;
    } else if (is(event, ConversationRead)) {
      const patch = this.#patch(event);
      // Nobody has read what was written after he said so; a larger number would hide what is yet to come.
      const said = BigInt(event.data.upToPosition ?? '0');
      const readTo = said < event.position ? said : event.position;
      patch.readTo = further(patch.readTo, readTo);
      patch.marked = false;
    } else if (is(event, ConversationMarkedUnread)) this.#patch(event).marked = true;
    else if (is(event, ConversationOpened)) {
      const patch = this.#patch(event);
      patch.listed = true;
      patch.closed = false;
      patch.closedTo = null;
    } else if (is(event, ConversationClosed)) {
      const patch = this.#patch(event);
      patch.closed = true;
      patch.doneAt = event.position;
      patch.closedTo = event.data.upToPosition === null ? null : BigInt(event.data.upToPosition ?? '0');
    } else if (is(event, ConversationAssigned)) {
      const patch = this.#patch(event);
      patch.assigneeId = event.data.assigneeId;
      patch.assignedAt = event.position;
      patch.assignedWhy = event.data.why ?? null;
    }
  }

  statements(schema: string): Statement[] {
    const patches = [...this.#patches.values()];
    const [aside, others] = [patches.filter(isPassing), patches.filter((patch) => !isPassing(patch))];
    return [
      ...(aside.length === 0 ? [] : [{ text: pass(schema), values: passing.values(aside) }]),
      ...(others.length === 0 ? [] : [{ text: upsert(schema), values: valuesOf(others) }]),
    ];
  }

  #patch(event: StoredEvent): Patch {
    const contactId = event.data['contactId'] as string;
    let patch = this.#patches.get(contactId);
    if (!patch) {
      patch = {
        contactId,
        businessId: event.data['businessId'] as string,
        phone: null,
        listed: false,
        closed: null,
        marked: null,
        closedTo: null,
        readTo: null,
        words: [],
        lastWords: null,
        lastByRule: null,
        lastAnswer: null,
        lastAnswerId: null,
        doneAt: null,
        lastUnsorted: null,
        lastAutomatic: null,
        assigneeId: null,
        assignedAt: null,
        assignedWhy: null,
        lastMessageId: null,
        lastMessageAt: null,
        position: 0n,
      };
      this.#patches.set(contactId, patch);
    }
    return patch;
  }
}

const further = (a: bigint | number | null, b: bigint): bigint => (a === null || b > a ? b : BigInt(a));
