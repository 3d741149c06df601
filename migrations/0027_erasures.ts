import { type Kysely, sql } from 'kysely';

/** Pictures that came with a text are found by who sent them, so that they go when that person is erased. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table ops.media add column contact_id uuid`.execute(db);
  await sql`create index media_of_contact on ops.media (contact_id) where contact_id is not null`.execute(db);
}
