import { randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, inject } from 'vitest';
import { type Durability, type EmbeddedPostgres, startEmbeddedPostgres } from '../../adapters/database/embedded.ts';
import { migrate } from '../../migrations/index.ts';
import type {} from './global-setup.ts';

export interface TestDatabase {
  readonly connectionString: string;
  drop(): Promise<void>;
}

const quiet = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
const servers = new Map<Durability, Promise<EmbeddedPostgres>>();
/** What new databases are copies of: the tables alone, or with the read models as a first start makes them. */
const templates = { tables: 'template_tables', readModels: 'template_read_models' } as const;
type Template = keyof typeof templates;

/**
 * A fresh, migrated database on the server of this run. `full` durability is for tests that look at what survives; it is the default
 * for fault tests, others get `relaxed`, which does not wait for the disk. `readModels`: with those of the product, empty, for
 * tests that start them; to make them costs the server more than most tests.
 */
export async function createTestDatabase(
  options: { readonly durability?: Durability; readonly migrated?: boolean; readonly readModels?: boolean } = {},
): Promise<TestDatabase> {
  const durability = options.durability ?? (expect.getState().testPath?.includes('/faults/') ? 'full' : 'relaxed');
  const server = await serverOf(durability);
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await onServer(server, async (client) => {
    if (options.migrated === false) return client.query(`create database ${name}`);
    // One test file at a time makes the template, and nobody copies it half made.
    await client.query('select pg_advisory_lock(1)');
    try {
      const template = await templateOf(client, server, options.readModels === true ? 'readModels' : 'tables');
      // Copied as files: through the log, as is the default, it costs five times as much. With an fsync it would cost more.
      const strategy = durability === 'relaxed' ? 'file_copy' : 'wal_log';
      return await client.query(`create database ${name} template ${template} strategy ${strategy}`);
    } finally {
      await client.query('select pg_advisory_unlock(1)');
    }
  });
  return {
    connectionString: at(server, name),
    drop: () =>
      onServer(server, async (client) => {
        await client.query(`drop database if exists ${name} with (force)`);
      }),
  };
}

/** A server of its own, for tests that kill it. `remove` stops it and deletes its data. */
export async function startTestPostgres(
  options: { readonly durability?: Durability } = {},
): Promise<EmbeddedPostgres & { readonly dataDir: string; remove(): Promise<void> }> {
  const dataDir = scratchFolder();
  const server = await startEmbeddedPostgres({ dataDir, log: quiet, durability: options.durability ?? 'full' });
  await migrate(server.connectionString);
  return {
    ...server,
    dataDir,
    remove: async () => {
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** A new folder that Postgres may live in, also when the tests run as root. */
export function scratchFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'beckon-scratch-'));
  chmodSync(folder, 0o711);
  return folder;
}

function serverOf(durability: Durability): Promise<EmbeddedPostgres> {
  let server = servers.get(durability);
  if (!server) {
    // Every test process shares the one that is first; the global teardown stops it.
    server = startEmbeddedPostgres({
      dataDir: join(inject('postgresFolder'), durability),
      log: quiet,
      durability,
      maxConnections: 300,
      database: 'postgres',
      supervise: false,
      keepWatch: false,
    });
    servers.set(durability, server);
  }
  return server;
}

async function templateOf(client: pg.Client, server: EmbeddedPostgres, which: Template): Promise<string> {
  const template = templates[which];
  const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [template]);
  if (rowCount) return template;
  const draft = `${template}_draft`;
  await client.query(`drop database if exists ${draft}`);
  await client.query(`create database ${draft}`);
  await migrate(at(server, draft));
  if (which === 'readModels') {
    // Only here: most tests of the tables have no use for the whole product.
    const { openComposition } = await import('./composition.ts');
    const { runner, close } = await openComposition(at(server, draft));
    await runner.start();
    await close();
  }
  await client.query(`alter database ${draft} rename to ${template}`);
  return template;
}

const at = (server: EmbeddedPostgres, database: string): string =>
  Object.assign(new URL(server.connectionString), { pathname: `/${database}` }).href;

async function onServer<T>(server: EmbeddedPostgres, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: at(server, 'postgres') });
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
