import { type Kysely, sql } from 'kysely';

/**
 * Visits of short links until it is known whether they were people's: for some minutes. What came of them is in the log.
 * `client` is a keyed digest of where from; nobody's address stands here.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table ops.link_visits (
    id bigint generated always as identity primary key,
    number int not null,
    business_id uuid not null,
    agency_id uuid,
    source jsonb not null,
    contact_id uuid,
    at timestamptz not null,
    client text not null,
    trap boolean not null,
    scanner text,
    -- Those that are judged together; told again after a crash, they are the same.
    batch uuid,
    judged boolean not null default false
  )`.execute(db);
  await sql`create index link_visits_waiting on ops.link_visits (at) where batch is null`.execute(db);
  await sql`create index link_visits_batch on ops.link_visits (batch) where not judged`.execute(db);
  await sql`create index link_visits_together on ops.link_visits (contact_id, at)`.execute(db);
  await sql`create index link_visits_client on ops.link_visits (client, at)`.execute(db);
  await sql`create index link_visits_at on ops.link_visits (at)`.execute(db);
}
