import type { Logger } from 'pino';
import type { Commands } from '../../commands/catalogue.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import { is } from '../../domain/kernel/event.ts';
import { namespaces, PlanMoveId, uuidV5 } from '../../domain/kernel/ids.ts';
import { Payer, payerKey } from '../../domain/payments/payer.ts';
import type { PlanKind } from '../../domain/plans/fields.ts';
import { PlanMoveStarted, SubscriptionMoved } from '../../domain/subscriptions/events.ts';
import { isOutage } from '../engine/outage.ts';
import { payerContext } from '../engine/payer-context.ts';
import { setTimers, type Timer, type TimerHandler } from '../engine/timers.ts';
import type { CommandingWorker, Database, RecordingWorker } from '../engine/worker.ts';

export const moveTimer = 'move-subscribers';
export const moveOneTimer = 'move-subscriber';
/** Payers that one firing looks at: each is a few requests to the provider. */
const batch = 10;
/** While the provider is away it is asked again after this, in ms. */
const againMs = 60_000;

/** Who has one of these versions of a plan, in the order of their ids, from behind `after`. */
export type SubscribersOfVersions = (
  planId: string,
  versions: readonly number[],
  after: string | null,
  most: number,
) => Promise<readonly { readonly id: string; readonly kind: PlanKind }[]>;

interface Batch {
  readonly moveId: string;
  readonly planId: string;
  readonly versions: readonly number[];
  readonly after: string | null;
  /** How often the provider was away. */
  readonly attempt: number;
}
const batchTimer = (of: Batch, dueAt: Date): Timer => ({
  id: uuidV5(namespaces.event, of.moveId, moveTimer, of.after ?? '', String(of.attempt)),
  kind: moveTimer,
  dueAt,
  payload: of,
});
const oneTimer = (moveId: string, payer: Payer, dueAt: Date): Timer => ({
  id: uuidV5(namespaces.event, moveId, moveOneTimer, payerKey(payer), dueAt.toISOString()),
  kind: moveOneTimer,
  dueAt,
  payload: { moveId, payer },
});

/** An operator moves subscribers to another version of their plan: it is done in the background. */
export function planMoves(wake: () => void): RecordingWorker {
  return {
    kind: 'recording',
    name: 'plan-moves',
    handles: [PlanMoveStarted.type],
    record: (events, trx) =>
      setTimers(
        trx,
        events
          .filter((event) => is(event, PlanMoveStarted))
          .map(({ data: { moveId, planId, fromVersions: versions }, metadata }) =>
            batchTimer({ moveId, planId, versions, after: null, attempt: 0 }, new Date(metadata.occurredAt)),
          ),
      ),
    committed: wake,
  };
}

interface Moving {
  readonly commands: Commands;
  readonly db: Database;
  readonly now: () => Date;
  readonly log: Logger;
  readonly subscribersOfVersions: SubscribersOfVersions;
}

const isAway = (error: unknown): boolean => error instanceof DomainError && error.code === 'provider_unavailable';

/** Moves one payer, and says when it is to be looked at again. Each look has a name of its own. */
async function moveOne({ commands, db }: Moving, timer: string, moveId: string, payer: Payer): Promise<void> {
  const context = payerContext('plan-moves', payer, 'plan-move', [moveId, timer]);
  const { result } = await commands.subscriptions.move(context, { moveId: PlanMoveId.parse(moveId), payer });
  if (result.until !== null) await setTimers(db, [oneTimer(moveId, payer, result.until)]);
}

/** Payer by payer, a few at each firing: cut off anywhere, the next firing goes on. */
export const moveSubscribers =
  (parts: Moving): TimerHandler =>
  async ({ id, payload }) => {
    const { db, now, log, subscribersOfVersions } = parts;
    const of = payload as Batch;
    const found = await subscribersOfVersions(of.planId, of.versions, of.after, batch);
    let { after } = of;
    for (const one of found) {
      const payer = Payer.parse({ kind: one.kind, id: one.id });
      try {
        await moveOne(parts, id, of.moveId, payer);
      } catch (error) {
        if (isOutage(error)) throw error;
        const dueAt = new Date(now().getTime() + againMs);
        if (isAway(error)) {
          await setTimers(db, [batchTimer({ ...of, after, attempt: of.attempt + 1 }, dueAt)]);
          return;
        }
        log.error({ err: error, payer, move: of.moveId }, 'A subscriber could not be moved.');
        await setTimers(db, [oneTimer(of.moveId, payer, dueAt)]);
      }
      after = one.id;
    }
    if (found.length === batch) await setTimers(db, [batchTimer({ ...of, after }, now())]);
  };

export const moveSubscriber =
  (parts: Moving): TimerHandler =>
  async ({ id, payload }) => {
    const { moveId, payer } = payload as { readonly moveId: string; readonly payer: Payer };
    try {
      await moveOne(parts, id, moveId, payer);
    } catch (error) {
      if (!isAway(error)) throw error;
      await setTimers(parts.db, [oneTimer(moveId, payer, new Date(parts.now().getTime() + againMs))]);
    }
  };

/** Tells the people of a payer what its plan costs from when on. */
export function moveNotices(commands: Commands): CommandingWorker {
  return {
    kind: 'commanding',
    name: 'plan-move-notices',
    handles: [SubscriptionMoved.type],
    async issue(events) {
      for (const event of events)
        if (is(event, SubscriptionMoved)) {
          const { payer } = event.data;
          const context = payerContext('plan-move-notices', payer, 'plan-move-notice', [event.id], event.id);
          await commands.notifications.planMoved(context, event.data);
        }
    },
  };
}
