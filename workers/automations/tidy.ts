import { sql } from 'kysely';
import { maxAttempts } from '../engine/retry-policy.ts';
import type { Database } from '../engine/worker.ts';
import { days, effects, entering, happened, isOutside, runs } from './tables.ts';
import { dayMs } from './task.ts';

/** So many rows go in one statement: nobody waits long for it, and what another process tidies is left to it. */
const page = 5_000;

/**
 * What nobody asks for any more goes; the log has all of it. Runs that ended before `before`, what was sent by them, what
 * happened to who is in no automation, who could not be let into one that is gone, and days that were handed out and are over.
 */
export async function tidyAutomations(db: Database, before: Date, now: Date): Promise<void> {
  const [cut, yesterday] = [sql`${before}::timestamptz`, sql`${new Date(now.getTime() - dayMs)}::timestamptz`];
  const old = [
    { of: runs, where: sql`state = 'ended' and ended_at < ${cut}`, order: sql`ended_at` },
    // A text may wait for long: what its run waits for stays.
    {
      of: effects,
      where: sql`f.at < ${cut}
        and not exists (select from ops.automation_runs r where r.run_id = f.run_id and r.state <> 'ended')`,
    },
    // Of these nobody can say *try again* any more.
    {
      of: entering,
      where: sql`failures >= ${sql.lit(maxAttempts)}
        and not exists (select from ops.automations a where a.automation_id = e.automation_id)`,
    },
    { of: happened, where: sql`h.at < ${yesterday} and ${isOutside('h.contact_id')}` },
    { of: days, where: sql`day < (${now}::timestamptz at time zone 'utc')::date - 7` },
  ];
  for (const { of, ...those } of old) while ((await of.remove(db, { ...those, limit: page })).count >= page);
}
