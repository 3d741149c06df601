import { afterEach, expect, test } from 'vitest';
import { createPool } from '../../../adapters/database/pool.ts';
import { createTestDatabase, type TestDatabase } from '../../support/postgres.ts';

const log = { warn: () => {} };
const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function database(): Promise<TestDatabase> {
  const made = await createTestDatabase();
  ends.push(() => made.drop());
  return made;
}

test('bigint columns are strings, or BigInt where that was asked for', async () => {
  const { connectionString } = await database();
  for (const [bigint, expected] of [
    [false, '9007199254740993'],
    [true, 9007199254740993n],
  ] as const) {
    const pool = createPool({ connectionString, log, bigint });
    ends.push(() => pool.end());
    expect((await pool.query<{ n: unknown }>('select 9007199254740993::bigint as n')).rows[0]!.n).toBe(expected);
  }
});

test('a connection that is cut, idle or in use, ends its query and nothing else', async () => {
  const { connectionString } = await database();
  const pool = createPool({ connectionString, log, max: 3 });
  ends.push(() => pool.end());
  const idle = await pool.connect();
  const between = await pool.connect();
  await between.query('begin');
  idle.release();
  await pool.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()',
  );
  await expect(between.query('select 1')).rejects.toThrow();
  between.release(true);
  expect((await pool.query<{ n: number }>('select 1 as n')).rows[0]!.n).toBe(1);
});
