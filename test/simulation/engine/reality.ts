import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import pino from 'pino';
import { createLocalBus } from '../../../adapters/bus/local.ts';
import { createDatabase, type Database } from '../../../adapters/database/pool.ts';
import { startEmbeddedPostgres } from '../../../adapters/database/embedded.ts';
import { createPostgresEventStore } from '../../../adapters/event-store/index.ts';
import type { EventStore } from '../../../adapters/event-store/port.ts';
import { migrate } from '../../../migrations/index.ts';
import { Connection } from '../../../projections/engine/connection.ts';
import { createProjectionRunner, projectors } from '../../../projections/index.ts';

const quiet = pino({ level: 'silent' });

/**
 * What is not simulated: a real Postgres with two databases, emptied for each seed. `live` is the world's; `clean` is
 * where its read models are built anew.
 */
export interface Reality {
  readonly live: string;
  /** The log in `live`, as the engine has it. */
  readonly store: EventStore;
  /** `live`, for looking at it from outside. */
  readonly database: Database<unknown>;
  readonly cleanDatabase: Database<unknown>;
  readonly cleanConnection: Connection;
  /** A connection to `live` for the projections. Few are made: whatever one prepares or plans, the next story needs again. */
  lend(): Promise<Lent>;
  client(): Promise<pg.Client>;
  giveBack(client: pg.Client): void;
  /** A statement of a process; the database's own clock is set before. */
  send(client: pg.Client, text: string, values?: readonly unknown[]): Promise<pg.QueryResult>;
  /** How many statements have been waiting for somebody else's lock for a while, longer than Postgres takes to see a deadlock. */
  waitingForLocks(): Promise<number>;
  /** Ends the statement that a client is waiting for, if any. */
  cancel(client: pg.Client): Promise<void>;
  /** What time the database thinks it is. */
  clockIs(now: () => Date): void;
  empty(): Promise<void>;
  close(): Promise<void>;
}

/** A connection that comes back, or is cut as by the death of its process. Only the first of these counts. */
export interface Lent {
  readonly connection: Connection;
  giveBack(): Promise<void>;
  cut(): Promise<void>;
}

export async function openReality(): Promise<Reality> {
  const dataDir = mkdtempSync(join(tmpdir(), 'beckon-simulation-'));
  chmodSync(dataDir, 0o711);
  const server = await startEmbeddedPostgres({
    dataDir,
    log: quiet,
    durability: 'relaxed',
    maxConnections: 100,
    supervise: false,
  });
  const at = (name: string): string => Object.assign(new URL(server.connectionString), { pathname: `/${name}` }).href;
  const [live, clean] = [at('simulated'), at('simulated_clean')];
  await once(server.connectionString, 'create database simulated');
  await migrate(live);
  await makeReadModels(live);
  await once(live, virtualTime);
  await once(server.connectionString, 'create database simulated_clean template simulated');
  for (const name of ['simulated', 'simulated_clean']) {
    await once(server.connectionString, `alter database ${name} set search_path = simulation, pg_catalog, public`);
    // A deadlock is seen by whoever closes the circle, before it counts as waiting.
    await once(server.connectionString, `alter database ${name} set deadlock_timeout = '5ms'`);
  }

  const database = createDatabase<unknown>({ connectionString: live, log: quiet, max: 6 });
  const cleanDatabase = createDatabase<unknown>({ connectionString: clean, log: quiet, max: 3 });
  const cleanConnection = await Connection.open({ connectionString: clean, name: 'one-go', genericPlans: true });
  const openStore = () => createPostgresEventStore({ connectionString: live, log: quiet, readers: 2 });
  let store = openStore();
  const wipes = await Promise.all([database, cleanDatabase].map(({ pool }) => wipe(pool)));

  const free: pg.Client[] = [];
  const ready: Connection[] = [];
  let now: () => Date = () => new Date();
  let told = 0;
  return {
    live,
    get store() {
      return store;
    },
    database,
    cleanDatabase,
    cleanConnection,
    async lend() {
      const connection =
        ready.pop() ??
        (await Connection.open({ connectionString: live, name: 'simulated-projections', genericPlans: true }));
      let isOut = true;
      const ending = (end: () => Promise<void>) => async () => {
        if (!isOut) return;
        isOut = false;
        await end();
      };
      return {
        connection,
        giveBack: ending(async () => {
          await connection.query('select pg_advisory_unlock_all()');
          ready.push(connection);
        }),
        cut: ending(() => connection.close()),
      };
    },
    async client() {
      const client = free.pop();
      if (client !== undefined) return client;
      const fresh = new pg.Client({ connectionString: live, options: '-c plan_cache_mode=force_generic_plan' });
      fresh.on('error', () => {});
      await fresh.connect();
      return fresh;
    },
    giveBack: (client) => void free.push(client),
    async send(client, text, values) {
      // Near enough: what is compared with the database's clock takes seconds.
      if (Math.abs(now().getTime() - told) > 200) {
        told = now().getTime();
        await database.pool.query('update simulation.clock set at = $1', [new Date(told)]);
      }
      if (values === undefined) return client.query(text);
      return client.query({ name: statementName(text), text, values: [...values] });
    },
    async waitingForLocks() {
      const { rows } = await database.pool.query<{ waiting: number }>(`
        select count(distinct pid)::int as waiting from pg_locks
        where not granted and waitstart < pg_catalog.clock_timestamp() - interval '15 ms'`);
      return rows[0]!.waiting;
    },
    async cancel(client) {
      await database.pool.query('select pg_cancel_backend($1)', [
        (client as unknown as { processID: number }).processID,
      ]);
    },
    clockIs: (given) => {
      now = given;
      told = 0;
    },
    async empty() {
      await database.pool.query(wipes[0]!);
      await cleanDatabase.pool.query(wipes[1]!);
      // Its clock is that of this story: what is set up before any process asks would have the end of the last one.
      told = now().getTime();
      await database.pool.query('update simulation.clock set at = $1', [new Date(told)]);
      // The log is another one: what the store knew of the streams of the last is not true of this one's.
      await store.close();
      store = openStore();
    },
    async close() {
      await Promise.all(free.map((client) => client.end()));
      await Promise.all(ready.map((connection) => connection.close()));
      await store.close();
      await Promise.all([database.close(), cleanDatabase.close(), cleanConnection.close()]);
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Prepared once per connection: planning a statement costs more than carrying it out over next to no rows. */
const statementNames = new Map<string, string>();
function statementName(text: string): string {
  let name = statementNames.get(text);
  if (name === undefined) statementNames.set(text, (name = `s${statementNames.size}`));
  return name;
}

/**
 * The database's own clock says what the world's does: names without a schema are looked for in `simulation` before
 * Postgres's own. Defaults of columns were bound when their tables were made, and are bound anew.
 */
const virtualTime = `
  create schema simulation;
  create table simulation.clock (at timestamptz not null);
  insert into simulation.clock values (now());
  create function simulation.now() returns timestamptz language sql stable as 'select at from simulation.clock';
  create function simulation.clock_timestamp() returns timestamptz language sql volatile as 'select at from simulation.clock';
  do $$ declare c record; begin
    for c in select table_schema, table_name, column_name from information_schema.columns
      where table_schema = 'ops' and column_default = 'now()' loop
      execute format('alter table %I.%I alter column %I set default simulation.now()', c.table_schema, c.table_name, c.column_name);
    end loop;
  end $$`;

async function once(connectionString: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}

/** Tables of all read models, empty: a start then finds everything in its place. */
async function makeReadModels(connectionString: string): Promise<void> {
  const store = createPostgresEventStore({ connectionString, log: quiet });
  const runner = createProjectionRunner({
    store,
    connectionString,
    bus: createLocalBus({ log: quiet }),
    projectors,
    log: quiet,
  });
  await runner.start();
  await runner.waitFor(0n, { timeoutMs: 60_000 });
  await runner.stop();
  await store.close();
}

/**
 * The statements that empty a database, so that nothing of the last story is left, not even where its rows lay: Postgres
 * promises no order of rows where none is asked for, and gives what it finds first. Only what was written to is
 * truncated; nobody tidies up by themselves, after which statements
 * would be planned anew in the middle of a story.
 */
async function wipe(pool: Database<unknown>['pool']): Promise<string> {
  const { rows } = await pool.query<{ name: string }>(`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where (schemaname in ('es', 'ops') or schemaname like 'rm\\_%') and tablename not in
      ('migrations', 'kysely_migration', 'kysely_migration_lock')`);
  const names = rows.map(({ name }) => name);
  await pool.query(names.map((name) => `alter table ${name} set (autovacuum_enabled = false)`).join(';'));
  const list = names.filter((name) => name !== checkpoints).map((name) => `'${name}'`);
  return `do $$ declare written text; begin
    select string_agg(name, ', ') into written from unnest(array[${list.join(', ')}]) as name where pg_relation_size(name::regclass) > 0;
    if written is not null then execute 'truncate ' || written || ' restart identity cascade'; end if;
    create temporary table kept on commit drop as select * from ${checkpoints};
    truncate ${checkpoints};
    insert into ${checkpoints} select * from kept order by schema;
    update ${checkpoints} set position = 0, state = 'running', error = null,
      error_event = null, error_position = null, error_at = null;
    insert into ops.evidence_progress (position) values (0) on conflict (only_row) do update set position = 0;
  end $$`;
}
const checkpoints = 'ops.projection_checkpoints';
