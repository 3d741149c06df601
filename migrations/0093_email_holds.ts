import { type Kysely, sql } from 'kysely';

/** An email names the slice of money that it is paid out of, as a text does: what a slice has sent is counted from its rows. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table ops.mails add column hold_id uuid`.execute(db);
  await sql`create index mails_hold on ops.mails (hold_id) where hold_id is not null`.execute(db);
}
