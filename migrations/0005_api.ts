import { type Kysely, sql } from 'kysely';

/** What the API keeps for itself: sessions, answers to repeated commands, and the counts behind its rate limits. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create schema if not exists ops`.execute(db);

  // A token is kept as its SHA-256 only: who reads this table cannot sign in with it.
  await sql`
    create table ops.sessions (
      token_hash   text        primary key,
      session_id   uuid        not null unique,
      user_id      uuid        not null,
      role         text        not null,
      agency_id    uuid,
      business_id  uuid,
      created_at   timestamptz not null,
      last_seen_at timestamptz not null,
      expires_at   timestamptz not null,
      revoked_at   timestamptz
    )`.execute(db);
  await sql`create index sessions_by_user on ops.sessions (user_id)`.execute(db);
  await sql`create index sessions_by_expiry on ops.sessions (expires_at)`.execute(db);

  // One row per (who, key, call). Without a status it is being worked on until locked_until.
  await sql`
    create table ops.idempotency_keys (
      actor        text        not null,
      key          text        not null,
      call         text        not null,
      request_hash text        not null,
      command_id   uuid        not null,
      status       int,
      body         text,
      locked_until timestamptz not null,
      created_at   timestamptz not null,
      primary key (actor, key, call)
    )`.execute(db);
  await sql`create index idempotency_keys_by_age on ops.idempotency_keys (created_at)`.execute(db);

  // Counts within a window of time. Losing them in a crash only means that somebody may try again, so they skip the log.
  await sql`
    create unlogged table ops.rate_limits (
      key       text        primary key,
      hits      int         not null,
      resets_at timestamptz not null
    )`.execute(db);

  // What was uploaded to be sent. The address of a picture is public, because carriers fetch it; its id has 128 random bits.
  await sql`
    create table ops.media (
      id           text        primary key,
      storage_key  text        not null,
      content_type text        not null,
      size         bigint      not null,
      user_id      uuid        not null,
      business_id  uuid,
      created_at   timestamptz not null
    )`.execute(db);
}
