import { Readable } from 'node:stream';
import { FileTooLarge, type Storage } from '../storage/port.ts';
import { csvRows, detectDelimiter, headOf, headRows, separatorLine } from './csv.ts';
import { crossedOut, placesOf } from './cross-out.ts';
import { asUtf8, detectEncoding, type Encoding, without } from './encoding.ts';
import { guessHeader, namesOf } from './header.ts';
import {
  type RowsOptions,
  type Spreadsheets,
  type SpreadsheetsOptions,
  type TableFault,
  TableRefused,
  type TableRow,
} from './port.ts';
import { fromWorkbook, type WorkbookFacts } from './workbook.ts';

const noFacts: WorkbookFacts = { sheets: [], sheet: null, hiddenRows: 0 };

/** Files of rows in a storage. Nothing is ever held whole. */
export function createSpreadsheets({ storage, limits }: SpreadsheetsOptions): Spreadsheets {
  const put = async (content: AsyncIterable<Uint8Array>) => {
    try {
      return await storage.put(content, limits.contentBytes);
    } catch (error) {
      throw error instanceof FileTooLarge ? new TableRefused('too-large') : error;
    }
  };
  const contentOf = async (key: string) => (await opened(storage, key)).content;

  return {
    async read(key, format, signal, { reading, look } = {}) {
      const file = await opened(storage, key);
      if (file.size === 0) return refuse(file, 'empty');
      let facts = noFacts;
      let found: Encoding | null = null;
      if (format === 'csv') found = await detectEncoding(file.content);
      const text = async () => asUtf8(await contentOf(key), found!);
      const separator = found === null ? null : separatorLine(await headOf(await text()));
      const sheet = reading?.sheet ?? null;
      const kept =
        found === null ? await put(fromWorkbook(file.content, { limits, sheet, signal }, (told) => (facts = told)))
        : separator !== null ? await put(without(await text(), separator.length))
        : found.name !== 'utf-8' || found.mark + found.stray > 0 ? await put(await text())
        : { key, size: file.size };
      try {
        return { ...(await table(kept.key)), ...kept };
      } catch (error) {
        if (error instanceof TableRefused && kept.key !== key) error.left = kept.key;
        throw error;
      }

      async function table(key: string) {
        const head = await headOf(await contentOf(key));
        const delimiter = found === null ? ',' : (reading?.delimiter ?? separator?.delimiter ?? detectDelimiter(head));
        const first = headRows(head, delimiter);
        const header = reading?.header ?? guessHeader(first);
        let names: TableRow | undefined;
        let isEmpty = true;
        let rows = 0;
        const line = separator === null ? 0 : 1;
        const all = csvRows(await contentOf(key), { delimiter, limits, row: -header, line });
        for await (const batch of all) {
          if (signal.aborted) throw signal.reason;
          isEmpty = false;
          names ??= batch.find(({ row }) => row === 0);
          const below = belowNames(batch);
          rows += below.length;
          if (rows > limits.rows) throw new TableRefused('too-many-rows', limits.rows);
          if (below.length > 0) look?.(below);
        }
        if (isEmpty) throw new TableRefused('empty');
        if (rows === 0) throw new TableRefused('no-rows');
        const columns = namesOf(
          names?.cells ?? null,
          first.filter(({ row }) => row > header),
        );
        const encoding = found?.name ?? 'xlsx';
        return { encoding, delimiter, header, columns, rows, ...facts, strayBytes: found?.stray ?? 0 };
      }
    },

    async crossOut({ key, size, delimiter, header }, which) {
      const file = await opened(storage, key);
      if (file.size !== size) return refuse(file, 'missing');
      const places = await placesOf(csvRows(file.content, { delimiter, limits, row: -header }), which);
      if (places.length === 0) return null;
      const content = crossedOut(await contentOf(key), places);
      return { key: (await put(content)).key, rows: places.map(({ row }) => row) };
    },

    async *rows({ key, size, delimiter, header }, { after, batch }: RowsOptions = {}) {
      const from = after?.bytes ?? 0;
      const file = await opened(storage, key, from);
      if (file.size !== size) return refuse(file, 'missing');
      const begun = after !== undefined && after.bytes > 0;
      const options = { delimiter, limits, base: from, row: begun ? after.row : -header, ...(batch ? { batch } : {}) };
      for await (const rows of csvRows(file.content, options)) {
        const wanted = belowNames(rows);
        if (wanted.length > 0) yield wanted;
      }
    },

    async first({ key, size, delimiter, header }, count) {
      const file = await opened(storage, key);
      if (file.size !== size) return refuse(file, 'missing');
      for await (const rows of csvRows(file.content, { delimiter, limits, row: -header, batch: count })) return rows;
      return [];
    },
  };
}

/** Those below the names of the columns. */
const belowNames = (rows: readonly TableRow[]): readonly TableRow[] =>
  rows[0]!.row > 0 ? rows : rows.filter(({ row }) => row > 0);
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
