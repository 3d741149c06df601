import { type Kysely, sql } from 'kysely';

/** What an uploaded picture is for, whose it is, and which picture a resized variant was made of. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table ops.media
      add column purpose     text not null default 'message',
      add column agency_id   uuid,
      add column original_id text references ops.media (id) on delete cascade`.execute(db);
  await sql`create index media_variants on ops.media (original_id) where original_id is not null`.execute(db);
  // Deleting a picture asks who else keeps the same bytes.
  await sql`create index media_by_content on ops.media (storage_key)`.execute(db);
}
