import type { StoredEvent } from '../../adapters/event-store/port.ts';
import type { RecordingWorker } from '../engine/worker.ts';
import { addToOutbox, type OutboxEntry, settle } from './outbox.ts';

/** Nobody waits for these at a screen or a phone. */
const bulk = new Set(['broadcast', 'automation']);

/** Puts what was queued into the outbox, and strikes off what the carrier has or has refused: a callback may know before we do. */
export function outboxFeed(wake: () => void): RecordingWorker {
  return {
    kind: 'recording',
    name: 'outbox',
    handles: [
      'MessageQueued',
      'MessageAccepted',
      'MessageSent',
      'MessageDelivered',
      'MessageFailed',
      'MessageSuppressed',
    ],
    async record(events, trx) {
      await addToOutbox(trx, events.filter((event) => event.type === 'MessageQueued').map(toEntry));
      await settle(trx, events.filter((event) => event.type !== 'MessageQueued').map(toEnd));
    },
    committed: wake,
  };
}

interface Queued {
  messageId: string;
  businessId: string;
  contactId: string;
  from: string;
  purpose: string;
  segments: number;
  notBefore: string | null;
}

function toEntry(event: StoredEvent): OutboxEntry {
  const data = event.data as unknown as Queued;
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

function toEnd(event: StoredEvent): { messageId: string; providerMessageId: string | null } {
  const data = event.data as unknown as { messageId: string; providerMessageId?: string | null };
  return { messageId: data.messageId, providerMessageId: data.providerMessageId ?? null };
}
