import { type Kysely, sql } from 'kysely';

/** How often a file could not be worked on by our own fault since it last got further. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table ops.upload_jobs add column faults smallint not null default 0`.execute(db);
}
