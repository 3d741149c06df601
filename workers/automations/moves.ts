import { sql } from 'kysely';
import type { Clock } from '../../adapters/clock/port.ts';
import type { Commands } from '../../commands/catalogue.ts';
import { AutomationPublished } from '../../domain/automation/events.ts';
import { is } from '../../domain/kernel/event.ts';
import { namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import { workerContext } from '../context.ts';
import { setTimers, type Timer, type TimerHandler } from '../engine/timers.ts';
import type { Database, RecordingWorker } from '../engine/worker.ts';

export const automationMoveTimer = 'automation-moves';
/** Runs in a page. A step is short: other timers wait for it. */
const pageSize = 200;
/** Who is doing something is looked at again after so many ms, and so often: an hour in all. */
const againMs = 15_000;
const mostRounds = 240;

interface Payload {
  readonly automationId: string;
  readonly businessId: string;
  readonly agencyId: string | null;
  readonly version: number;
  readonly cause: string;
  readonly correlationId: string;
  /** The run that had its turn last in this round; null: none yet. */
  readonly after: string | null;
  readonly round: number;
  /** Somebody was doing something in this round. */
  readonly isLeft: boolean;
}
const timerOf = (payload: Payload, dueAt: Date): Timer => ({
  id: uuidV5(namespaces.event, payload.cause, automationMoveTimer, String(payload.round), payload.after ?? ''),
  kind: automationMoveTimer,
  dueAt,
  payload: { ...payload },
});

/** A version that says what becomes of who is inside is taken up by a timer. */
export const automationMoves = (): RecordingWorker => ({
  kind: 'recording',
  name: 'automation-moves',
  handles: [AutomationPublished.type],
  record: (events, trx) =>
    setTimers(
      trx,
      events.flatMap((event) => {
        if (!is(event, AutomationPublished) || event.data.moves.length === 0) return [];
        const { automationId, businessId, version } = event.data;
        const { correlationId, occurredAt, tenant } = event.metadata;
        const of = { automationId, businessId, agencyId: tenant.agencyId, version };
        const first = { cause: event.id, correlationId, after: null, round: 0, isLeft: false };
        return [timerOf({ ...of, ...first }, new Date(occurredAt))];
      }),
    ),
});

/** A page of those who are at a step that publishing spoke of, then a timer for the next. A page that is taken twice moves nobody twice. */
export const continueMoves =
  ({
    db,
    commands,
    clock,
  }: {
    readonly db: Database;
    readonly commands: Commands;
    readonly clock: Clock;
  }): TimerHandler =>
  async ({ payload }) => {
    const given = payload as unknown as Payload;
    const { automationId, businessId, agencyId, version, cause, correlationId, after, round } = given;
    const moves = await commands.automations.movesOf(automationId, version);
    const { rows } = await sql<{ run_id: string }>`select run_id from ops.automation_runs
      where automation_id = ${automationId} and node = any(${moves.map(({ node }) => node)}::uuid[])
        and version < ${version} and state <> 'ended' and (${after}::uuid is null or run_id > ${after}::uuid)
      order by run_id limit ${pageSize}`.execute(db);
    const next = (changes: Partial<Payload>, inMs: number) =>
      setTimers(db, [timerOf({ ...given, ...changes }, new Date(clock.now().getTime() + inMs))]);
    let { isLeft } = given;
    if (rows.length > 0) {
      const named = [cause, String(round), after ?? ''];
      const links = { correlationId, causationId: cause };
      const context = workerContext('automation-moves', { agencyId, businessId }, 'automation-move', named, links);
      const runIds = rows.map(({ run_id: id }) => id);
      const { result } = await commands.automations.move(context, {
        ...{ automationId, businessId, version, runIds },
        moves: [...moves],
      });
      isLeft ||= result.left > 0;
    }
    if (rows.length === pageSize) return next({ after: rows.at(-1)!.run_id, isLeft }, 0);
    if (isLeft && round < mostRounds) await next({ after: null, round: round + 1, isLeft: false }, againMs);
  };
