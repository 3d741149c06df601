import { type Kysely, sql } from 'kysely';

/**
 * What can be sent of businesses that have a webhook endpoint, by place in the log. It takes the place of a read model that
 * held this of all businesses; of those that have an endpoint now, their past is read from the log again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table ops.published_events (
    business_id uuid not null,
    position bigint not null,
    event_id uuid not null,
    type text not null,
    stream text not null,
    revision int not null,
    contact_id uuid,
    at timestamptz not null,
    primary key (business_id, position)
  )`.execute(db);
  await sql`create index published_events_by_time on ops.published_events (business_id, at)`.execute(db);
  await sql`create table ops.published_businesses (
    business_id uuid primary key,
    live_after bigint,
    whole_after bigint not null default 0,
    past_since timestamptz,
    past_to bigint not null default 0,
    keep_until timestamptz,
    closing boolean not null default false
  )`.execute(db);
  await sql`comment on table ops.published_businesses is
    'live_after: what stands behind it is added as it happens. Before it the past is read, up to past_to so far: all of it behind
whole_after, and what happened since past_since'`.execute(db);
  await sql`create table ops.published_tail (
    one boolean primary key default true check (one),
    position bigint not null default 0,
    generation bigint not null default 0,
    types text not null default ''
  )`.execute(db);
  await sql`insert into ops.published_tail default values`.execute(db);
  await sql`drop schema if exists rm_published_v1 cascade`.execute(db);
  await sql`delete from ops.projection_checkpoints where projector = 'published'`.execute(db);
}
