import { sql } from 'kysely';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { prepared } from '../../../adapters/database/prepared-statement.ts';
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
    expect((await sql<{ n: number }>`${prepared} select ${n}::int as n`.execute(db)).rows).toEqual([{ n }]);
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
    (await sql<{ n: number }>`${prepared} select n from public.things where n = ${7}`.execute(db)).rows;
  for (let times = 0; times < 7; times++) expect(await ask()).toEqual([{ n: 7 }]);
  await sql`drop index public.things_n`.execute(db);
  await sql`alter table public.things add column word text`.execute(db);
  expect(await ask()).toEqual([{ n: 7 }]);
});

describe('a transaction of Kysely', () => {
  async function opened() {
    const { connectionString } = await database();
    const { db, pool, close } = createDatabase<{ kept: { n: number } }>({ connectionString, log, max: 1 });
    ends.push(close);
    await sql`create table kept (n int primary key)`.execute(db);
    const all = async () => (await db.selectFrom('kept').select('n').orderBy('n').execute()).map(({ n }) => n);
    return { db, pool, all };
  }

  test('begins with its first statement, in one question to the server; without any it asks nothing', async () => {
    const { db, pool, all } = await opened();
    // The only one of this pool: what other files of the process ask is not counted.
    const client = await pool.connect();
    client.release();
    const { connection } = client as unknown as { connection: Record<'sync' | 'query', () => void> };
    const asked = (['sync', 'query'] as const).map((how) => vi.spyOn(connection, how));
    const count = () => asked.reduce((sum, { mock }) => sum + mock.calls.length, 0);
    await db.transaction().execute((trx) => trx.insertInto('kept').values({ n: 1 }).execute());
    expect(count()).toBe(2);
    await db.transaction().execute(async () => {});
    await expect(db.transaction().execute(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(count()).toBe(2);
    expect(await all()).toEqual([1]);
  });

  test('is all or nothing, whichever of its statements fails, and its connection is good for the next', async () => {
    const { db, all } = await opened();
    const failing = db.transaction().execute(async (trx) => {
      await trx.insertInto('kept').values({ n: 1 }).execute();
      await trx.insertInto('kept').values({ n: 1 }).execute();
    });
    await expect(failing).rejects.toMatchObject({ code: '23505' });
    const atOnce = db.transaction().execute((trx) => sql`insert into kept values (1), (1)`.execute(trx));
    await expect(atOnce).rejects.toMatchObject({ code: '23505' });
    const unread = db.transaction().execute((trx) => sql`insert into nowhere values (${1})`.execute(trx));
    await expect(unread).rejects.toMatchObject({ code: '42P01' });
    const { numInsertedOrUpdatedRows } = await db
      .transaction()
      .execute((trx) => trx.insertInto('kept').values({ n: 2 }).executeTakeFirst());
    expect(numInsertedOrUpdatedRows).toBe(1n);
    expect(await all()).toEqual([2]);
  });

  test('is one: its statements share their time, and nobody sees them before the end', async () => {
    const { connectionString } = await database();
    const { db, close } = createDatabase<{ kept: { n: number } }>({ connectionString, log, max: 2 });
    ends.push(close);
    await sql`create table kept (n int)`.execute(db);
    const time = async (trx: typeof db) =>
      (await sql<{ at: string }>`select now()::text as at`.execute(trx)).rows[0]!.at;
    await db.transaction().execute(async (trx) => {
      const first = await time(trx);
      await trx.insertInto('kept').values({ n: 1 }).execute();
      expect(await db.selectFrom('kept').selectAll().execute()).toEqual([]);
      expect(await time(trx)).toBe(first);
    });
    expect(await db.selectFrom('kept').selectAll().execute()).toEqual([{ n: 1 }]);
  });

  test('may begin with a statement that is kept, also after that one could not be read', async () => {
    const { db } = await opened();
    const ask = () =>
      db
        .transaction()
        .execute((trx) => sql<{ n: number }>`${prepared} select n from later where n = ${1}`.execute(trx));
    await expect(ask()).rejects.toMatchObject({ code: '42P01' });
    await sql`create table later (n int)`.execute(db);
    await sql`insert into later values (1)`.execute(db);
    for (let time = 0; time < 2; time += 1) expect((await ask()).rows).toEqual([{ n: 1 }]);
  });

  test('ends with its connection, and the next one has another', async () => {
    const { db, pool } = await opened();
    const cut = db.transaction().execute(async (trx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
      const admin = createPool({ connectionString: pool.options.connectionString!, log });
      ends.push(() => admin.end());
      await admin.query('select pg_terminate_backend($1)', [rows[0]!.pid]);
      await sql`select 1`.execute(trx);
    });
    await expect(cut).rejects.toThrow();
    expect(await db.transaction().execute((trx) => trx.selectFrom('kept').selectAll().execute())).toEqual([]);
  });
});
