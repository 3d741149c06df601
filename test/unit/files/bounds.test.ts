import { describe, expect, it } from 'vitest';
import { csvRows, delimiters } from '../../../adapters/spreadsheets/csv.ts';
import type { TableFault } from '../../../adapters/spreadsheets/port.ts';
import { limits } from '../../../domain/uploads/fields.ts';

const piece = 64 * 1024;
/** Endless, and how much of it was taken. */
function endless(begins: string, of: string) {
  const taken = { bytes: 0 };
  const content = (async function* () {
    yield Buffer.from(begins);
    for (;;) {
      taken.bytes += piece;
      yield Buffer.alloc(piece, of);
    }
  })();
  return { taken, content };
}
const walk = async (rows: AsyncIterable<unknown>): Promise<void> => {
  for await (const _ of rows);
};

describe('a row that is too much ends the reading where it is, however long it goes on:', () => {
  it.each<readonly [what: string, begins: string, of: string, delimiter: string, fault: TableFault, line: number]>([
    ...delimiters.map(
      (one) => [`columns, divided by ${JSON.stringify(one)}`, 'Phone', one, one, 'too-many-columns', 1] as const,
    ),
    ['columns of empty quotes', 'Phone\n', '"",', ',', 'too-many-columns', 2],
    ['letters', 'Phone\n', 'x', ',', 'row-too-long', 2],
    ['lines in a quote', 'Phone\na\n"', 'x\n', ',', 'row-too-long', 3],
    ['doubled quotes', 'Phone\n"', '""', ',', 'row-too-long', 2],
  ])('%s', async (_, begins, of, delimiter, fault, line) => {
    const { taken, content } = endless(begins, of);
    await expect(walk(csvRows(content, { delimiter, limits }))).rejects.toMatchObject({ fault, line });
    expect(taken.bytes).toBeLessThanOrEqual(2 * limits.rowLength + piece);
  });
});

it('hands rows on by their bytes as well as by their number', async () => {
  const row = `${'x'.repeat(100_000)}\n`;
  const content = (async function* () {
    for (let n = 0; n < 200; n += 1) yield Buffer.from(row);
  })();
  const heaps: number[] = [];
  for await (const rows of csvRows(content, { delimiter: ',', limits, batch: 1_000 }))
    heaps.push(rows.reduce((sum, { from, bytes }) => sum + bytes - from, 0));
  expect(heaps.reduce((sum, one) => sum + one, 0)).toBe(200 * row.length);
  expect(Math.max(...heaps)).toBeLessThanOrEqual(2 * 2 ** 20 + row.length);
});

it.each([1, 2, 3, 5, 7, 64])('rows are the same wherever the text is cut (%i bytes at a time)', async (size) => {
  const text = Buffer.from('a,b\r\n1,"x ""y"" z"q\n\r\n6" é,Joe "R" J\r,,,\n"multi\r\nline",\n"",x');
  const cut = async function* () {
    for (let at = 0; at < text.length; at += size) yield text.subarray(at, at + size);
  };
  const found: unknown[] = [];
  for await (const rows of csvRows(cut(), { delimiter: ',', limits }))
    for (const { row, cells, from, bytes } of rows)
      found.push([row, [...cells], text.subarray(from, bytes).toString().trimEnd()]);
  expect(found).toEqual([
    [1, ['a', 'b'], 'a,b'],
    [2, ['1', 'x "y" zq'], '1,"x ""y"" z"q'],
    [4, ['6" é', 'Joe "R" J'], '6" é,Joe "R" J'],
    [6, ['multi\r\nline', ''], '"multi\r\nline",'],
    [7, ['', 'x'], '"",x'],
  ]);
});
