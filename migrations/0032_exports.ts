import { type Kysely, sql } from 'kysely';

/** Lists that are about to be taken along: a browser that downloads has no header to sign in with. */
export async function up(db: Kysely<unknown>): Promise<void> {
  //   wish  which list, narrowed how, and who wants it: sealed, since a search may hold the name of a person
  await sql`create table ops.exports (
    id         uuid        primary key,
    wish       bytea       not null,
    expires_at timestamptz not null
  )`.execute(db);
  await sql`create index exports_expiring on ops.exports (expires_at)`.execute(db);
}
