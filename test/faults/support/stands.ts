import { type Kysely, sql } from 'kysely';
import { it } from 'vitest';
import { broadcasts, emails, texts } from '../../support/outbox.ts';

/** What of the workers' tables is not over, ten rows of each, and which statements are under way: for whoever looks why. */
async function whatStands(db: Kysely<unknown>): Promise<string> {
  const some = async (name: string, query: string): Promise<readonly [string, unknown]> =>
    sql
      .raw(query)
      .execute(db)
      .then(
        ({ rows }) => [name, rows],
        (error: unknown) => [name, String(error)],
      );
  const all = await Promise.all([
    some(
      'runs',
      `select r.run_id, r.state, r.node, r.awaits, r.due_at, r.held_until, r.failures, r.woken, o.${texts.column('state')} as text,
        o.${texts.column('note')}, o.${texts.column('dueAt')} as text_due, m.${emails.column('state')} as mail,
        m.${emails.column('note')} as mail_note, m.${emails.column('dueAt')} as mail_due
      from ops.automation_runs r left join ${texts.name} o on 'message-' || o.${texts.column('id')} = r.awaits
        left join ${emails.name} m on 'mail-' || m.${emails.column('id')} = r.awaits where r.state <> 'ended' limit 10`,
    ),
    some('entering', 'select * from ops.automation_entering limit 10'),
    some('texts', `select * from ${texts.name} where ${texts.column('state')} <> 'done' limit 10`),
    some('mails', `select * from ${emails.name} where ${emails.column('recordedAt')} is null limit 10`),
    some('broadcasts', `select * from ${broadcasts.name} where ${broadcasts.column('phase')} <> 'ended' limit 10`),
    some('timers', 'select * from ops.timers order by due_at limit 10'),
    some('workers', 'select name, position, paused_reason from ops.worker_checkpoints'),
    some('leases', 'select name, holder, expires_at, clock_timestamp() as now from ops.leases'),
    some(
      'statements',
      `select pid, state, wait_event_type, wait_event, now() - xact_start as since, left(query, 200) as query,
        pg_blocking_pids(pid) as behind from pg_stat_activity where state <> 'idle' and pid <> pg_backend_pid()`,
    ),
  ]);
  return JSON.stringify(Object.fromEntries(all), (_, value) => (typeof value === 'bigint' ? String(value) : value), 1);
}

/**
 * A test that kills. It ends by itself within `withinMs`, before vitest would end it without a word, and says how
 * everything stands when it fails.
 */
export function itSurvives(said: string, withinMs: number, db: () => Kysely<unknown>, test: () => Promise<void>): void {
  it(said, { timeout: withinMs + 60_000 }, async () => {
    let limit: NodeJS.Timeout | undefined;
    const over = new Promise<never>((_, reject) => {
      limit = setTimeout(() => reject(new Error(`Not over after ${withinMs} ms.`)), withinMs);
    });
    try {
      await Promise.race([test(), over]);
    } catch (error) {
      console.log(
        await Promise.race([whatStands(db()), new Promise((resolve) => setTimeout(resolve, 30_000, 'No answer.'))]),
      );
      throw error;
    } finally {
      clearTimeout(limit);
    }
  });
}
