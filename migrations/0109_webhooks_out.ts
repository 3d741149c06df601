import { type Kysely, sql } from 'kysely';

/** How far each webhook endpoint has come, what waits to be sent to it, and what its attempts were answered. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table ops.webhook_endpoints (
    endpoint_id uuid primary key,
    business_id uuid not null,
    agency_id uuid,
    url text not null,
    types text[] not null,
    version text not null,
    generation int not null default 0,
    previous_until timestamptz,
    is_on boolean not null default true,
    position bigint,
    since timestamptz,
    next_due_at timestamptz not null,
    failures int not null default 0,
    failing_since timestamptz,
    spells int not null default 0,
    spell_at timestamptz,
    last_success_at timestamptz
  )`.execute(db);
  await sql`create table ops.webhook_deliveries (
    endpoint_id uuid not null,
    event_id uuid not null,
    business_id uuid not null,
    contact_id uuid,
    position bigint not null,
    type text not null,
    stream text not null,
    revision int not null,
    order_key text not null,
    status text not null default 'pending',
    attempts int not null default 0,
    due_at timestamptz not null,
    created_at timestamptz not null,
    ended_at timestamptz,
    primary key (endpoint_id, event_id)
  )`.execute(db);
  await sql`create index webhook_deliveries_pending on ops.webhook_deliveries (endpoint_id, order_key, position)
    where status = 'pending'`.execute(db);
  await sql`create index webhook_deliveries_newest on ops.webhook_deliveries (endpoint_id, created_at desc, event_id)`.execute(
    db,
  );
  await sql`create index webhook_deliveries_of_contact on ops.webhook_deliveries (contact_id)`.execute(db);
  await sql`create table ops.webhook_attempts (
    attempt_id uuid primary key,
    endpoint_id uuid not null,
    event_id uuid not null,
    business_id uuid not null,
    contact_id uuid,
    at timestamptz not null,
    duration_ms int not null,
    status int,
    error text,
    response text
  )`.execute(db);
  await sql`create index webhook_attempts_of_delivery on ops.webhook_attempts (endpoint_id, event_id, at)`.execute(db);
  await sql`create index webhook_attempts_of_contact on ops.webhook_attempts (contact_id)`.execute(db);
}
