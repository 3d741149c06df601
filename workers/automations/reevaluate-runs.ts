import { sql } from 'kysely';
import type { Clock } from '../../adapters/clock/port.ts';
import { namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import { setTimers, type TimerHandler } from '../engine/timers.ts';
import type { Database } from '../engine/worker.ts';
import { wake } from './rows.ts';

export const wakeTimer = 'automation-wakes';
/** So many are woken at once; the next a second later, so that others have their turns and a feed is not held up. */
const pageSize = 500;
const pauseMs = 1_000;
const beforeAll = '00000000-0000-0000-0000-000000000000';

interface Waking {
  readonly automationId: string;
  /** All that are inside, or those that stay where they are since it is switched off. */
  readonly which: 'all' | 'off';
  /** The event that it is for. */
  readonly cause: string;
  readonly after: string;
}

/** Has the runs of an automation looked at, some at a time: the first at once, the others by a timer. */
export const wakeAll = async (db: Database, waking: NewWaking, now: Date): Promise<void> =>
  wake(db, await nextOf(db, waking, now), now);

type NewWaking = Omit<Waking, 'after'> & { readonly after?: string };

/** Those whose turn it is to be woken; with a timer for those behind them. */
export async function nextOf(
  db: Database,
  { after = beforeAll, ...waking }: NewWaking,
  now: Date,
): Promise<readonly string[]> {
  // Who is being looked at may have been found to be switched off.
  const those =
    waking.which === 'off' ?
      sql`(state = 'off' or state <> 'ended' and held_until > '-infinity')`
    : sql`state <> 'ended'`;
  const { rows } = await sql<{ run_id: string }>`select run_id from ops.automation_runs
    where automation_id = ${waking.automationId}::uuid and run_id > ${after}::uuid and ${those}
    order by run_id limit ${pageSize}`.execute(db);
  const runIds = rows.map(({ run_id }) => run_id);
  if (runIds.length < pageSize) return runIds;
  const next = runIds.at(-1)!;
  const id = uuidV5(namespaces.event, waking.cause, wakeTimer, next);
  await setTimers(db, [
    { id, kind: wakeTimer, dueAt: new Date(now.getTime() + pauseMs), payload: { ...waking, after: next } },
  ]);
  return runIds;
}

export const wakeMore =
  ({ db, clock }: { readonly db: Database; readonly clock: Clock }): TimerHandler =>
  ({ payload }) =>
    wakeAll(db, payload as Waking, clock.now());
