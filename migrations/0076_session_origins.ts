import { type Kysely, sql } from 'kysely';

/**
 * Where a session was opened: the device's name and the address, sealed. Null for sessions from before, and for those
 * of someone who acts as another.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table ops.sessions add column origin bytea`.execute(db);
}
