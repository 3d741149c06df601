import { type Kysely, sql } from 'kysely';

/** Whether a member of a business has the inbox, whose notifications are pushed; their own switch is `enabled`. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table ops.push_users add column has_inbox boolean not null default true`.execute(db);
}
