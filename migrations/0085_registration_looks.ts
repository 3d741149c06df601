import { type Kysely, sql } from 'kysely';

/** When the registration of a business is to be gone on with, or asked about; `since`: what it waits for began. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table ops.registration_looks (
    business_id uuid primary key,
    due_at timestamptz not null,
    since timestamptz not null)`.execute(db);
  await sql`create index registration_looks_due on ops.registration_looks (due_at)`.execute(db);
}
