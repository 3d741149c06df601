import type { Storage } from '../../adapters/storage/port.ts';
import type { EventStore } from '../../adapters/event-store/port.ts';
import type { Commands } from '../../commands/catalogue.ts';
import { ContactErased } from '../../domain/contacts/erasure-events.ts';
import { is } from '../../domain/kernel/event.ts';
import { namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import { workerContext, type WorkerTenant } from '../context.ts';
import { setTimers, type Timer, type TimerHandler } from '../engine/timers.ts';
import type { Database, RecordingWorker } from '../engine/worker.ts';
import { forgetPictures } from '../engine/pictures-of-contact.ts';

export const eraseTimer = 'erase-contact';
export const completeErasureTimer = 'complete-erasure';

/**
 * After the key is gone, a process that used it a moment ago still has it (adapters/vault, `cacheMs`, 10 s): until then
 * it can write of the person what others can no longer read. The last word is said behind all that, in milliseconds.
 */
const untilNobodyHasTheKey = 20_000;

const timerOf = (kind: string, payload: Erasure, dueAt: Date): Timer => ({
  id: uuidV5(namespaces.command, kind, payload.contactId),
  kind,
  dueAt,
  payload: { ...payload },
});
interface Erasure {
  readonly contactId: string;
  readonly businessId: string;
  readonly agencyId: string | null;
}

/** Sees to it that whatever an erasure asks for is done, however it was cut off. */
export const erasures = ({ now }: { readonly now: () => Date }): RecordingWorker => ({
  kind: 'recording',
  name: 'erasures',
  handles: [ContactErased.type],
  record: (events, trx) =>
    setTimers(
      trx,
      events
        .filter((event) => is(event, ContactErased))
        .map(({ data, metadata }) => {
          const { contactId, businessId } = data;
          return timerOf(eraseTimer, { contactId, businessId, agencyId: metadata.tenant.agencyId }, now());
        }),
    ),
});

const contextOf = ({ contactId, businessId, agencyId }: Erasure, purpose: string) => {
  const tenant: WorkerTenant = { agencyId, businessId };
  return workerContext('erasures', tenant, purpose, [contactId], { correlationId: contactId, causationId: null });
};

/** The key, and what stands outside the log: pictures. Then the last word is due. */
export const eraseOutside =
  (parts: {
    readonly db: Database;
    readonly store: EventStore;
    readonly storage: Storage | null;
    readonly commands: Commands;
    readonly now: () => Date;
  }): TimerHandler =>
  async ({ payload }) => {
    const erasure = payload as Erasure;
    const { contactId } = erasure;
    await parts.commands.contacts.followErasureThrough(contextOf(erasure, eraseTimer), { contactId });
    await forgetPictures(parts, erasure);
    const dueAt = new Date(parts.now().getTime() + untilNobodyHasTheKey);
    await setTimers(parts.db, [timerOf(completeErasureTimer, erasure, dueAt)]);
  };

export const endErasure =
  (commands: Commands): TimerHandler =>
  async ({ payload }) => {
    const erasure = payload as Erasure;
    await commands.contacts.completeErasure(contextOf(erasure, completeErasureTimer), { contactId: erasure.contactId });
  };
