import { type Kysely, sql } from 'kysely';

/** What came of the last calls of an address, for those who set it up: no word of what was sent. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table ops.automation_hook_calls (
      id          bigint      generated always as identity primary key,
      hook_id     uuid        not null,
      business_id uuid        not null,
      at          timestamptz not null,
      outcome     text        not null,
      message     text,
      contact_id  uuid
    )`.execute(db);
  await sql`create index automation_hook_calls_of_hook on ops.automation_hook_calls (hook_id, id desc)`.execute(db);
}
