import { type Kysely, sql } from 'kysely';

/**
 * What was begun and is to be finished within minutes: a sign-in that waits for its second step, an authenticator app
 * that is being set up. What it is about is sealed. Losing it in a crash only means to begin again, so it skips the log.
 * `confirmed_at`: when the person at a session last proved who they are.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create unlogged table ops.sign_in_steps (
      token_hash text        primary key,
      purpose    text        not null,
      sealed     bytea       not null,
      expires_at timestamptz not null
    )`.execute(db);
  await sql`create index sign_in_steps_by_expiry on ops.sign_in_steps (expires_at)`.execute(db);
  await sql`alter table ops.sessions add column confirmed_at timestamptz`.execute(db);
}
