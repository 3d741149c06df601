import { type Kysely, sql } from 'kysely';

/** When a file that others wait behind last gave its turn to them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table ops.report_exports add column turn_ended_at timestamptz`.execute(db);
}
