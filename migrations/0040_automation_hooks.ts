import { type Kysely, sql } from 'kysely';

/** What was sent last to an address that nobody has said yet how to read: a sample to say it by. Kept for a week at most. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table ops.automation_hook_samples (
      hook_id     uuid        primary key,
      business_id uuid        not null,
      body        jsonb       not null,
      heard_at    timestamptz not null
    )`.execute(db);
}
