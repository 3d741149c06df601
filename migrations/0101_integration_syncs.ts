import { type Kysely, sql } from 'kysely';

/** Syncs of integrations that are to be done. A row that is worked on is due again when its process is taken for dead. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table ops.integration_syncs (
    sync_id uuid primary key,
    integration_id uuid not null,
    business_id uuid not null,
    agency_id uuid,
    requested_by uuid not null,
    due_at timestamptz not null,
    attempts int not null default 0
  )`.execute(db);
}
