import { type Kysely, sql } from 'kysely';

/**
 * Businesses take turns where more of their contacts are due than can be looked at together; and who is due next, or over
 * for long, is found at once.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index automation_runs_turns on ops.automation_runs (lane, business_id, due_at)
    where state <> 'ended' and due_at < 'infinity'`.execute(db);
  await sql`create index automation_happened_old on ops.automation_happened (at)`.execute(db);
  await sql`create index automation_entering_next on ops.automation_entering (due_at)`.execute(db);
}
