import { type Kysely, sql } from 'kysely';

/** When a business is asked about whose registration the carriers have decided: they may suspend it later, or let it go on. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table ops.registration_checks (
    business_id uuid primary key,
    due_at timestamptz not null)`.execute(db);
  await sql`create index registration_checks_due on ops.registration_checks (due_at)`.execute(db);
}
