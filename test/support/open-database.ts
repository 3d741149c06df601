import { afterAll, beforeAll } from 'vitest';
import { createDatabase } from '../../adapters/database/pool.ts';
import type { Database } from '../../workers/engine/worker.ts';
import { createTestDatabase, type TestDatabase } from './postgres.ts';
import { quietLog as log } from './quiet.ts';

/** The tables alone, in a database of their own, for the tests of one file: opened before them, closed behind them. */
export function openDatabase(): { readonly db: Database } {
  let database: TestDatabase;
  let close: () => Promise<void>;
  const opened = { db: undefined as unknown as Database };
  beforeAll(async () => {
    database = await createTestDatabase();
    const pool = createDatabase<unknown>({ connectionString: database.connectionString, log });
    opened.db = pool.db;
    close = pool.close;
  });
  afterAll(async () => {
    await close();
    await database.drop();
  });
  return opened;
}
