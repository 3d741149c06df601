import { type Kysely, sql } from 'kysely';

/** Live chat for a team: who is here, who was given what a moment ago, and what overdue answers were told of. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Of somebody's own session: when a socket of it, or of one that stands on it, was last known to be open.
  await sql`alter table ops.sessions add column connected_at timestamptz`.execute(db);

  // One row per business, locked while its conversations are given out. `given`: what the read models may not show yet.
  await sql`create table ops.chat_turns (business_id uuid primary key, given jsonb not null default '[]')`.execute(db);

  // Up to where reply times that passed were told of.
  await sql`create table ops.overdue_told (id boolean primary key default true check (id), due_at timestamptz not null)`.execute(
    db,
  );

  // Not every push is about a contact.
  await sql`alter table ops.push_queue alter column contact_id drop not null`.execute(db);
}
