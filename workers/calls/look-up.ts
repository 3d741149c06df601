import type { Commands } from '../../commands/catalogue.ts';
import { CallReceived } from '../../domain/calls/events.ts';
import { is } from '../../domain/kernel/event.ts';
import { namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import { workerContext } from '../context.ts';
import { setTimers, type Timer, type TimerHandler } from '../engine/timers.ts';
import type { Database, RecordingWorker } from '../engine/worker.ts';

/** The timer that asks the carrier how a call went. */
export const lookUpTimer = 'look-up-call';
/** Most calls are over by then, and their carrier has told how they went. */
const afterMs = 15 * 60_000;

interface Asked {
  readonly callId: string;
  readonly agencyId: string | null;
  readonly businessId: string;
}
const timer = (asked: Asked, cause: string, dueAt: Date): Timer => ({
  id: uuidV5(namespaces.command, lookUpTimer, asked.callId, cause),
  kind: lookUpTimer,
  dueAt,
  payload: { ...asked },
});

/** Every call is looked at once it should be over. */
export const callsToLookUp = (): RecordingWorker => ({
  kind: 'recording',
  name: 'call-look-ups',
  handles: [CallReceived.type],
  record: (events, trx) =>
    setTimers(
      trx,
      events.flatMap((event) => {
        if (!is(event, CallReceived)) return [];
        const { callId, businessId } = event.data;
        const { tenant, occurredAt } = event.metadata;
        const dueAt = new Date(Date.parse(occurredAt) + afterMs);
        return [timer({ callId, businessId, agencyId: tenant.agencyId }, 'first', dueAt)];
      }),
    ),
});

/** Asks of a call whose end was never told, and again while it goes on or the carrier is away. */
export const lookUpCalls =
  ({
    commands,
    db,
    now,
  }: {
    readonly commands: Pick<Commands, 'calls'>;
    readonly db: Database;
    readonly now: () => Date;
  }): TimerHandler =>
  async ({ id, payload }) => {
    const { callId, agencyId, businessId } = payload as Asked;
    const tenant = { agencyId, businessId };
    const context = workerContext('calls', tenant, 'look-up', [callId, id], {
      correlationId: callId,
      causationId: null,
    });
    const again = await commands.calls.lookUp(context, { callId }).then(
      ({ result }) => result.again,
      (error: unknown) => {
        if ((error as { readonly code?: unknown }).code === 'provider_unavailable') return true;
        throw error;
      },
    );
    if (again) await setTimers(db, [timer({ callId, agencyId, businessId }, id, new Date(now().getTime() + afterMs))]);
  };
