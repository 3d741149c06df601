import { type Kysely, sql } from 'kysely';

/** How many contacts are in each segment: counted anew, soon, after something has changed that it may depend on. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table ops.segment_counts (
      segment_id  uuid primary key,
      business_id uuid not null,
      -- What was counted: a count of another filter is none.
      filter      jsonb not null,
      count       integer not null,
      counted_at  timestamptz not null
    )`.execute(db);
  // position: of the newest event that may matter. due_at: not counted before, so that counting takes a small part of the time.
  await sql`
    create table ops.segments_to_count (
      business_id uuid primary key,
      position    bigint not null,
      due_at      timestamptz not null
    )`.execute(db);
  await sql`create index segments_to_count_due on ops.segments_to_count (due_at)`.execute(db);
}
