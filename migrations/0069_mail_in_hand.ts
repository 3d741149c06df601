import { type Kysely, sql } from 'kysely';

/**
 * `in_hand`: this mail was claimed, and has certainly not been handed to a provider: it is sent again if its process
 * dies. False where that isn't known, so that what an older version was sending is not repeated.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table ops.mails add column in_hand boolean not null default false`.execute(db);
}
