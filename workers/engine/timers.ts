import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Clock } from '../../adapters/clock/port.ts';
import { isOutage } from './outage.ts';
import { pollLoop } from './poll-loop.ts';
import { backoff, maxAttempts } from './retry-policy.ts';
import { type Bell, untilDue } from './wait.ts';
import { workTable } from './work-table.ts';
import type { Database } from './worker.ts';

export interface Timer {
  /** Derived from the cause (uuid v5): setting the same timer again changes nothing. */
  readonly id: string;
  readonly kind: string;
  readonly dueAt: Date;
  /** Ids and numbers only, no personal data. What it holds is between the one who sets the timer and its handler. */
  readonly payload: object;
}

/** Fires a timer: issues a command whose id derives from the timer's, and which looks at the state again. May run more than once. */
export type TimerHandler = (timer: Timer) => Promise<void>;

const batch = 50;
const timerRows = workTable('timers', 't', 'id');

/** Sets timers, in the transaction of what causes them. */
export async function setTimers(trx: Database, timers: readonly Timer[]): Promise<void> {
  if (timers.length === 0) return;
  await sql`
    insert into ops.timers (id, kind, due_at, payload)
    select * from unnest(${timers.map((t) => t.id)}::uuid[], ${timers.map((t) => t.kind)}::text[],
    ${timers.map((t) => t.dueAt)}::timestamptz[],
      ${timers.map((t) => JSON.stringify(t.payload))}::jsonb[])
    on conflict (id) do nothing`.execute(trx);
}

/**
 * Fires what is due, one batch: rows stay locked while their commands run, so that two processes never fire one timer
 * at once, and a process that dies gives its rows back with its connection. Returns how many were fired or put off.
 */
export async function fireDueTimers(
  db: Database,
  handlers: Readonly<Record<string, TimerHandler>>,
  now: Date,
  log: Logger,
): Promise<number> {
  const kinds = Object.keys(handlers);
  return db.transaction().execute(async (trx) => {
    const due = {
      where: sql`due_at <= ${now}::timestamptz and failed_at is null and kind = any(${kinds}::text[])`,
      order: sql`due_at`,
      limit: batch,
    };
    const what = sql`id, kind, due_at as "dueAt", payload, attempts`;
    const { rows } = await sql<Timer & { readonly attempts: number }>`${timerRows.free(due, what)}`.execute(trx);
    const fired: string[] = [];
    for (const row of rows) {
      try {
        await handlers[row.kind]!(row);
        fired.push(row.id);
      } catch (error) {
        if (isOutage(error)) throw error;
        const attempts = row.attempts + 1;
        const setAside = attempts >= maxAttempts;
        log[setAside ? 'error' : 'warn'](
          { ...(setAside ? { gaveUp: 'timer' } : {}), timer: row.id, kind: row.kind, attempts, err: error },
          setAside ? 'a timer failed for good' : 'a timer failed, trying again',
        );
        await sql`
          update ops.timers set attempts = ${attempts}, last_error = ${error instanceof Error ? error.name : 'unknown failure'},
            due_at = ${new Date(now.getTime() + backoff(row.attempts, 1_000, 3_600_000))}::timestamptz,
            failed_at = ${setAside ? now : null}::timestamptz
          where id = ${row.id}::uuid`.execute(trx);
      }
    }
    if (fired.length > 0) await sql`delete from ops.timers where id = any(${fired}::uuid[])`.execute(trx);
    return rows.length;
  });
}

/** How long nothing falls due, in ms: 0, something is; `pollMs` at most. */
async function untilNext({ db, handlers, clock, pollMs }: TimersToRun): Promise<number> {
  const { rows } = await sql<{ next: Date | null }>`select min(due_at) as next from ops.timers
    where failed_at is null and kind = any(${Object.keys(handlers)}::text[])`.execute(db);
  return untilDue(rows[0]!.next, clock.now(), pollMs);
}

interface TimersToRun {
  readonly db: Database;
  readonly handlers: Readonly<Record<string, TimerHandler>>;
  readonly clock: Clock;
  readonly log: Logger;
  /** Rung when a timer was set that is not to wait for the next look. */
  readonly bell: Bell;
  readonly pollMs: number;
}

/** Fires timers as they fall due until the signal fires. Any number of processes may run it. */
export async function runTimers(dependencies: TimersToRun, signal: AbortSignal): Promise<void> {
  const { db, handlers, clock, log, bell, pollMs } = dependencies;
  const work = async () => {
    const pause = await untilNext(dependencies);
    if (pause > 0) return pause;
    // What was fired may have set the next one: an action goes on page by page. What is due and was not, others fire.
    return (await fireDueTimers(db, handlers, clock.now(), log)) > 0 ? 0 : pollMs;
  };
  await pollLoop({ name: 'timers', work, bell, clock, log }, signal);
}
