import type { StoredEvent } from '../../../adapters/event-store/port.ts';
import type { Commands } from '../../../commands/catalogue.ts';
import { type EventOf, is } from '../../../domain/kernel/event.ts';
import { namespaces, uuidV5 } from '../../../domain/kernel/ids.ts';
import { MessageFailed } from '../../../domain/messages/events.ts';
import { workerContext } from '../../context.ts';
import { setTimers } from '../../engine/timers.ts';
import { forEachBounded } from '../../engine/wait.ts';
import type { CommandingWorker, Database } from '../../engine/worker.ts';
import { reactionTo, resendAfterMinutes } from './carrier-errors.ts';
import { blockSender, isOfBroadcast, senderOf } from './queue.ts';
import { fillDay } from './sender-limits.ts';
import { resendNumber } from './resend.ts';

/** What a failed message means for its contact, for the number it was sent from, and for another try. */
export function carrierVerdicts(dependencies: { db: Database; commands: Commands; now: () => Date }): CommandingWorker {
  return {
    kind: 'commanding',
    name: 'carrier-verdicts',
    handles: [MessageFailed.type],
    issue: (events) =>
      forEachBounded(
        events.filter((event) => is(event, MessageFailed)),
        16,
        (event) => react(dependencies, event),
      ),
  };
}

type Failed = StoredEvent & EventOf<typeof MessageFailed>;

async function react(
  { db, commands, now }: { db: Database; commands: Commands; now: () => Date },
  event: Failed,
): Promise<void> {
  const { messageId, businessId, contactId, errorCode, providerMessageId } = event.data;
  if (errorCode === null) return;
  const tenant = { agencyId: event.metadata.tenant.agencyId, businessId };
  const reaction = reactionTo(errorCode);
  switch (reaction) {
    case 'suppress':
    case 'unreachable': {
      const context = workerContext('carrier-verdicts', tenant, 'carrier-verdict', [event.id], {
        correlationId: event.metadata.correlationId,
        causationId: event.id,
      });
      const verdict = reaction === 'suppress' ? 'opted-out' : 'unreachable';
      await commands.contacts.carrierVerdict(context, { contactId, businessId, verdict, errorCode, providerMessageId });
      return;
    }
    case 'block-sender': {
      const sender = await senderOf(db, messageId);
      if (sender !== null) await blockSender(db, sender, errorCode, now());
      return;
    }
    case 'day-full': {
      const sender = await senderOf(db, messageId);
      if (sender !== null) await fillDay(db, sender, new Date(event.metadata.occurredAt), now());
      return;
    }
    case 'retry': {
      // Of a broadcast it is an end: people send it again to those whom it did not reach.
      if (await isOfBroadcast(db, messageId)) return;
      const { rootId, attempt } = await resendNumber(db, messageId);
      const minutes = resendAfterMinutes.get(errorCode)?.[attempt - 1];
      if (minutes === undefined) return; // tried often enough
      await setTimers(db, [
        {
          id: uuidV5(namespaces.command, businessId, 'resend-timer', messageId),
          kind: 'resend-message',
          dueAt: new Date(Date.parse(event.metadata.occurredAt) + minutes * 60_000),
          payload: { messageId, rootId, attempt },
        },
      ]);
      return;
    }
    case 'slow-down':
    case 'account':
    case 'fail':
      return;
    default:
      reaction satisfies never;
  }
}
