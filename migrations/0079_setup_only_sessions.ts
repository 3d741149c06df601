import { type Kysely, sql } from 'kysely';

/** A session of someone who has to set up a second factor before anything else. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table ops.sessions add column setup_only boolean not null default false`.execute(db);
}
