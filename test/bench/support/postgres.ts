import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../../../adapters/database/embedded.ts';
import { migrate } from '../../../migrations/index.ts';

const quiet = { debug() {}, info() {}, warn() {}, error() {} };

/** A fresh, migrated Postgres for one bench, synchronous_commit on. `remove` stops it and deletes its data. */
export async function benchPostgres(): Promise<{ readonly connectionString: string; remove(): Promise<void> }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'beckon-bench-'));
  chmodSync(dataDir, 0o711);
  const server = await startEmbeddedPostgres({ dataDir, log: quiet, durability: 'full' });
  await migrate(server.connectionString);
  return {
    connectionString: server.connectionString,
    remove: async () => {
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
