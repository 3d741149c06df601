import { type Kysely, sql } from 'kysely';

/**
 * Ground that every part stands on. `es` holds events, `ops` what the software needs to run (checkpoints, outbox, sessions, keys);
 * each read model has a schema of its own, made by its projector.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create schema if not exists es`.execute(db);
  await sql`create schema if not exists ops`.execute(db);

  // `sealed`: version byte, nonce, tag, ciphertext; the ref is authenticated with it, so that a row can't be moved to another ref.
  await sql`create table ops.vault (
    ref text primary key,
    sealed bytea not null,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
  )`.execute(db);

  // A destroyed key leaves its row behind without the key: it can't be made again by accident.
  await sql`create table ops.subject_keys (
    subject text primary key,
    wrapped bytea,
    created_at timestamptz not null default now(),
    destroyed_at timestamptz,
    check ((wrapped is null) = (destroyed_at is not null))
  )`.execute(db);

  // `token` grows with every change of holder: who acts under a lease passes it along, and a late former holder is recognised by it.
  await sql`create table ops.leases (
    name text primary key,
    holder text not null,
    token bigint not null,
    expires_at timestamptz not null
  )`.execute(db);
}
