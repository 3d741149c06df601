import type { StoredEvent } from '../../adapters/event-store/port.ts';
import type { Commands } from '../../commands/catalogue.ts';
import { ScheduledTextRescheduled, ScheduledTextReleased, TextScheduled } from '../../domain/livechat/events.ts';
import { is } from '../../domain/kernel/event.ts';
import { namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import { workerContext } from '../context.ts';
import { setTimers, type Timer, type TimerHandler } from '../engine/timers.ts';
import type { RecordingWorker } from '../engine/worker.ts';

export const scheduledTextTimer = 'scheduled-text';

/**
 * Sets the time of a text that is to go later, and another when it is moved: the former fires too, and the command sees
 * that it is over. What somebody has released by hand is looked at once more, in case they were cut off before it was
 * queued.
 */
export const scheduledTexts = (): RecordingWorker => ({
  kind: 'recording',
  name: 'scheduled-texts',
  handles: [TextScheduled.type, ScheduledTextRescheduled.type, ScheduledTextReleased.type],
  record: (events, trx) => setTimers(trx, events.flatMap(timersOf)),
});

function timersOf(event: StoredEvent): readonly Timer[] {
  const isTimed = is(event, TextScheduled) || is(event, ScheduledTextRescheduled);
  if (!isTimed && !is(event, ScheduledTextReleased)) return [];
  const { contactId, messageId, businessId } = event.data;
  const sendAt = isTimed ? event.data.sendAt : event.metadata.occurredAt;
  return [
    {
      id: uuidV5(namespaces.command, scheduledTextTimer, messageId, isTimed ? sendAt : 'released'),
      kind: scheduledTextTimer,
      dueAt: new Date(sendAt),
      payload: { contactId, messageId, businessId, agencyId: event.metadata.tenant.agencyId, sendAt },
    },
  ];
}

/** Looks at everything again: see commands/livechat/schedule. */
export const releaseScheduled =
  (commands: Commands): TimerHandler =>
  async ({ id, payload }) => {
    const { contactId, messageId, businessId, agencyId, sendAt } = payload as {
      contactId: string;
      messageId: string;
      businessId: string;
      agencyId: string | null;
      sendAt: string;
    };
    const context = workerContext('scheduled-texts', { agencyId, businessId }, 'release-scheduled-text', [id], {
      correlationId: messageId,
      causationId: null,
    });
    await commands.livechat.releaseScheduled(context, { contactId, messageId, sendAt });
  };
