import { type Kysely, sql } from 'kysely';

/** What rows of a file would change of contacts, as its rehearsal found it: until it is imported. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table ops.upload_changes (
      upload_id  uuid  not null,
      row        int   not null,
      contact_id uuid  not null,
      changes    jsonb not null,
      primary key (upload_id, row)
    )`.execute(db);
}
