import { sql } from 'kysely';
import type { Clock } from '../../adapters/clock/port.ts';
import { namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import { setTimers, type TimerHandler } from '../engine/timers.ts';
import type { Database } from '../engine/worker.ts';

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
export async function wakeAll(
  db: Database,
  { after = beforeAll, ...waking }: Omit<Waking, 'after'> & { readonly after?: string },
  now: Date,
): Promise<void> {
  const { rows } = await sql<{ run_id: string }>`
    update ops.automation_runs r set due_at = least(r.due_at, ${now}::timestamptz), woken = r.woken + 1
    where run_id in (select run_id from ops.automation_runs
      where automation_id = ${waking.automationId}::uuid and run_id > ${after}::uuid
        and ${waking.which === 'off' ? sql`state = 'off'` : sql`state <> 'ended'`}
      order by run_id limit ${pageSize} for update)
    returning run_id`.execute(db);
  if (rows.length < pageSize) return;
  const next = rows.reduce((last, { run_id: id }) => (id > last ? id : last), after);
  const id = uuidV5(namespaces.event, waking.cause, wakeTimer, next);
  const payload = { ...waking, after: next };
  await setTimers(db, [{ id, kind: wakeTimer, dueAt: new Date(now.getTime() + pauseMs), payload }]);
}

export const wakeMore =
  ({ db, clock }: { readonly db: Database; readonly clock: Clock }): TimerHandler =>
  ({ payload }) =>
    wakeAll(db, payload as unknown as Waking, clock.now());
