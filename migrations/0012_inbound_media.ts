import { type Kysely, sql } from 'kysely';

/** What is attached to texts that come in is fetched from the carrier and kept here. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Nobody uploaded it: it belongs to a business and to the text it came with, once for each place in it.
  await sql`
    alter table ops.media
      alter column user_id drop not null,
      add column width         int,
      add column height        int,
      add column message_id    uuid,
      add column message_index smallint`.execute(db);
  await sql`create unique index media_of_message on ops.media (message_id, message_index) where message_id is not null`.execute(
    db,
  );

  // Texts whose attachments are still to be fetched. A row goes when each of them is stored or refused.
  await sql`
    create table ops.media_fetches (
      message_id    uuid        primary key,
      due_at        timestamptz not null,
      claimed_until timestamptz,
      attempts      int         not null default 0
    )`.execute(db);
  await sql`create index media_fetches_due on ops.media_fetches (due_at)`.execute(db);
}
