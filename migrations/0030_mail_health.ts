import { type Kysely, sql } from 'kysely';

/** How mails fare is a read model (projections/mail-health), which a replay brings back; this table was never filled. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop table ops.mail_health`.execute(db);
}
