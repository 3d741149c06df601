import { Readable } from 'node:stream';
import { FileTooLarge, type Storage } from '../storage/port.ts';
import { csvRows, detectDelimiter, headOf } from './csv.ts';
import { crossedOut, placesOf } from './cross-out.ts';
import { asUtf8, detectEncoding } from './encoding.ts';
import {
  type RowsOptions,
  type Spreadsheets,
  type SpreadsheetsOptions,
  type TableFault,
  TableRefused,
} from './port.ts';
import { fromWorkbook } from './workbook.ts';

export { TableRefused } from './port.ts';

/** Files of rows in a storage. Nothing is ever held whole. */
export function createSpreadsheets({ storage, limits }: SpreadsheetsOptions): Spreadsheets {
  const put = async (content: AsyncIterable<Uint8Array>) => {
    try {
      return await storage.put(content, limits.contentBytes);
    } catch (error) {
      throw error instanceof FileTooLarge ? new TableRefused('too-large') : error;
    }
  };

  return {
    async read(key, format, signal) {
      const file = await opened(storage, key);
      if (file.size === 0) return refuse(file, 'empty');
      let kept = { key, size: file.size };
      let encoding = 'xlsx';
      if (format === 'xlsx') kept = await put(fromWorkbook(file.content, limits, signal));
      else {
        const found = await detectEncoding(file.content);
        encoding = found.name;
        if (found.name !== 'utf-8' || found.mark > 0)
          kept = await put(asUtf8((await opened(storage, key)).content, found));
      }
      const headed = async () => headOf((await opened(storage, kept.key)).content);
      const delimiter = format === 'xlsx' ? ',' : detectDelimiter(await headed());
      let columns: readonly string[] | null = null;
      let rows = 0;
      for await (const batch of csvRows((await opened(storage, kept.key)).content, { delimiter, limits, row: -1 })) {
        if (signal.aborted) throw signal.reason;
        columns ??= batch[0]!.cells.map((name) => name.trim().slice(0, 200));
        rows = batch.at(-1)!.row;
        if (rows > limits.rows) throw new TableRefused('too-many-rows', limits.rows);
      }
      if (columns === null) throw new TableRefused('empty');
      if (rows === 0) throw new TableRefused('no-rows');
      return { ...kept, encoding, delimiter, columns, rows };
    },

    async crossOut({ key, size, delimiter }, which) {
      const file = await opened(storage, key);
      if (file.size !== size) return refuse(file, 'missing');
      const places = await placesOf(csvRows(file.content, { delimiter, limits, row: -1 }), which);
      if (places.length === 0) return null;
      const content = crossedOut((await opened(storage, key)).content, places);
      return { key: (await put(content)).key, rows: places.map(({ row }) => row) };
    },

    async *rows({ key, size, delimiter }, { after, batch }: RowsOptions = {}) {
      const from = after?.bytes ?? 0;
      const file = await opened(storage, key, from);
      if (file.size !== size) return refuse(file, 'missing');
      const begun = after !== undefined && after.bytes > 0;
      const options = { delimiter, limits, base: from, row: begun ? after.row : -1, ...(batch ? { batch } : {}) };
      for await (const rows of csvRows(file.content, options)) {
        const wanted = rows[0]!.row === 0 ? rows.slice(1) : rows;
        if (wanted.length > 0) yield wanted;
      }
    },
  };
}

async function opened(storage: Storage, key: string, from = 0) {
  const file = await storage.open(key, { from });
  if (file === null) throw new TableRefused('missing');
  return file;
}

/** What was opened and is not read is closed. */
function refuse({ content }: { readonly content: AsyncIterable<Uint8Array> }, fault: TableFault): never {
  if (content instanceof Readable) content.destroy();
  throw new TableRefused(fault);
}
