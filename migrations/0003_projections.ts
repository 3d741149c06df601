import { type Kysely, sql } from 'kysely';

/** How far each read model has come. One row per schema: the live one of each version, and what is being built beside it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create schema if not exists ops`.execute(db);

  // Word search on names and numbers within one business: both come with Postgres and may be made by the database's owner.
  await sql`create extension if not exists pg_trgm`.execute(db);
  await sql`create extension if not exists btree_gin`.execute(db);

  // `epoch` grows when another schema takes this one's place: a batch that was begun before then cannot commit after it.
  await sql`
    create table ops.projection_checkpoints (
      schema         text        primary key,
      projector      text        not null,
      version        int         not null,
      position       bigint      not null default 0,
      epoch          int         not null default 0,
      state          text        not null check (state in ('running', 'paused', 'building')),
      error          text,
      error_event    uuid,
      error_position bigint,
      error_at       timestamptz,
      updated_at     timestamptz not null default now()
    )`.execute(db);

  // The guard of every batch. It comes first in the transaction: a second runner of the same read model waits here and then fails,
  // before it has written anything.
  await sql`
    create function ops.advance_projections(schemas text[], reads bigint[], epochs int[], next bigint) returns void language plpgsql as $$
    declare moved int;
    begin
      update ops.projection_checkpoints c set position = next, updated_at = now()
        from unnest(schemas, reads, epochs) as r(schema, position, epoch)
        where c.schema = r.schema and c.position = r.position and c.epoch = r.epoch and c.state <> 'paused';
      get diagnostics moved = row_count;
      if moved <> cardinality(schemas) then
        raise exception 'A checkpoint is not where it was read: %', schemas using errcode = 'PJ001';
      end if;
    end $$`.execute(db);
}
