import { type Kysely, sql } from 'kysely';

/** The API key that asked for a file. Null: a person. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table ops.report_exports add column api_key_id uuid`.execute(db);
}
