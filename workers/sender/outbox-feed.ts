import type { StoredEvent } from '../../adapters/event-store/port.ts';
import { type EventOf, is } from '../../domain/kernel/event.ts';
import {
  MessageAccepted,
  MessageDelivered,
  MessageFailed,
  type MessagePurpose,
  MessageQueued,
  MessageSent,
  MessageSuppressed,
} from '../../domain/message/events.ts';
import type { RecordingWorker } from '../engine/worker.ts';
import { addToOutbox, type OutboxEntry, settle } from './outbox.ts';

/** Nobody waits for these at a screen or a phone. */
const bulk: ReadonlySet<MessagePurpose> = new Set(['broadcast', 'automation']);

/** The carrier has it, or will not. */
const ends = [MessageAccepted, MessageSent, MessageDelivered, MessageFailed, MessageSuppressed] as const;

/** Puts what was queued into the outbox, and strikes off what the carrier has or has refused: a callback may know before we do. */
export function outboxFeed(wake: () => void): RecordingWorker {
  return {
    kind: 'recording',
    name: 'outbox',
    handles: [MessageQueued.type, ...ends.map(({ type }) => type)],
    async record(events, trx) {
      await addToOutbox(trx, events.filter((event) => is(event, MessageQueued)).map(toEntry));
      await settle(trx, events.filter(isEnd).map(toEnd));
    },
    committed: wake,
  };
}

function toEntry(event: StoredEvent & EventOf<typeof MessageQueued>): OutboxEntry {
  const { data } = event;
  return {
    messageId: data.messageId,
    businessId: data.businessId,
    agencyId: event.metadata.tenant.agencyId,
    contactId: data.contactId,
    sender: data.from,
    lane: bulk.has(data.purpose) ? 1 : 0,
    segments: data.segments,
    position: event.position,
    dueAt: new Date(data.notBefore ?? event.metadata.occurredAt),
    deferred: data.notBefore !== null,
  };
}

const isEnd = (event: StoredEvent) => ends.some(({ type }) => type === event.type);

function toEnd({ data }: StoredEvent): { messageId: string; providerMessageId: string | null } {
  const { messageId, providerMessageId = null } = data as EventOf<(typeof ends)[number]>['data'] & {
    readonly providerMessageId?: string | null;
  };
  return { messageId, providerMessageId };
}
