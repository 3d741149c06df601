import { type Kysely, sql } from 'kysely';

/** Push notifications: whom they may reach, and what is on its way. No text is kept: it is in the notification's stream, encrypted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // A browser that asked for pushes. Its endpoint is one browser's, whoever is signed in there.
  await sql`
    create table ops.push_subscriptions (
      endpoint    text        primary key,
      user_id     uuid        not null,
      business_id uuid        not null,
      p256dh      text        not null,
      auth        text        not null,
      created_at  timestamptz not null,
      seen_at     timestamptz not null
    )`.execute(db);
  await sql`create index push_subscriptions_by_user on ops.push_subscriptions (user_id, seen_at)`.execute(db);
  await sql`create index push_subscriptions_by_business on ops.push_subscriptions (business_id)`.execute(db);

  // The people of businesses and whether they want pushes, as the worker has heard of them.
  await sql`
    create table ops.push_users (
      user_id     uuid    primary key,
      business_id uuid    not null,
      enabled     boolean not null default true
    )`.execute(db);
  await sql`create index push_users_by_business on ops.push_users (business_id) where enabled`.execute(db);

  // One row per notification and target: an endpoint, or a user of a push service that knows users. Taken out before
  // it is sent: nothing is pushed twice.
  await sql`
    create table ops.push_queue (
      notification_id uuid        not null,
      target          text        not null,
      user_id         uuid        not null,
      contact_id      uuid        not null,
      kind            text        not null,
      position        bigint      not null,
      attempts        int         not null default 0,
      due_at          timestamptz not null,
      expires_at      timestamptz not null,
      primary key (notification_id, target)
    )`.execute(db);
  await sql`create index push_queue_due on ops.push_queue (due_at)`.execute(db);
}
