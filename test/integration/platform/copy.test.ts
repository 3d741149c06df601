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

test('rows are what they were, however late they are read', async () => {
  const copied = copyOut(client, `copy (select repeat(n::text, 3000) from generate_series(1000, 1999) n) to stdout`);
  const read: Buffer[] = [];
  for await (const chunk of copied as AsyncIterable<Buffer>) {
    read.push(chunk);
    if (read.length % 5 === 0) await new Promise((go) => setImmediate(go));
  }
  const wanted = Array.from({ length: 1000 }, (_, n) => `${String(1000 + n).repeat(3000)}\n`).join('');
  expect(Buffer.concat(read).toString() === wanted).toBe(true);
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
