import type { Commands } from '../../commands/catalogue.ts';
import { ContactMergeStarted } from '../../domain/contacts/merge-events.ts';
import { is } from '../../domain/kernel/event.ts';
import { namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import { workerContext } from '../context.ts';
import { setTimers, type TimerHandler } from '../engine/timers.ts';
import type { RecordingWorker } from '../engine/worker.ts';

export const mergeTimer = 'merge-contact';
/** The command itself needs some milliseconds: whoever was cut off is waited for no longer. */
const graceMs = 2_000;

interface Merge {
  readonly contactId: string;
  readonly businessId: string;
  readonly agencyId: string | null;
  readonly mergeId: string;
}

/** Sees to it that a merge that has begun comes to its end, however it was cut off. */
export const merges = ({ now }: { readonly now: () => Date }): RecordingWorker => ({
  kind: 'recording',
  name: 'merges',
  handles: [ContactMergeStarted.type],
  record: (events, trx) =>
    setTimers(
      trx,
      events
        .filter((event) => is(event, ContactMergeStarted))
        .map(({ data: { contactId, businessId, mergeId }, metadata }) => ({
          id: uuidV5(namespaces.command, mergeTimer, mergeId),
          kind: mergeTimer,
          dueAt: new Date(now().getTime() + graceMs),
          payload: { contactId, businessId, mergeId, agencyId: metadata.tenant.agencyId } satisfies Merge,
        })),
    ),
});

export const endMerge =
  (commands: Commands): TimerHandler =>
  async ({ payload }) => {
    const { contactId, businessId, agencyId, mergeId } = payload as Merge;
    const context = workerContext('merges', { agencyId, businessId }, mergeTimer, [mergeId], {
      correlationId: contactId,
      causationId: null,
    });
    await commands.contacts.followMergeThrough(context, { contactId });
  };
