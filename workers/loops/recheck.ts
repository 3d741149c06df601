import type { Commands } from '../../commands/catalogue.ts';
import type { Clock } from '../../adapters/clock/port.ts';
import { namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import { LoopRuleRemoved, LoopRuleSet, LoopRuleToggled } from '../../domain/loops/events.ts';
import { workerContext } from '../context.ts';
import { setTimers, type Timer, type TimerHandler } from '../engine/timers.ts';
import { forEachBounded } from '../engine/wait.ts';
import type { Database, RecordingWorker } from '../engine/worker.ts';

export const recheckTimer = 'recheck-loop';
/** Members in a step, and at once. */
const pageSize = 500;
const concurrency = 16;
/** Between looks whether the read model has come to the changed rule, in ms. */
const waitMs = 500;

interface Cursor {
  readonly campaignId: string;
  readonly businessId: string;
  readonly agencyId: string | null;
  /** The position of the event that changed the rules, and its id. */
  readonly ruledAt: string;
  readonly cause: string;
  readonly correlationId: string;
  /** Members up to this position have been looked at. */
  readonly after: string;
  readonly step: number;
}

const timerOf = (cursor: Cursor, dueAt: Date): Timer => ({
  id: uuidV5(namespaces.event, cursor.cause, recheckTimer, String(cursor.step)),
  kind: recheckTimer,
  dueAt,
  payload: { ...cursor },
});

/** After a changed rule its loop is looked through. Another order changes nobody's points. */
export function loopRules(): RecordingWorker {
  return {
    kind: 'recording',
    name: 'loop-rules',
    handles: [LoopRuleSet.type, LoopRuleToggled.type, LoopRuleRemoved.type],
    async record(events, trx) {
      await setTimers(
        trx,
        events.map((event) => {
          const { campaignId, businessId } = event.data as { campaignId: string; businessId: string };
          const { agencyId } = event.metadata.tenant;
          const { correlationId, occurredAt } = event.metadata;
          const ruledAt = event.position.toString();
          return timerOf(
            { campaignId, businessId, agencyId, ruledAt, cause: event.id, correlationId, after: '0', step: 0 },
            new Date(occurredAt),
          );
        }),
      );
    },
  };
}

/** What the read models know of loops. */
export interface LoopMembers {
  /** Whether the read model of loops shows everything up to `position`. */
  reached(position: bigint): Promise<boolean>;
  /** Those who have the points for a reward that they have not unlocked, in the order they joined, after a position. */
  toUnlock(
    campaignId: string,
    after: string,
    limit: number,
  ): Promise<readonly { readonly memberId: string; readonly position: string }[]>;
}

/**
 * One step of looking through a loop: its page of members, then a timer for the next. Cut off, the step is done again;
 * what it did already changes nothing.
 */
export const recheckLoop =
  (parts: {
    readonly db: Database;
    readonly commands: Commands;
    readonly members: LoopMembers;
    readonly clock: Clock;
  }): TimerHandler =>
  async ({ payload }) => {
    const { db, commands, members, clock } = parts;
    const cursor = payload as Cursor;
    const { campaignId, businessId, agencyId, ruledAt, cause, correlationId, after, step } = cursor;
    const next = (more: Partial<Cursor>, inMs: number) =>
      setTimers(db, [timerOf({ ...cursor, ...more, step: step + 1 }, new Date(clock.now().getTime() + inMs))]);
    if (!(await members.reached(BigInt(ruledAt)))) return next({}, waitMs);
    const page = await members.toUnlock(campaignId, after, pageSize);
    await forEachBounded(page, concurrency, async ({ memberId }) => {
      const links = { correlationId, causationId: cause };
      const context = workerContext('loops', { agencyId, businessId }, 'recheck', [cause, memberId], links);
      await commands.loops.recheck(context, { memberId });
    });
    if (page.length === pageSize) await next({ after: page.at(-1)!.position }, 0);
  };
