import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { csvCell } from '../../../domain/kernel/csv.ts';
import { csvText, needCare } from '../../../projections/reports/csv.ts';
import { createTestDatabase, type TestDatabase } from '../../support/postgres.ts';

let database: TestDatabase;
let db: Kysely<unknown>;
beforeAll(async () => {
  database = await createTestDatabase({ migrated: false });
  db = new Kysely({ dialect: new PostgresDialect({ pool: new pg.Pool(database) }) });
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

const blanks = [
  ' ',
  '\t',
  '\n',
  '\r',
  '\v',
  '\f',
  '\u00a0',
  '\u1680',
  '\u2003',
  '\u2028',
  '\u202f',
  '\u3000',
  '\ufeff',
];
const marks = [
  '=',
  '+',
  '-',
  '@',
  '＝',
  '＋',
  '－',
  '＠',
  '"',
  ',',
  ';',
  "'",
  '|',
  '1',
  '12.5',
  'x',
  'é',
  '😀',
  '\u0001',
];

describe('a text in a CSV file', () => {
  it('is written by SQL as by the rule of every other file', async () => {
    const parts = [...blanks, ...marks, ''];
    const texts = parts.flatMap((first) =>
      parts.flatMap((second) =>
        ['', 'a', '7', ' '].flatMap((third) => [first + second + third, third + first + second]),
      ),
    );
    const { rows } = await sql<{ given: string; always: string; looked: string }>`
      select t.given, ${csvText(sql`t.given`)} as always,
        case when ${needCare([sql`'before'`, sql`t.given`, sql`null`, sql`'after'`])} then ${csvText(sql`t.given`)} else t.given end
          as looked
      from unnest(${texts}::text[]) t(given)`.execute(db);
    expect(rows.length).toBeGreaterThan(8_000);
    const wrong = rows.filter(({ given, always, looked }) => always !== csvCell(given) || looked !== csvCell(given));
    expect(wrong.slice(0, 5)).toEqual([]);
  });
});
