import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  added,
  appended,
  either,
  first,
  highest,
  joined,
  latest,
  newest,
  newestWith,
} from '../../../projections/engine/merge-policy.ts';
import { col, key, made, maybe, type SaidOf, table } from '../../../projections/engine/table.ts';
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

const words = table('words', {
  id: key('int'),
  place: key('text'),
  since: col('bigint'),
  first: maybe('text', first),
  newest: maybe('text', newest),
  mark: maybe('bigint', newest),
  together: maybe('text', newestWith('mark')),
  either: col('boolean', either),
  highest: maybe('bigint', highest),
  sum: col('int', added),
  list: col('text[]', appended),
  history: col('jsonb', joined).of<{ said: string }[]>(),
  latest: maybe('text', latest),
  length: made('int', `length(coalesce(first, ''))`),
});

const word = fc.constantFrom('a', 'B "quoted"', 'back\\slash', '{braces, commas}', 'null', '');
const rarely = <T>(of: fc.Arbitrary<T>) => fc.option(of, { freq: 2, nil: undefined });
const said = fc
  .record({
    id: fc.integer({ min: 1, max: 3 }),
    place: fc.constantFrom('here', 'there'),
    first: rarely(word),
    newest: rarely(word),
    together: fc.option(fc.record({ mark: fc.bigInt(1n, 9n), together: fc.option(word) })),
    either: rarely(fc.boolean()),
    highest: rarely(fc.bigInt(-5n, 9_007_199_254_740_993n)),
    sum: rarely(fc.integer({ min: -3, max: 3 })),
    list: rarely(fc.uniqueArray(word, { maxLength: 3 })),
    history: rarely(
      fc.array(
        word.map((text) => ({ said: text })),
        { maxLength: 2 },
      ),
    ),
    latest: fc.option(word),
  })
  .map(({ together, ...columns }) => {
    const given = Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
    return { since: 1n, ...given, ...together } as SaidOf<typeof words>;
  });

it('what is said of a row meets in memory as it does in the table, however it is cut', async () => {
  const write = async (batches: readonly (readonly SaidOf<typeof words>[])[]): Promise<unknown[]> => {
    await client.query(`drop schema if exists said cascade; create schema said; ${words.create('said')}`);
    for (const some of batches) {
      const rows = words.rows();
      for (const one of some) rows.merge(one);
      for (const { text, values } of rows.toStatements(words.upsert('said', 'w')))
        await client.query(text, [...values]);
    }
    return (await client.query('select * from said.words order by id, place')).rows;
  };
  await fc.assert(
    fc.asyncProperty(fc.array(said, { maxLength: 12 }), fc.integer({ min: 1, max: 11 }), async (all, cut) => {
      const whole = await write([all]);
      expect(await write(all.map((one) => [one]))).toEqual(whole);
      expect(await write([all.slice(0, cut), all.slice(cut)])).toEqual(whole);
    }),
    { numRuns: 25 },
  );
});

/** Never run: what must not compile. */
export function misspelt(): void {
  const rows = words.rows();
  const row = { id: 1, place: 'here', since: 1n };
  rows.merge({ ...row, newest: 'x' });
  // @ts-expect-error -- there is no such column
  rows.merge({ ...row, newset: 'x' });
  // @ts-expect-error -- not of its type
  rows.merge({ ...row, sum: 'x' });
  // @ts-expect-error -- Postgres makes it
  rows.merge({ ...row, length: 1 });
  // @ts-expect-error -- every row says when it began
  rows.merge({ id: 1, place: 'here' });
  // @ts-expect-error -- there is no such column
  words.select('w', 'id', 'lenght');
}
