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

  // Whose file it is; null: from before this, found out when it is looked for.
  await sql`alter table ops.upload_files add column business_id uuid`.execute(db);
  await sql`create index upload_files_of_business on ops.upload_files (business_id)`.execute(db);
  // Who was erased, by the keyed ids of numbers and addresses, until files that came before hold nothing of them.
  await sql`create table ops.upload_erasures (
    business_id uuid   not null,
    identity_id uuid   not null,
    position    bigint not null,
    primary key (business_id, identity_id, position)
  )`.execute(db);
}
