import { type Kysely, sql } from 'kysely';

/**
 * Who was on a page today, so that a visitor is counted once: a keyed hash, and the day's key. Both are gone when the day
 * is over. Unlogged on purpose: neither the write-ahead log nor a backup or a replica has them, and a database that
 * crashes forgets who was there today.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create unlogged table ops.visit_keys (
      day date  primary key,
      key bytea not null
    )`.execute(db);
  await sql`
    create unlogged table ops.visits (
      day     date     not null,
      visitor bytea    not null,
      -- 0: was there, 1: began to fill in.
      act     smallint not null,
      primary key (day, visitor, act)
    )`.execute(db);
}
