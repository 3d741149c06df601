import ExcelJS from 'exceljs';
import { expect, it } from 'vitest';
import { createSpreadsheets } from '../../../adapters/spreadsheets/index.ts';
import { createLocalStorage } from '../../../adapters/storage/local.ts';
import { limits } from '../../../domain/upload/fields.ts';
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
