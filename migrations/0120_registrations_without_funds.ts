import { type Kysely, sql } from 'kysely';

/** Whose wallet lacks the fee of a registration: it goes on when that payer has funds. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table ops.registration_looks add column lacking_payer_id uuid`.execute(db);
  await sql`create index registration_looks_lacking on ops.registration_looks (lacking_payer_id)
    where lacking_payer_id is not null`.execute(db);
}
