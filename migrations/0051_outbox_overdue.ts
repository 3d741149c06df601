import { type Kysely, sql } from 'kysely';

/** What waits and is no broadcast's, by when it is due: the watchdog asks for what should have gone out. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index outbox_due on ops.outbox (due_at) where state = 'pending' and broadcast_id is null`.execute(
    db,
  );
}
