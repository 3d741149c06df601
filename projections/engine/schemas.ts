import type { Projector } from '../engine-types.ts';
import type { Connection } from './connection.ts';
import { secure } from './security.ts';

/** Every statement of DDL here is safe to repeat after a crash: it runs in one transaction, or it is `drop … if exists`. */

/** Makes the tables of a read model and its checkpoint at the start of the feed. Nothing happens when they are there. */
export const ensureSchema = (connection: Connection, projector: Projector, schema: string): Promise<void> =>
  ensureSchemas(connection, [{ projector, schema }]);

/** The same for many, which are asked for in one question: at a warm start they are all there. */
export async function ensureSchemas(
  connection: Connection,
  wanted: readonly { readonly projector: Projector; readonly schema: string }[],
): Promise<void> {
  const rows = await connection.query<{ schema: string }>(
    `select schema from ops.projection_checkpoints where schema = any($1::text[])`,
    [wanted.map(({ schema }) => schema)],
  );
  const there = new Set(rows.map(({ schema }) => schema));
  for (const { projector, schema } of wanted) if (!there.has(schema)) await make(connection, projector, schema);
}

async function make(connection: Connection, projector: Projector, schema: string): Promise<void> {
  // Two processes that start at once: one makes it, the other finds it.
  await connection.query(`
    begin;
    select pg_advisory_xact_lock(hashtextextended('projection-schema:${schema}', 7203));
    do $do$ begin
      if not exists (select 1 from ops.projection_checkpoints where schema = '${schema}') then
        drop schema if exists ${schema} cascade;
        create schema ${schema};
        ${projector.create(schema)};
        ${projector.index ? `${projector.index(schema)};` : ''}
        insert into ops.projection_checkpoints (schema, projector, version, state)
          values ('${schema}', '${projector.name}', ${projector.version}, 'running');
      end if;
    end $do$;
    ${secure(schema)};
    commit`);
}

/** Those of its partitions as well. */
export const forgetCheckpoints = (schema: string): string =>
  `delete from ops.projection_checkpoints where schema = '${schema}' or starts_with(schema, '${schema} ')`;

const eachTable = (schema: string, action: string): string => `
  do $each$ declare name text; begin
    for name in select tablename from pg_tables where schemaname = '${schema}' loop
      execute format('alter table ${schema}.%I ${action}', name);
    end loop;
  end $each$`;

/** SQL that makes of the tables of a copy what live ones are. */
export const asLive = (schema: string): string => eachTable(schema, 'reset (autovacuum_enabled)');

/**
 * Makes an empty copy to be filled beside the live one, without the indexes that can wait, and left alone by autovacuum:
 * what it found would be different a second later. What an earlier attempt left is dropped.
 */
export async function createBeside(connection: Connection, projector: Projector, schema: string): Promise<void> {
  await connection.query(`
    begin;
    drop schema if exists ${schema} cascade;
    ${forgetCheckpoints(schema)};
    create schema ${schema};
    ${projector.create(schema)};
    ${eachTable(schema, 'set (autovacuum_enabled = off)')};
    ${secure(schema)};
    insert into ops.projection_checkpoints (schema, projector, version, state)
      values ('${schema}', '${projector.name}', ${projector.version}, 'building');
    commit`);
}

/** Puts what was made before there were walls behind one, older versions that are still shown included. */
export async function secureAll(connection: Connection): Promise<void> {
  const schemas = await connection.query<{ schema: string }>(
    `select schema from ops.projection_checkpoints join pg_namespace on nspname = schema order by schema`,
  );
  // In one question: where the walls stand, which is nearly always, it only looks.
  if (schemas.length > 0) await connection.query(schemas.map(({ schema }) => secure(schema)).join(';'));
}

export async function dropSchema(connection: Connection, schema: string): Promise<void> {
  await connection.query(`begin; drop schema if exists ${schema} cascade; ${forgetCheckpoints(schema)}; commit`);
}

/** The tables of a schema, and of each its columns, in order. */
export async function tablesOf(connection: Connection, schema: string): Promise<Map<string, string[]>> {
  const rows = await connection.query<{ table: string; columns: string[] }>(
    `select c.relname as table, array_agg(a.attname::text order by a.attnum) as columns
       from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
         and a.attnum > 0 and not a.attisdropped
      where n.nspname = $1 and c.relkind = 'r' group by c.relname order by c.relname`,
    [schema],
  );
  return new Map(rows.map((row) => [row.table, row.columns]));
}
