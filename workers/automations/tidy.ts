import { sql } from 'kysely';
import { maxAttempts } from '../engine/retry-policy.ts';
import type { Database } from '../engine/worker.ts';
import { dayMs } from './task.ts';

/** So many rows go in one statement: nobody waits long for it, and what another process tidies is left to it. */
const page = 5_000;

/**
 * What nobody asks for any more goes; the log has all of it. Runs that ended before `before`, what was sent by them, what
 * happened to who is in no automation, who could not be let into one that is gone, and days that were handed out and are over.
 */
export async function tidyAutomations(db: Database, before: Date, now: Date): Promise<void> {
  const [cut, yesterday] = [sql`${before}::timestamptz`, sql`${new Date(now.getTime() - dayMs)}::timestamptz`];
  const isInside = (contact: string) => sql`exists (select from ops.automation_runs r
    where r.contact_id = ${sql.raw(contact)} and r.state <> 'ended')`;
  const statements = [
    sql`delete from ops.automation_runs where run_id in (select run_id from ops.automation_runs
      where state = 'ended' and ended_at < ${cut} order by ended_at limit ${page} for update skip locked)`,
    // A text may wait for long: what its run waits for stays.
    sql`delete from ops.automation_effects where effect_id in (select effect_id from ops.automation_effects e
      where e.at < ${cut} and not exists (select from ops.automation_runs r where r.run_id = e.run_id and r.state <> 'ended')
      limit ${page} for update skip locked)`,
    // Of these nobody can say *try again* any more.
    sql`delete from ops.automation_entering where (automation_id, contact_id, position, trigger) in (
      select automation_id, contact_id, position, trigger from ops.automation_entering e where failures >= ${sql.lit(maxAttempts)}
        and not exists (select from ops.automations a where a.automation_id = e.automation_id) limit ${page} for update skip locked)`,
    sql`delete from ops.automation_happened where (contact_id, position, kind, nth) in (
      select contact_id, position, kind, nth from ops.automation_happened h where h.at < ${yesterday} and not ${isInside('h.contact_id')}
        and not exists (select from ops.automation_entering e where e.contact_id = h.contact_id) limit ${page}
      for update skip locked)`,
    sql`delete from ops.automation_days where (automation_id, trigger, day) in (
      select automation_id, trigger, day from ops.automation_days where day < (${now}::timestamptz at time zone 'utc')::date - 7
      limit ${page} for update skip locked)`,
  ];
  for (const statement of statements) while (((await statement.execute(db)).numAffectedRows ?? 0n) >= BigInt(page));
}
