import { type Kysely, sql } from 'kysely';

/** Lists that leave, what is done to many contacts, and files of contacts in which somebody was erased. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Lists that are about to be taken along: a browser that downloads has no header to sign in with.
  //   wish  which list, narrowed how, and who wants it: sealed, since a search may hold the name of a person
  await sql`create table ops.exports (
    id         uuid        primary key,
    wish       bytea       not null,
    expires_at timestamptz not null
  )`.execute(db);
  await sql`create index exports_expiring on ops.exports (expires_at)`.execute(db);

  // The contacts whose turn it is in an action on many, from before the first of them has it until all have had it.
  await sql`create table ops.bulk_pages (
    bulk_id uuid   primary key,
    after   bigint not null,
    page    jsonb  not null
  )`.execute(db);
}
