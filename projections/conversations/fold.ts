import type { StoredEvent } from '../../adapters/event-store/port.ts';
import {
  ConversationAssigned,
  ConversationClosed,
  ConversationMarkedUnread,
  ConversationNoteAdded,
  ConversationOpened,
  ConversationRead,
  ConversationStarted,
} from '../../domain/conversation/events.ts';
import { MessageQueued, MessageReceived } from '../../domain/message/events.ts';
import { batchOf, perSchema } from '../engine/arrays.ts';
import { is, typesOf } from '../engine/events.ts';
import type { Statement } from '../engine-types.ts';

/** What a batch says of a conversation. Null: nothing. */
interface Patch {
  readonly contactId: string;
  readonly businessId: string;
  phone: string | null;
  /** Somebody wrote first, or a person of the business did: it belongs on the list. A broadcast alone does not. */
  listed: boolean;
  closed: boolean | null;
  marked: boolean | null;
  readTo: bigint | null;
  inbound: bigint[];
  assignee: string | null;
  assignedAt: bigint | null;
  lastMessageId: string | null;
  position: bigint;
}

const unreadAfter = (patch: Patch): number =>
  patch.inbound.filter((position) => patch.readTo === null || position > patch.readTo).length;

const batch = batchOf<Patch>({
  contact_id: ['uuid', (row) => row.contactId],
  business_id: ['uuid', (row) => row.businessId],
  phone: ['text', (row) => row.phone],
  listed: ['bool', (row) => row.listed],
  closed: ['bool', (row) => row.closed],
  marked: ['bool', (row) => row.marked],
  read_to: ['bigint', (row) => row.readTo],
  received: ['int', unreadAfter],
  last_inbound: ['bigint', (row) => row.inbound.at(-1) ?? null],
  assignee_id: ['uuid', (row) => row.assignee],
  assigned_at: ['bigint', (row) => row.assignedAt],
  last_message_id: ['uuid', (row) => row.lastMessageId],
  position: ['bigint', (row) => row.position],
});

export const createConversations = (schema: string): string => `
  create table ${schema}.conversations (
    contact_id      uuid primary key,
    business_id     uuid not null,
    phone           text,
    listed          boolean not null,
    -- null: never closed, never marked
    closed          boolean,
    marked          boolean,
    read_to         bigint,
    -- texts that came in after read_to
    received        int not null,
    last_inbound    bigint,
    assignee_id     uuid,
    assigned_at     bigint,
    last_message_id uuid,
    -- of the newest message or note
    position        bigint not null,
    state           text not null generated always as (case when not listed then 'hidden' when closed then 'closed' else 'open' end) stored,
    unread          int not null generated always as (greatest(received, case when marked then 1 else 0 end)) stored
  ) with (fillfactor = 80);
  create table ${schema}.conversation_counts (
    business_id uuid primary key, open bigint not null, closed bigint not null, unread_conversations bigint not null, unread_messages bigint not null
  ) with (fillfactor = 50)`;

export const indexConversations = (schema: string): string => `
  create index conversations_newest on ${schema}.conversations (business_id, state, position desc);
  create index conversations_unread on ${schema}.conversations (business_id, position desc) where state = 'open' and unread > 0`;

/**
 * Unread is counted, never guessed: what came in after the read position. Reading up to the newest text gives zero at once; reading up to an older
 * one counts what is in between. Answers the unread count of each conversation of the batch and of its business.
 */
const upsert = perSchema(
  (schema) => `
  with incoming as materialized (select * from ${batch.from('x')}),
  before as materialized (select c.business_id, c.state, c.unread from incoming join ${schema}.conversations c using (contact_id)),
  after as (
    insert into ${schema}.conversations as c (contact_id, business_id, phone, listed, closed, marked, read_to, received, last_inbound, assignee_id, assigned_at, last_message_id, position)
      select contact_id, business_id, phone, listed, closed, marked, read_to, received, last_inbound, assignee_id, assigned_at, last_message_id, position from incoming
    on conflict (contact_id) do update set
      phone = coalesce(c.phone, excluded.phone),
      listed = c.listed or excluded.listed,
      closed = coalesce(excluded.closed, c.closed),
      marked = coalesce(excluded.marked, c.marked),
      read_to = greatest(c.read_to, excluded.read_to),
      received = excluded.received + case
        when excluded.read_to is null or excluded.read_to <= coalesce(c.read_to, 0) then c.received
        when excluded.read_to >= coalesce(c.last_inbound, 0) then 0
        else (select count(*) from ${schema}.messages m where m.contact_id = excluded.contact_id and m.direction = 'in' and m.position > excluded.read_to and m.position <= c.last_inbound)
      end,
      last_inbound = greatest(c.last_inbound, excluded.last_inbound),
      assignee_id = case when excluded.assigned_at is null then c.assignee_id else excluded.assignee_id end,
      assigned_at = coalesce(excluded.assigned_at, c.assigned_at),
      last_message_id = coalesce(excluded.last_message_id, c.last_message_id),
      position = greatest(c.position, excluded.position)
    returning c.contact_id, c.business_id, c.state, c.unread
  ),
  counts as (
    insert into ${schema}.conversation_counts as k
      select business_id, coalesce(sum(w) filter (where state = 'open'), 0), coalesce(sum(w) filter (where state = 'closed'), 0),
          coalesce(sum(w) filter (where state = 'open' and unread > 0), 0), coalesce(sum(w * unread) filter (where state = 'open'), 0)
        from (select 1 as w, business_id, state, unread from after union all select -1, * from before) both_sides group by business_id
    on conflict (business_id) do update set open = k.open + excluded.open, closed = k.closed + excluded.closed,
      unread_conversations = k.unread_conversations + excluded.unread_conversations, unread_messages = k.unread_messages + excluded.unread_messages
    returning k.business_id, k.unread_messages
  )
  select a.contact_id, a.unread::int as unread, k.unread_messages::int as business_unread from after a join counts k using (business_id)`,
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
  typesOf([MessageReceived, MessageQueued, ConversationNoteAdded, ...conversationOwnEvents]),
);

/** What a batch says of conversations, one patch each. */
export class ConversationFold {
  readonly #patches = new Map<string, Patch>();

  add(event: StoredEvent): void {
    if (!concerned.has(event.type)) return;
    if (is(event, MessageReceived)) {
      const patch = this.#patch(event);
      patch.phone ??= event.data.from;
      patch.listed = true;
      patch.closed = false;
      patch.inbound.push(event.position);
      patch.lastMessageId = event.data.messageId;
      patch.position = event.position;
    } else if (is(event, MessageQueued)) {
      const patch = this.#patch(event);
      patch.phone ??= event.data.to;
      if (event.data.purpose === 'livechat') patch.listed = true;
      patch.lastMessageId = event.data.messageId;
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
      if (patch.readTo === null || readTo > patch.readTo) patch.readTo = readTo;
      patch.marked = false;
    } else if (is(event, ConversationMarkedUnread)) this.#patch(event).marked = true;
    else if (is(event, ConversationOpened)) {
      const patch = this.#patch(event);
      patch.listed = true;
      patch.closed = false;
    } else if (is(event, ConversationClosed)) this.#patch(event).closed = true;
    else if (is(event, ConversationAssigned)) {
      const patch = this.#patch(event);
      patch.assignee = event.data.assigneeId;
      patch.assignedAt = event.position;
    }
  }

  statements(schema: string): Statement[] {
    if (this.#patches.size === 0) return [];
    return [{ text: upsert(schema), values: batch.values([...this.#patches.values()]) }];
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
        readTo: null,
        inbound: [],
        assignee: null,
        assignedAt: null,
        lastMessageId: null,
        position: 0n,
      };
      this.#patches.set(contactId, patch);
    }
    return patch;
  }
}
