import { type Kysely, sql } from 'kysely';

/** When whoever sits at a session last touched the product, and its people by business or agency. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Null: its program has never said so, and its connection speaks for it.
  await sql`alter table ops.sessions add column active_at timestamptz`.execute(db);
  // Of columns that never change in a row: noting signs of life writes no index.
  await sql`create index sessions_by_tenant on ops.sessions (coalesce(business_id, agency_id)) where beneath = '{}'`.execute(
    db,
  );
}
