import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../../adapters/database/embedded.ts';
import { createIdentifiers } from '../../../adapters/identifiers/index.ts';
import { migrate } from '../../../migrations/index.ts';
import type { Identifiers } from '../../../adapters/identifiers/port.ts';

const quiet = { debug() {}, info() {}, warn() {}, error() {} };

export interface Connection {
  /** Prepared once: planning a statement costs more than carrying it out over few rows. */
  query(text: string, values?: readonly unknown[]): Promise<pg.QueryResult>;
}
/** Connections that are open: to take one takes no time. */
export interface Connections {
  take(): Connection;
  giveBack(connection: Connection): void;
}
export interface Reality {
  readonly connections: Connections;
  readonly identifiers: Identifiers;
}

/** What the engine of automations keeps outside of the log. */
export const opsTables = [
  ...['automations', 'automation_triggers', 'automation_entering', 'automation_runs', 'automation_effects'],
  ...['automation_happened', 'automation_days', 'timers', 'worker_checkpoints'],
] as const;

/** A Postgres of its own, for the tables of workers; all else is in memory. */
export async function openReality(): Promise<Reality & { close(): Promise<void> }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'beckon-engine-'));
  chmodSync(dataDir, 0o711);
  const server = await startEmbeddedPostgres({ dataDir, log: quiet, durability: 'relaxed', supervise: false });
  await migrate(server.connectionString);
  const clients = await Promise.all(
    Array.from({ length: 48 }, async () => {
      const client = new pg.Client({
        connectionString: server.connectionString,
        // Nobody waits for a lock, where one has a turn at a time: who does has a fault to tell of.
        options: '-c jit=off -c plan_cache_mode=force_generic_plan -c lock_timeout=20s',
      });
      await client.connect();
      return client;
    }),
  );
  // What the planner knows of the tables is the same whenever a batch begins: rows come in the same order then.
  for (const name of opsTables) await clients[0]!.query(`alter table ops.${name} set (autovacuum_enabled = off)`);
  const names = new Map<string, string>();
  const nameOf = (text: string): string => {
    const name = names.get(text) ?? `s${names.size}`;
    names.set(text, name);
    return name;
  };
  const free = clients.map((client): Connection => ({
    query: (text, values) =>
      values === undefined || values.length === 0 ?
        client.query(text)
      : client.query({ name: nameOf(text), text, values: [...values] }),
  }));
  const connections: Connections = {
    take() {
      const one = free.pop();
      if (one === undefined) throw new Error('All connections are in use.');
      return one;
    },
    giveBack: (one) => void free.push(one),
  };
  const identifiers = await createIdentifiers({
    vault: { get: async () => 'ab'.repeat(32), putIfAbsent: async () => 'ab'.repeat(32) } as never,
  });
  return {
    connections,
    identifiers,
    async close() {
      await Promise.all(clients.map((client) => client.end()));
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
