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
import { perSchema } from '../engine/arrays.ts';
import { is, typesOf } from '../engine/events.ts';
import type { WrittenOf } from '../engine/table.ts';
import type { Statement } from '../engine-types.ts';
import { conversationCountTable, conversationTable } from './table.ts';

/** What a batch says of a conversation. Null: nothing. */
type Patch = Omit<WrittenOf<typeof conversationTable>, 'received' | 'lastInbound'> & { inbound: bigint[] };

const rowOf = ({ inbound, ...row }: Patch): WrittenOf<typeof conversationTable> => ({
  ...row,
  received: inbound.filter((position) => row.readTo === null || position > row.readTo).length,
  lastInbound: inbound.at(-1) ?? null,
});

/**
 * Moves the tallies by the difference between what rows said and say. Answers the unread count of each conversation of
 * the batch and of its business.
 */
const upsert = perSchema(
  (schema) => `
  with incoming as materialized (select * from ${conversationTable.from('said')}),
  before as materialized (
    select c.business_id, c.state, c.unread from incoming join ${conversationTable.in(schema)} c using (contact_id)
  ),
  after as (
    ${conversationTable.upsert(schema, 'c', 'select * from incoming')}
    returning c.contact_id, c.business_id, c.state, c.unread
  ),
  counts as (
    ${conversationCountTable.upsert(
      schema,
      'k',
      `select business_id, coalesce(sum(w) filter (where state = 'open'), 0),
          coalesce(sum(w) filter (where state = 'closed'), 0),
          coalesce(sum(w) filter (where state = 'open' and unread > 0), 0),
          coalesce(sum(w * unread) filter (where state = 'open'), 0)
        from (
          select 1 as w, business_id, state, unread from after union all select -1, * from before
        ) both_sides group by business_id`,
    )}
    returning k.business_id, k.unread_messages
  )
  select a.contact_id, a.unread::int as unread, k.unread_messages::int as business_unread
    from after a join counts k using (business_id)`,
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
      patch.lastMessageAt = event.data.receivedAt;
      patch.position = event.position;
    } else if (is(event, MessageQueued)) {
      const patch = this.#patch(event);
      patch.phone ??= event.data.to;
      if (event.data.purpose === 'livechat') patch.listed = true;
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
      patch.assigneeId = event.data.assigneeId;
      patch.assignedAt = event.position;
    }
  }

  statements(schema: string): Statement[] {
    if (this.#patches.size === 0) return [];
    return [{ text: upsert(schema), values: conversationTable.values([...this.#patches.values()].map(rowOf)) }];
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
        assigneeId: null,
        assignedAt: null,
        lastMessageId: null,
        lastMessageAt: null,
        position: 0n,
      };
      this.#patches.set(contactId, patch);
    }
    return patch;
  }
}
