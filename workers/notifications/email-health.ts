import type { StoredEvent } from '../../adapters/event-store/port.ts';
import type { Commands } from '../../commands/catalogue.ts';
import { namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import { EmailBounced, EmailComplained } from '../../domain/emails/events.ts';
import type { EmailFigures } from '../../domain/emails/health.ts';
import { workerContext } from '../context.ts';
import { setTimers, type Timer, type TimerHandler } from '../engine/timers.ts';
import type { RecordingWorker } from '../engine/worker.ts';

export const emailHealthTimer = 'mail-health';

/** What comes back within so long is looked at once; a little later, so that the read models show it. */
const togetherMs = 10 * 60_000;
const laterMs = 60_000;

/** Emails that came back, or were reported: how the business's emails fare is looked at. */
export const emailTroubles = (): RecordingWorker => ({
  kind: 'recording',
  name: 'mail-troubles',
  handles: [EmailBounced.type, EmailComplained.type],
  record: (events, trx) => setTimers(trx, events.map(timerOf)),
});

function timerOf({ data, metadata }: StoredEvent): Timer {
  const businessId = data['businessId'] as string;
  const ends = (Math.floor(Date.parse(metadata.occurredAt) / togetherMs) + 1) * togetherMs;
  return {
    id: uuidV5(namespaces.command, emailHealthTimer, businessId, String(ends)),
    kind: emailHealthTimer,
    dueAt: new Date(ends + laterMs),
    payload: { businessId, agencyId: metadata.tenant.agencyId, ends },
  };
}

/** Tells of it where it is too much: see commands/notifications/mail-health. */
export const lookAtEmails =
  (commands: Commands, figuresOf: (businessId: string) => Promise<EmailFigures>): TimerHandler =>
  async ({ payload }) => {
    const { businessId, agencyId, ends } = payload as { businessId: string; agencyId: string | null; ends: number };
    const figures = await figuresOf(businessId);
    const context = workerContext('mail-health', { agencyId, businessId }, emailHealthTimer, [String(ends)], {
      correlationId: businessId,
      causationId: null,
    });
    const month = new Date(ends).toISOString().slice(0, 7);
    await commands.notifications.emailHealth(context, { businessId, month, figures });
  };
