import { Readable } from 'node:stream';
import { type CsvError, parse } from 'csv-parse';
import { type Delimiter, type TableLimits, TableRefused, type TableRow } from './port.ts';

/** What may stand between values. */
const delimiters: readonly Delimiter[] = [',', ';', '\t', '|'];
const looked = 64 * 1024;

/** What stands between the values of a text: whatever its first lines have most of, outside of quotes. */
export function detectDelimiter(head: string): Delimiter {
  const counts = new Map<string, number>(delimiters.map((one) => [one, 0]));
  let quoted = false;
  let lines = 0;
  for (const letter of head) {
    if (letter === '"') quoted = !quoted;
    else if (quoted) continue;
    else if (letter === '\n' && (lines += 1) === 20) break;
    else if (counts.has(letter)) counts.set(letter, counts.get(letter)! + 1);
  }
  const [best] = [...counts].sort(([, one], [, other]) => other - one);
  return best![1] === 0 ? ',' : (best![0] as Delimiter);
}

/** The first letters of a text. */
export async function headOf(content: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of content) {
    parts.push(part);
    length += part.length;
    if (length >= looked) break;
  }
  return Buffer.concat(parts).subarray(0, looked).toString('utf8');
}

interface Parsed {
  readonly record: string[];
  readonly info: { readonly bytes: number; readonly lines: number };
}

/**
 * The rows of a UTF-8 text, some at a time, with the byte that each ends at: counted from `base`, where `content`
 * begins. A quote that is never closed ends the reading, since nobody can know where its value ends.
 */
export async function* csvRows(
  content: AsyncIterable<Uint8Array>,
  {
    delimiter,
    limits,
    base = 0,
    row: first = 0,
    batch = 1_000,
  }: {
    readonly delimiter: string;
    readonly limits: Pick<TableLimits, 'rowLength' | 'columns'>;
    readonly base?: number;
    /** The number of the row before the first one. */
    readonly row?: number;
    readonly batch?: number;
  },
): AsyncGenerator<TableRow[]> {
  const parser = parse({
    delimiter,
    info: true,
    bom: false,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: limits.rowLength,
  });
  const source = Readable.from(content, { objectMode: false });
  source.on('error', (error) => parser.destroy(error));
  source.pipe(parser);
  let rows: TableRow[] = [];
  let row = first;
  let lines = 0;
  try {
    for await (const parsed of parser as AsyncIterable<Parsed>) {
      const { record: cells, info } = parsed;
      lines = info.lines;
      if (cells.length > limits.columns) throw new TableRefused('too-many-columns', lines);
      row += 1;
      rows.push({ row, cells, bytes: base + info.bytes });
      if (rows.length === batch) {
        yield rows;
        rows = [];
      }
    }
  } catch (error) {
    throw refusalOf(error, lines + 1);
  } finally {
    source.destroy();
    parser.destroy();
  }
  if (rows.length > 0) yield rows;
}

/** `line`: where the row begins that could not be read. */
function refusalOf(error: unknown, line: number): unknown {
  if (error instanceof TableRefused) return error;
  switch ((error as CsvError).code) {
    case 'CSV_MAX_RECORD_SIZE':
      return new TableRefused('row-too-long', line);
    case 'CSV_QUOTE_NOT_CLOSED':
    case 'CSV_INVALID_CLOSING_QUOTE':
    case 'INVALID_OPENING_QUOTE':
    case 'CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE':
      return new TableRefused('broken-quote', line);
    default:
      return error;
  }
}
