import { sql } from 'kysely';
import type { Clock } from '../../adapters/clock/port.ts';
import type { Commands } from '../../commands/catalogue.ts';
import { namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import { workerContext } from '../context.ts';
import { setTimers, type Timer, type TimerHandler } from '../engine/timers.ts';
import type { Database } from '../engine/worker.ts';

export const moveTimer = 'automation-moves';
const pageSize = 250;
/** Between looks at who was doing something. */
const againMs = 10_000;
/** After so many rounds who is still doing it keeps their version: a text that waits for the morning has left by then. */
const maxRounds = 9_000;

interface Payload {
  readonly automationId: string;
  readonly businessId: string;
  readonly agencyId: string | null;
  readonly version: number;
  readonly cause: string;
  readonly after: string;
  readonly round: number;
}
/** Those who are inside when a version is published that says what becomes of them: brought over page by page. */
export const moveTimerOf = (payload: Payload, dueAt: Date): Timer => ({
  id: uuidV5(namespaces.event, payload.cause, moveTimer, payload.after, String(payload.round)),
  kind: moveTimer,
  dueAt,
  payload: { ...payload },
});
export const beforeAll = '00000000-0000-0000-0000-000000000000';

export const moveInside =
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
    const given = payload as Payload;
    const { automationId, businessId, agencyId, version, cause, after, round } = given;
    const moves = await commands.automations.movesOf(automationId, version);
    const { rows } = await sql<{ run_id: string; state: string }>`select run_id, state from ops.automation_runs
      where automation_id = ${automationId}::uuid and state <> 'ended' and version < ${version}
        and node = any(${moves.map(({ node }) => node)}::uuid[]) and run_id > ${after}::uuid
      order by run_id limit ${pageSize}`.execute(db);
    const now = clock.now().getTime();
    if (rows.length > 0) {
      const links = { correlationId: cause, causationId: cause };
      const context = workerContext(
        'automations',
        { agencyId, businessId },
        'move-runs',
        [cause, after, String(round)],
        links,
      );
      const runIds = rows.map(({ run_id }) => run_id);
      await commands.automations.move(context, { automationId, businessId, version, runIds, moves });
      const next = { ...given, after: runIds.at(-1)! };
      await setTimers(db, [moveTimerOf(next, new Date(now))]);
    } else if (round < maxRounds) {
      const { rows: left } = await sql`select from ops.automation_runs where automation_id = ${automationId}::uuid
        and state = 'acting' and version < ${version} and node = any(${moves.map(({ node }) => node)}::uuid[]) limit 1`.execute(
        db,
      );
      if (left.length > 0)
        await setTimers(db, [moveTimerOf({ ...given, after: beforeAll, round: round + 1 }, new Date(now + againMs))]);
    }
  };
