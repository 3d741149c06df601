import { Readable } from 'node:stream';
import { parse } from 'csv-parse/sync';
import Excel from 'exceljs';
import { describe, expect, it } from 'vitest';
import { type Cell, clockOf, type TableFile } from '../../../api/kernel/tables/cell.ts';
import { csvFile } from '../../../api/kernel/tables/csv.ts';
import { columnName, workbookFile } from '../../../api/kernel/tables/workbook.ts';

const formulas = [
  '=1+1',
  '+1+1',
  '-2+3',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  '\n=1',
  '  =1',
  '＝1+1',
  '＋1+1',
  "=cmd|' /C calc'!A0",
  '+1 (415) 555-0100',
  '-1,5+A1',
];
const harmless = ['+14155550100', '-12', '+3.5', '0', '4155550100', 'Ann', "O'Neil", 'a=b', 'x@example.com', ''];

async function* inBatches(...batches: readonly (readonly (readonly Cell[])[])[]) {
  yield* batches;
}
const table = (rows: TableFile['rows'], columns: readonly string[] = ['A']): TableFile => ({
  name: 'Contacts',
  title: 'Contacts',
  columns,
  rows,
  zone: 'America/New_York',
});
const whole = async (made: AsyncIterable<Buffer>): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of made) chunks.push(chunk);
  return Buffer.concat(chunks);
};
async function opened(bytes: Buffer) {
  const workbook = new Excel.Workbook();
  await workbook.xlsx.load(bytes as never);
  return workbook;
}

describe('a table as CSV', () => {
  it('has a byte order mark, and comes back as it went', async () => {
    const odd = ['semi;colon', 'com,ma', 'quo"te', 'two\r\nlines', ' spaces ', 'Ünï 😀', null, 7];
    const bytes = await whole(csvFile(table(inBatches([odd], []), ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'])));
    expect(bytes.subarray(0, 3).toString('hex')).toBe('efbbbf');
    const [names, row] = parse(bytes, { bom: true });
    expect(names).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']);
    expect(row).toEqual([...odd.slice(0, 6), '', '7']);
  });

  it('holds no formula, and leaves numbers of phones as they are', async () => {
    const bytes = await whole(
      csvFile(table(inBatches([...formulas, ...harmless].map((one) => [one, 'x'])), ['a', 'b'])),
    );
    const read = parse(bytes, { bom: true }).map(([one]) => one);
    expect(read.slice(1)).toEqual([...formulas.map((one) => `'${one}`), ...harmless]);
  });

  it('shows instants on the clocks of the business, in summer too', async () => {
    const rows = [[{ at: '2026-11-22T18:05:00.000Z' }, { at: '2026-07-01T03:59:59.999Z' }]];
    const bytes = await whole(csvFile(table(inBatches(rows), ['a', 'b'])));
    expect(parse(bytes, { bom: true })[1]).toEqual(['2026-11-22 13:05', '2026-06-30 23:59']);
    expect(clockOf('Nowhere/At_All')('2026-11-22T18:05:00.000Z')).toBe('2026-11-22 18:05');
  });
});

describe('a table as a workbook', () => {
  it('comes back as it went: texts are texts, whatever they begin with', async () => {
    const odd = [...formulas.filter((one) => !/[\r\t\n]/.test(one)), ...harmless.slice(0, -1), '<a&b>"', 'Ünï 😀'];
    const columns = odd.map((_, at) => `Column ${at}`);
    const bytes = await whole(workbookFile(table(inBatches([odd]), columns)));
    const sheet = (await opened(bytes)).worksheets[0]!;
    expect(sheet.name).toBe('Contacts');
    const row = sheet.getRow(2);
    expect(odd.map((_, at) => row.getCell(at + 1).value)).toEqual(odd);
    expect(odd.map((_, at) => row.getCell(at + 1).formula)).toEqual(odd.map(() => undefined));
    expect(sheet.getRow(1).getCell(2).value).toBe('Column 1');
  });

  it('has numbers as numbers, instants as dates of the zone, and nothing where nothing is', async () => {
    const rows = [[12.5, { at: '2026-11-22T18:05:00.000Z' }, null, 'half \ud800 and \u0001control']];
    const sheet = (await opened(await whole(workbookFile(table(inBatches(rows), ['a', 'b', 'c', 'd'])))))
      .worksheets[0]!;
    const row = sheet.getRow(2);
    expect(row.getCell(1).value).toBe(12.5);
    expect((row.getCell(2).value as Date).toISOString()).toBe('2026-11-22T13:05:00.000Z');
    expect(row.getCell(3).value).toBeNull();
    expect(row.getCell(4).value).toBe('half \ufffd and control');
  });

  it('goes on in another sheet where one is full', async () => {
    const rows = Array.from({ length: 7 }, (_, n): Cell[] => [n]);
    const limits = { rows: 3, characters: 1e9 };
    const made = workbookFile(table(inBatches(rows.slice(0, 2), rows.slice(2))), limits);
    const { worksheets } = await opened(await whole(made));
    expect(worksheets.map(({ name }) => name)).toEqual(['Contacts', 'Contacts 2', 'Contacts 3']);
    const read = worksheets.flatMap((sheet) => [2, 3, 4].map((at) => sheet.getRow(at).getCell(1).value));
    expect(read.filter((value) => value !== null)).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(worksheets.every((sheet) => sheet.getRow(1).getCell(1).value === 'A')).toBe(true);
  });

  it('is there with no rows at all', async () => {
    const { worksheets } = await opened(await whole(workbookFile(table(inBatches()))));
    expect(worksheets.map(({ rowCount }) => rowCount)).toEqual([1]);
  });

  it.each([['csv', csvFile] as const, ['workbook', (given: TableFile) => workbookFile(given)] as const])(
    'as %s: whoever goes away ends what it is made of',
    async (_name, write) => {
      let ended = false;
      let made = 0;
      const endless = async function* () {
        try {
          for (;;) {
            made += 1;
            yield Array.from({ length: 2_000 }, (_, n) => [`${made} ${n} ${Math.random()}`]);
          }
        } finally {
          ended = true;
        }
      };
      const stream = Readable.from(write(table(endless())));
      let bytes = 0;
      for await (const chunk of stream) if ((bytes += (chunk as Buffer).length) > 50_000) break;
      await expect.poll(() => ended).toBe(true);
      // And nobody makes more than is taken.
      expect(made).toBeLessThan(40);
    },
  );

  it.each([['csv', csvFile] as const, ['workbook', (given: TableFile) => workbookFile(given)] as const])(
    'as %s: fails where its rows do, after those that came before',
    async (_name, write) => {
      const failing = async function* () {
        yield [['Ann']];
        await Promise.reject(new Error('the database is away'));
      };
      await expect(whole(Readable.from(write(table(failing()))))).rejects.toThrow('the database is away');
    },
  );

  it('names columns as spreadsheets do', () => {
    expect([0, 25, 26, 51, 52, 701, 702].map(columnName)).toEqual(['A', 'Z', 'AA', 'AZ', 'BA', 'ZZ', 'AAA']);
  });
});
