import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { copyOut } from '../../../adapters/database/copy.ts';
import { createTestDatabase, type TestDatabase } from '../../support/postgres.ts';

let database: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase({ migrated: false });
  client = new pg.Client({ connectionString: database.connectionString });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

test.each([1, 10, 16_000, 17_000, 40_000, 200_000])(
  'rows of %d letters are read to the end, and the connection goes on to the next question',
  async (letters) => {
    for (const rows of [0, 1, 2, 5]) {
      const copied = copyOut(
        client,
        `copy (select repeat('x', ${letters}) from generate_series(1, ${rows})) to stdout`,
      );
      let bytes = 0;
      for await (const chunk of copied as AsyncIterable<Buffer>) bytes += chunk.length;
      expect(bytes).toBe(rows * (letters + 1));
      expect((await client.query<{ one: number }>('select 1 as one')).rows).toEqual([{ one: 1 }]);
    }
  },
);
