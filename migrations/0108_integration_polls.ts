import { type Kysely, sql } from 'kysely';

/**
 * Connections whose service is asked for news, and since when. A row that is worked on is due again when its process is
 * taken for dead. The pages of Facebook that tell of new leads say whose they are.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table ops.integration_polls (
    integration_id uuid primary key,
    business_id uuid not null,
    agency_id uuid,
    since timestamptz not null,
    due_at timestamptz not null,
    attempts int not null default 0
  )`.execute(db);
  await sql`create index integration_polls_due on ops.integration_polls (due_at)`.execute(db);
  await sql`create table ops.integration_pages (
    page_id text not null,
    integration_id uuid not null,
    business_id uuid not null,
    primary key (page_id, integration_id)
  )`.execute(db);
}
