import { type Kysely, sql } from 'kysely';

/**
 * Kept answers of repeated calls hold names, numbers and texts: from here on they are sealed, and requests are known by a
 * keyed hash. What was kept in the clear goes; a repeat of such a call has the same command id and so happens once all the same.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`truncate ops.idempotency_keys`.execute(db);
  await sql`alter table ops.idempotency_keys drop column body, add column sealed bytea`.execute(db);
}
