import { type Kysely, sql } from 'kysely';

/** `abandoned`: it has run out, and its holder did not renew it while others renewed theirs: the holder is dead. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table ops.leases add column abandoned boolean not null default false`.execute(db);
}
