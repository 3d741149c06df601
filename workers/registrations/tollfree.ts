import type { Commands } from '../../commands/catalogue.ts';
import { is } from '../../domain/kernel/event.ts';
import { namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import { escalatedAfterDays } from '../../domain/registrations/case.ts';
import { TollfreeVerificationRequested } from '../../domain/registrations/tollfree/events.ts';
import { setTimers, type Timer, type TimerHandler } from '../engine/timers.ts';
import type { Database, RecordingWorker } from '../engine/worker.ts';
import { systemContext } from './context.ts';

/** The timers that look after a toll-free verification. */
export const followTimer = 'follow-tollfree';
export const escalateTimer = 'escalate-tollfree';

/** The first look after it was handed over, and the longest wait between two, in ms: each wait is twice the one before. */
const firstMs = 2_000;
const longestMs = 4 * 3_600_000;
const dayMs = 86_400_000;

interface Followed {
  readonly businessId: string;
  readonly requestId: string;
  readonly attempt: number;
  readonly look: number;
}
const follow = (of: Followed, dueAt: Date): Timer => ({
  id: uuidV5(namespaces.command, followTimer, of.requestId, String(of.attempt), String(of.look)),
  kind: followTimer,
  dueAt,
  payload: of,
});

/** Every verification that was asked for is handed to the carrier, and followed until it has a result. */
export const tollfreeFeed = (wake: () => void): RecordingWorker => ({
  kind: 'recording',
  name: 'tollfree',
  handles: [TollfreeVerificationRequested.type],
  async record(events, trx) {
    await setTimers(
      trx,
      events.flatMap((event) => {
        if (!is(event, TollfreeVerificationRequested)) return [];
        const { businessId, requestId, attempt } = event.data;
        const at = Date.parse(event.metadata.occurredAt);
        return [
          follow({ businessId, requestId, attempt, look: 0 }, new Date(at)),
          {
            id: uuidV5(namespaces.command, escalateTimer, requestId, String(attempt)),
            kind: escalateTimer,
            dueAt: new Date(at + escalatedAfterDays * dayMs),
            payload: { businessId, requestId, attempt },
          },
        ];
      }),
    );
  },
  committed: wake,
});

const contextOf = (cause: string, correlationId: string) => systemContext('tollfree', cause, correlationId);

/** Looks at one, and again later while it has no result. A carrier that is away is asked again as long as it takes. */
export const followTollfree =
  ({ commands, db, now }: { readonly commands: Commands; readonly db: Database; now(): Date }): TimerHandler =>
  async ({ id, payload }) => {
    const of = payload as Followed;
    const { businessId, requestId } = of;
    const again = await commands.registrations.followTollfree(contextOf(id, requestId), { businessId, requestId }).then(
      ({ result }) => result.again,
      (error: unknown) => {
        if ((error as { readonly code?: unknown }).code === 'provider_unavailable') return true;
        throw error;
      },
    );
    if (!again) return;
    const wait = Math.min(longestMs, firstMs * 2 ** Math.min(of.look, 20));
    await setTimers(db, [follow({ ...of, look: of.look + 1 }, new Date(now().getTime() + wait))]);
  };

export const escalateTollfree =
  (commands: Commands): TimerHandler =>
  async ({ id, payload }) => {
    const of = payload as Omit<Followed, 'look'>;
    await commands.registrations.escalateTollfree(contextOf(id, of.requestId), of);
  };
