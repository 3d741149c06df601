import { type Kysely, sql } from 'kysely';

/** Files of contacts: what is to be done with them, and what is wrong with their rows. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // One row per file that is to be read, rehearsed, imported, undone or forgotten. It goes when that is done.
  //   position  of the event that asked for it: an older one changes nothing
  //   token     grows with every claim; who has an older one has been overtaken
  //   done      rows so far, for those who watch
  await sql`
    create table ops.upload_jobs (
      upload_id     uuid        primary key,
      business_id   uuid        not null,
      stage         text        not null check (stage in ('read', 'rehearse', 'import', 'undo', 'forget')),
      position      bigint      not null,
      due_at        timestamptz not null,
      claimed_until timestamptz,
      token         int         not null default 0,
      attempts      int         not null default 0,
      done          int         not null default 0
    )`.execute(db);
  await sql`create index upload_jobs_due on ops.upload_jobs (due_at)`.execute(db);

  // Which files lie in the storage for an upload: as it came, and as text. Bytes that two have go with the second.
  await sql`
    create table ops.upload_files (
      upload_id   uuid not null,
      storage_key text not null,
      primary key (upload_id, storage_key)
    )`.execute(db);
  await sql`create index upload_files_of_key on ops.upload_files (storage_key)`.execute(db);

  // What is wrong with a row, or with one of its values (column_index, -1: the row), in a rehearsal or in the import.
  await sql`
    create table ops.upload_problems (
      upload_id    uuid    not null,
      imported     boolean not null,
      row          int     not null,
      column_index int     not null,
      problem      text    not null,
      value        text,
      primary key (upload_id, imported, row, column_index, problem)
    )`.execute(db);
}
