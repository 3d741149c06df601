import { type Kysely, sql } from 'kysely';

/** How fast tenants send: the token bucket of a business or an agency, over those of its numbers (ops.senders). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table ops.tenant_rates (
      tenant_id   uuid             primary key,
      tokens      double precision,
      refilled_at timestamptz
    ) with (fillfactor = 50)`.execute(db);
}
