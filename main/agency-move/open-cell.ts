import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { createLocalBus } from '../../adapters/bus/index.ts';
import { systemClock } from '../../adapters/clock/system.ts';
import { createDatabase } from '../../adapters/database/pool.ts';
import { createPostgresEventStore } from '../../adapters/event-store/index.ts';
import { createVault } from '../../adapters/vault/index.ts';
import { migrate } from '../../migrations/index.ts';
import { compose } from '../compose.ts';
import type { Config } from '../config.ts';
import { openStorage } from '../storage.ts';
import { type Cell, MoveRefused } from './move.ts';

export interface CellSettings {
  readonly name: string;
  /** Null: the embedded Postgres below `dataDir`. */
  readonly databaseUrl: string | null;
  readonly dataDir: string;
  /** Where its files are; left out: in `dataDir`, where an installation with a bucket looks for them, too. */
  readonly s3?: Config['s3'];
  readonly secretKey: string;
  /** Left out or false: it has been started before. True: it may be about to, and has made no ids. */
  readonly isNew?: boolean;
}

/** An installation for a move, beside its running processes. Throws `MoveRefused`, or SealBroken for a wrong secret key. */
export async function openCell(
  { name, databaseUrl, dataDir, s3 = null, secretKey, isNew = false }: CellSettings,
  log: Logger,
): Promise<Cell & { close(): Promise<void> }> {
  const closers: (() => Promise<unknown>)[] = [];
  const close = async (): Promise<void> => {
    for (const one of closers) await one();
  };
  try {
    let connectionString = databaseUrl;
    if (connectionString === null) {
      if (!isNew && !existsSync(join(dataDir, 'postgres')))
        throw new MoveRefused(`There is no Beckon data in ${dataDir}. Set the folder that ${name} uses.`);
      const { startEmbeddedPostgres } = await import('../../adapters/database/embedded.ts');
      const postgres = await startEmbeddedPostgres({ dataDir, log });
      closers.unshift(() => postgres.stop());
      connectionString = postgres.connectionString;
    }
    await migrate(connectionString);
    const {
      db,
      pool,
      close: closeDatabase,
    } = createDatabase<unknown>({ connectionString, log, max: 4, name: 'beckon-move' });
    closers.unshift(closeDatabase);
    const bus = createLocalBus({ log });
    closers.unshift(() => bus.close());
    const files = await openStorage({ dataDir, s3 });
    closers.unshift(() => Promise.resolve(files.close()));
    const raw = createPostgresEventStore({ connectionString, bus, log });
    closers.unshift(() => raw.close());
    const ports = { name, pool, log: raw, storage: files.storage, now: () => new Date(), close };
    // Composing makes an installation's pepper: one that joins a platform gets it from there.
    if (isNew) return { ...ports, vault: createVault({ db, secretKey }), follows: [] };
    const composed = await compose({ db, connectionString, raw, bus, secretKey, clock: systemClock, log });
    closers.unshift(() => composed.runner.stop());
    const { follows } = composed.workers({
      carrierFor: () => Promise.reject(new Error('Nothing is sent by a move.')),
      config: { publicUrl: '' },
    });
    return { ...ports, vault: composed.vault, follows };
  } catch (error) {
    await close();
    throw error;
  }
}
