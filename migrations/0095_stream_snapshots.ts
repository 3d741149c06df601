import { type Kysely, sql } from 'kysely';

/**
 * States of long streams, so that they needn't be read from their first event, and how far the books of wallets were
 * proven. Both are made from the log again where they are missing.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table ops.stream_snapshots (
      stream   text        primary key,
      fold     text        not null,
      revision integer     not null,
      event_id uuid        not null,
      state    text        not null,
      digest   bytea       not null,
      made_at  timestamptz not null
    )`.execute(db);
  // Compressed, a state of some megabytes takes longer to read than it takes uncompressed.
  await sql`alter table ops.stream_snapshots alter column state set storage external`.execute(db);
  await sql`
    create table ops.proven_wallets (
      wallet_id uuid    primary key,
      revision  integer not null,
      event_id  uuid    not null,
      book      jsonb   not null,
      whole_on  date    not null
    )`.execute(db);
}
