import { type Kysely, sql } from 'kysely';

/** Some states bound what reaches a person in any 24 hours: when each of the latest texts went out, by its id. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table ops.reached add column lately jsonb not null default '{}'`.execute(db);
}
