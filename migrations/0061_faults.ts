import { type Kysely, sql } from 'kysely';

/** How often a text or a mail has failed by our own fault: so often it is tried, and then it ends. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table ops.outbox add column faults smallint not null default 0`.execute(db);
  await sql`alter table ops.mails add column faults smallint not null default 0`.execute(db);
}
