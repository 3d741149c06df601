import { type Kysely, sql } from 'kysely';

/** Who could not be let in: why not, and when that was tried last. The screen of the automation says it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table ops.automation_entering add column why text, add column failed_at timestamptz`.execute(db);
}
