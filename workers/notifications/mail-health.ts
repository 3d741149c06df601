import type { StoredEvent } from '../../adapters/event-store/port.ts';
import type { Commands } from '../../commands/catalogue.ts';
import { namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import { EmailBounced, EmailComplained } from '../../domain/mail/events.ts';
import type { MailFigures } from '../../domain/mail/health.ts';
import { workerContext } from '../context.ts';
import { setTimers, type Timer, type TimerHandler } from '../engine/timers.ts';
import type { RecordingWorker } from '../engine/worker.ts';

export const mailHealthTimer = 'mail-health';

/** What comes back within so long is looked at once; a little later, so that the read models show it. */
const togetherMs = 10 * 60_000;
const laterMs = 60_000;

/** Mails that came back, or were reported: how the business's mails fare is looked at. */
export const mailTroubles = (): RecordingWorker => ({
  kind: 'recording',
  name: 'mail-troubles',
  handles: [EmailBounced.type, EmailComplained.type],
  record: (events, trx) => setTimers(trx, events.map(timerOf)),
});

function timerOf({ data, metadata }: StoredEvent): Timer {
  const businessId = data['businessId'] as string;
  const ends = (Math.floor(Date.parse(metadata.occurredAt) / togetherMs) + 1) * togetherMs;
  return {
    id: uuidV5(namespaces.command, mailHealthTimer, businessId, String(ends)),
    kind: mailHealthTimer,
    dueAt: new Date(ends + laterMs),
    payload: { businessId, agencyId: metadata.tenant.agencyId, ends },
  };
}

/** Tells of it where it is too much: see commands/notifications/mail-health. */
export const lookAtMails =
  (commands: Commands, figuresOf: (businessId: string) => Promise<MailFigures>): TimerHandler =>
  async ({ payload }) => {
    const { businessId, agencyId, ends } = payload as { businessId: string; agencyId: string | null; ends: number };
    const figures = await figuresOf(businessId);
    const context = workerContext('mail-health', { agencyId, businessId }, mailHealthTimer, [String(ends)], {
      correlationId: businessId,
      causationId: null,
    });
    const month = new Date(ends).toISOString().slice(0, 7);
    await commands.notifications.mailHealth(context, { businessId, month, figures });
  };
