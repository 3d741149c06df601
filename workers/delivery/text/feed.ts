import type { StoredEvent } from '../../../adapters/event-store/port.ts';
import { type EventOf, is } from '../../../domain/kernel/event.ts';
import {
  MessageAccepted,
  MessageDelivered,
  MessageFailed,
  type MessagePurpose,
  MessageQueued,
  MessageSent,
  MessageSuppressed,
} from '../../../domain/messages/events.ts';
import { broadcastFeedEvents, recordBroadcasts, wakeFor } from '../broadcast-feed.ts';
import { countOutcomes, reopen } from './recipient-rows.ts';
import type { RecordingWorker } from '../../engine/worker.ts';
import { recount } from './allowance.ts';
import { addToOutbox, outbox, type OutboxEntry, settle } from './queue.ts';

/** Nobody waits for these at a screen or a phone. */
const bulk: ReadonlySet<MessagePurpose> = new Set(['broadcast', 'automation']);

/** The carrier has it, or will not. */
const ends = [MessageAccepted, MessageSent, MessageDelivered, MessageFailed, MessageSuppressed] as const;

/** Puts what was queued into the outbox, and strikes off what the carrier has or has refused: a callback may know before we do. */
export function outboxFeed(wake: () => void): RecordingWorker {
  // Most of what a broadcast leaves in the log is no work for anybody: nobody is woken for it.
  let isNews = false;
  return {
    kind: 'recording',
    name: 'outbox',
    handles: [MessageQueued.type, ...ends.map(({ type }) => type), ...broadcastFeedEvents],
    async record(events, trx) {
      isNews ||= events.some(
        (event) => !isEnd(event) && !(is(event, MessageQueued) && event.data.broadcastId !== null),
      );
      await wakeFor(trx, await recordBroadcasts(events, trx));
      const queued = events.filter((event) => is(event, MessageQueued));
      await addToOutbox(trx, queued.filter(({ data }) => data.broadcastId === null).map(toEntry));
      await outbox.lock(
        trx,
        events.filter(isEnd).map(({ data }) => data['messageId'] as string),
      );
      // A broadcast's is there since it was frozen. One that was struck off while it was being said gets its end.
      await reopen(
        trx,
        queued.filter(({ data }) => data.broadcastId !== null).map(({ data }) => data.messageId),
      );
      await settle(trx, events.filter((event) => isEnd(event) && !isTaken(event)).map(toEnd));
      await settle(trx, events.filter(isTaken).map(toEnd), 'broadcasts');
      await recount(trx, events);
      await countOutcomes(trx, events);
    },
    committed() {
      if (isNews) wake();
      isNews = false;
    },
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

const isTaken = ({ type }: StoredEvent) => type === MessageAccepted.type || type === MessageSent.type;
const isEnd = (event: StoredEvent) => ends.some(({ type }) => type === event.type);

function toEnd({ data }: StoredEvent): { messageId: string; providerMessageId: string | null } {
  const { messageId, providerMessageId = null } = data as EventOf<(typeof ends)[number]>['data'] & {
    readonly providerMessageId?: string | null;
  };
  return { messageId, providerMessageId };
}
