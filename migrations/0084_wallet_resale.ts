import { type Kysely, sql } from 'kysely';

/** A slice without a price of the agency's own: its business pays what its agency pays, and nothing for what is included. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table ops.wallet_slices alter column resale drop not null`.execute(db);
}
