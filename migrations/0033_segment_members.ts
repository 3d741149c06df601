import { type Kysely, sql } from 'kysely';

/** Who is in which segment, kept up as events arrive. The counts of before are of no list, so all are made anew. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // position: the contact's, by which lists are ordered.
  await sql`
    create table ops.segment_members (
      segment_id  uuid not null,
      contact_id  uuid not null,
      position    bigint not null,
      primary key (segment_id, contact_id)
    )`.execute(db);
  await sql`create index segment_members_newest on ops.segment_members (segment_id, position)`.execute(db);
  // Contacts that something has happened to, of businesses that have segments: to be looked at again.
  await sql`
    create table ops.segment_touched (
      business_id uuid not null,
      contact_id  uuid not null,
      position    bigint not null,
      primary key (business_id, contact_id)
    )`.execute(db);
  // filled_at: when all contacts were last looked at, null: not yet, and then the count is none yet. fill_after: how far
  // they are being looked at, by position.
  await sql`delete from ops.segment_counts`.execute(db);
  await sql`alter table ops.segment_counts add column filled_at timestamptz,
    add column fill_after bigint not null default -1`.execute(db);
  await sql`create index segment_counts_of_business on ops.segment_counts (business_id)`.execute(db);
  // follows: what its segments depend on, see domain/segment/follows. rested_at: not before, whatever happens.
  await sql`alter table ops.segments_to_count add column follows text[] not null default '{all}',
    add column rested_at timestamptz not null default '-infinity'`.execute(db);
  await sql`update ops.segments_to_count set due_at = least(due_at, now())`.execute(db);
}
