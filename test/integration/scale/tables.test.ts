import { afterAll, beforeAll, expect, it } from 'vitest';
import pg from 'pg';
import { movedTables, refusedRows, stayingTables } from '../../../main/agency-move/tables.ts';
import { createTestDatabase, type TestDatabase } from '../../support/postgres.ts';

let database: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.connectionString });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

it('says of each table of ops whether it moves with an agency, stays, or keeps the agency where it is', async () => {
  const { rows } = await client.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'ops' order by 1`,
  );
  const said = [...movedTables, ...refusedRows].map(({ table }) => table).concat(Object.keys(stayingTables));
  expect(said.toSorted()).toEqual(rows.map(({ name }) => name));
});

it('knows every column that holds a position of the log', async () => {
  const { rows } = await client.query<{ table: string; column: string }>(
    `select table_name as table, column_name as column from information_schema.columns
      where table_schema = 'ops' and data_type = 'bigint' and (column_name like '%position%' or column_name like '%after%')
        and table_name = any($1) order by 1, 2`,
    [movedTables.map(({ table }) => table)],
  );
  const known = movedTables.flatMap(({ table, positions = [] }) => positions.map((column) => ({ table, column })));
  expect(known.toSorted((a, b) => (a.table + a.column < b.table + b.column ? -1 : 1))).toEqual(rows);
});
