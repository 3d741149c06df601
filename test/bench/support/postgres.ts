import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../../adapters/database/embedded.ts';
import { migrate } from '../../../migrations/index.ts';

const quiet = { debug() {}, info() {}, warn() {}, error() {} };

/** A fresh, migrated Postgres for one bench, synchronous_commit on. `remove` stops it and deletes its data. */
export async function benchPostgres(): Promise<{
  readonly connectionString: string;
  /** Of the server, whose children serve the connections. */
  readonly processId: number;
  remove(): Promise<void>;
}> {
  const dataDir = mkdtempSync(join(tmpdir(), 'beckon-bench-'));
  chmodSync(dataDir, 0o711);
  const server = await startEmbeddedPostgres({ dataDir, log: quiet, durability: 'full' });
  await migrate(server.connectionString);
  return {
    connectionString: server.connectionString,
    processId: await processIdOf(server.connectionString),
    remove: async () => {
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function processIdOf(connectionString: string): Promise<number> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const { rows } = await client.query<{ data_directory: string }>('show data_directory');
    return Number(readFileSync(join(rows[0]!.data_directory, 'postmaster.pid'), 'utf8').split('\n')[0]);
  } finally {
    await client.end();
  }
}

/** In one second of `/proc/<pid>/stat` there are this many ticks, on every Linux of today. */
const ticksPerSecond = 100;

/**
 * Processor time that a process and its children, also those that have ended, spend from now on: ask for it as often as
 * wanted, in seconds. NaN where there is no /proc.
 */
export function processorTimeOf(processId: number): () => number {
  const statOf = (id: number | string): string[] =>
    readFileSync(`/proc/${id}/stat`, 'utf8').split(') ').at(-1)!.split(' ');
  const total = (): number => {
    try {
      const [own, children] = [statOf(processId), readdirSync('/proc').filter((name) => /^\d+$/.test(name))];
      let ticks = Number(own[11]) + Number(own[12]) + Number(own[13]) + Number(own[14]);
      for (const id of children) {
        const stat = statOfAny(id);
        if (stat !== null && Number(stat[1]) === processId) ticks += Number(stat[11]) + Number(stat[12]);
      }
      return ticks / ticksPerSecond;
    } catch {
      return NaN;
    }
  };
  /** Null: it has just ended. */
  const statOfAny = (id: string): string[] | null => {
    try {
      return statOf(id);
    } catch {
      return null;
    }
  };
  const before = total();
  return () => total() - before;
}
