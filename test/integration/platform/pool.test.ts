import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { kept } from '../../../adapters/database/kept.ts';
import { createDatabase, createPool } from '../../../adapters/database/pool.ts';
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

test('a statement that is to be kept is prepared once for each connection, whatever it is asked with; others are not', async () => {
  const { connectionString } = await database();
  const { db, close } = createDatabase({ connectionString, log, max: 1 });
  ends.push(close);
  for (const n of [1, 2, null]) {
    expect((await sql<{ n: number }>`${kept} select ${n}::int as n`.execute(db)).rows).toEqual([{ n }]);
    expect((await sql<{ n: number }>`select ${n}::int + 1 as n`.execute(db)).rows).toHaveLength(1);
  }
  const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(db);
  expect(rows).toEqual([{ statement: '/* kept */  select $1::int as n' }]);
});

test('what is kept follows the tables: an index that goes and a column that comes change its plan, not its answer', async () => {
  const { connectionString } = await database();
  const { db, close } = createDatabase({ connectionString, log, max: 1 });
  ends.push(close);
  await sql`create table public.things as select n from generate_series(1, 1000) n`.execute(db);
  await sql`create index things_n on public.things (n)`.execute(db);
  const ask = async () =>
    (await sql<{ n: number }>`${kept} select n from public.things where n = ${7}`.execute(db)).rows;
  for (let times = 0; times < 7; times++) expect(await ask()).toEqual([{ n: 7 }]);
  await sql`drop index public.things_n`.execute(db);
  await sql`alter table public.things add column word text`.execute(db);
  expect(await ask()).toEqual([{ n: 7 }]);
});
