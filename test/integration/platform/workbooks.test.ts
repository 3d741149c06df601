import ExcelJS from 'exceljs';
import { describe, expect, it } from 'vitest';
import { createSpreadsheets } from '../../../adapters/spreadsheets/index.ts';
import { createLocalStorage } from '../../../adapters/storage/local.ts';
import { limits } from '../../../domain/uploads/fields.ts';
import { zip } from '../../../api/kernel/tables/zip.ts';
import { scratchFolder } from '../../support/postgres.ts';

const storage = createLocalStorage({ folder: scratchFolder() });
const never = new AbortController().signal;
const read = async (bytes: Uint8Array, most: Partial<typeof limits> = {}) => {
  const { key } = await storage.put(bytes, limits.fileBytes);
  const spreadsheets = createSpreadsheets({ storage, limits: { ...limits, ...most } });
  const table = await spreadsheets.read(key, 'xlsx', never);
  const rows: (readonly string[])[] = [];
  for await (const batch of spreadsheets.rows(table)) rows.push(...batch.map(({ cells }) => cells));
  return { table, rows };
};
async function workbook(rows: readonly (readonly unknown[])[]): Promise<Buffer> {
  const book = new ExcelJS.Workbook();
  const sheet = book.addWorksheet('Guests');
  for (const row of rows) sheet.addRow([...row]);
  return Buffer.from(await book.xlsx.writeBuffer());
}

it('reads numbers, texts, days and ticks as people see them', async () => {
  const bytes = await workbook([
    ['Phone', 'Name', 'Born', 'Agreed'],
    [4155550100, 'Ada, "the first"', new Date(Date.UTC(1992, 1, 29)), true],
    ['+1 212 555 0101', 'Zoë\nLee', null, false],
  ]);
  const { table, rows } = await read(bytes);
  expect(table).toMatchObject({ columns: ['Phone', 'Name', 'Born', 'Agreed'], rows: 2 });
  expect(rows).toEqual([
    ['4155550100', 'Ada, "the first"', '1992-02-29', 'yes'],
    ['+1 212 555 0101', 'Zoë\nLee', '', 'no'],
  ]);
});

it('does not read what is no workbook', async () => {
  await expect(read(Buffer.from('PK\u0003\u0004 and nothing that follows'))).rejects.toMatchObject({
    fault: 'workbook-broken',
  });
});

it('gives up on a workbook that holds far more than its size tells', async () => {
  const bytes = await workbook([['Phone', 'Words'], ...Array.from({ length: 3_000 }, () => ['1', 'a'.repeat(30_000)])]);
  // One text, a thousand times; its sheet is long as well.
  await expect(read(bytes, { contentBytes: 20_000 })).rejects.toMatchObject({
    fault: expect.stringMatching(/too-large/) as string,
  });
});

it('has a limit of columns', async () => {
  const bytes = await workbook([Array.from({ length: 5_000 }, (_, n) => `c${n}`), ['1']]);
  await expect(read(bytes)).rejects.toMatchObject({ fault: 'too-many-columns' });
});

describe('a bomb, within the limits that everybody has', () => {
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const packages = 'http://schemas.openxmlformats.org/package/2006/relationships';
  const megabyte = 'a'.repeat(2 ** 20);
  function* blown(before: string, megabytes: number, after: string) {
    yield before;
    for (let n = 0; n < megabytes; n++) yield megabyte;
    yield after;
  }
  async function bomb(sheet: Iterable<string>, texts: Iterable<string>): Promise<Buffer> {
    const chunks: Buffer[] = [];
    const relation = (id: number, type: string, target: string) =>
      `<Relationship Id="rId${id}" Type="${office}/${type}" Target="${target}"/>`;
    const entries = [
      { name: 'xl/worksheets/sheet1.xml', content: sheet },
      { name: 'xl/sharedStrings.xml', content: texts },
      {
        name: 'xl/workbook.xml',
        content: [
          `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>`,
        ],
      },
      {
        name: 'xl/_rels/workbook.xml.rels',
        content: [
          `<Relationships xmlns="${packages}">${relation(1, 'worksheet', 'worksheets/sheet1.xml')}${relation(2, 'sharedStrings', 'sharedStrings.xml')}</Relationships>`,
        ],
      },
      {
        name: '_rels/.rels',
        content: [
          `<Relationships xmlns="${packages}">${relation(1, 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
        ],
      },
    ];
    for await (const chunk of zip(entries)) chunks.push(chunk);
    return Buffer.concat(chunks);
  }
  const row =
    '<row r="1"><c r="A1" t="inlineStr"><is><t>Phone</t></is></c></row><row r="2"><c r="A2" t="inlineStr"><is><t>';
  const sheetOf = (megabytes: number) =>
    blown(`<worksheet xmlns="${main}"><sheetData>${row}`, megabytes, '</t></is></c></row></sheetData></worksheet>');
  const noTexts = [`<sst xmlns="${main}"></sst>`];

  it.each([
    ['a cell of 600 MB', () => bomb(sheetOf(600), noTexts)],
    ['texts of 600 MB', () => bomb(sheetOf(0), blown(`<sst xmlns="${main}"><si><t>`, 600, '</t></si></sst>'))],
  ] as const)('%s: is refused, and nothing of it is kept here', async (_, make) => {
    const bytes = await make();
    // What is uploaded is small.
    expect(bytes.length).toBeLessThan(5 * 2 ** 20);
    const before = process.memoryUsage().rss;
    await expect(read(bytes)).rejects.toMatchObject({ fault: 'workbook-too-large' });
    expect(process.memoryUsage().rss - before).toBeLessThan(150 * 2 ** 20);
  });
});
