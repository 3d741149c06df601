import { type Kysely, sql } from 'kysely';

/**
 * Trees over the log (RFC 6962), of which the log is the source: `size` leaves, of which `peaks` are the roots of its
 * whole parts (32 bytes each). `note` is its newest signed checkpoint, of `noted` leaves.
 *
 * A segment holds hashes of one tile (256) from the place `first` on: of level 0 leaves, above it tiles that are whole.
 * `positions` (8 bytes each) and `entries` belong to leaves. Written once, so a row of a batch is never written again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table ops.evidence_progress (
    only_row boolean primary key default true check (only_row),
    position bigint not null
  )`.execute(db);
  await sql`insert into ops.evidence_progress (position) values (0)`.execute(db);
  await sql`create table ops.evidence_trees (
    tree int generated always as identity primary key,
    owner uuid not null,
    kind text not null check (kind in ('events', 'contacts', 'checkpoints')),
    size bigint not null default 0,
    peaks bytea not null default '',
    noted bigint not null default 0,
    note text,
    unique (owner, kind)
  )`.execute(db);
  await sql`create index evidence_trees_to_sign on ops.evidence_trees (tree) where size <> noted`.execute(db);
  await sql`create table ops.evidence_segments (
    tree int not null,
    level smallint not null,
    first bigint not null,
    last_position bigint,
    hashes bytea not null,
    positions bytea,
    entries bytea,
    primary key (tree, level, first)
  )`.execute(db);
  await sql`create index evidence_segments_by_position on ops.evidence_segments (tree, last_position) where level = 0`.execute(
    db,
  );
  // Hashes can't be compressed.
  await sql`alter table ops.evidence_segments alter column hashes set storage external,
    alter column entries set storage external`.execute(db);
  await sql`create table ops.evidence_checkpoints (
    tree int not null,
    day date not null,
    note text not null,
    primary key (tree, day)
  )`.execute(db);
}
