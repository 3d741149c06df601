import { type Delimiter, type TableLimits, TableRefused, type TableRow } from './port.ts';

/** What may stand between values. */
export const delimiters: readonly Delimiter[] = [',', ';', '\t', '|'];
const looked = 64 * 1024;
/** Rows that tell what stands between values. */
const compared = 50;

/**
 * What stands between the values of a text: what divides its first rows into the same number of values, the most of
 * them. A comma in an address is no column, however often it stands there.
 */
export function detectDelimiter(head: Uint8Array): Delimiter {
  let best: { readonly delimiter: Delimiter; readonly alike: number; readonly columns: number } | null = null;
  for (const delimiter of delimiters) {
    const widths = headRows(head, delimiter)
      .slice(0, compared)
      .map(({ cells }) => cells.length);
    const counts = new Map<number, number>();
    for (const width of widths) if (width > 1) counts.set(width, (counts.get(width) ?? 0) + 1);
    for (const [columns, count] of counts) {
      const alike = count / widths.length;
      if (best === null || alike > best.alike || (alike === best.alike && columns > best.columns))
        best = { delimiter, alike, columns };
    }
  }
  return best?.delimiter ?? ',';
}

/** The line with which a file says to Excel what stands between its values: `sep=;`. Excel shows it as no row. */
export function separatorLine(head: Uint8Array): { readonly delimiter: Delimiter; readonly length: number } | null {
  const found = /^"?sep=([,;|\t])"?(?:\r\n|\n|\r|$)/i.exec(Buffer.from(head.subarray(0, 16)).toString('latin1'));
  return found === null ? null : { delimiter: found[1] as Delimiter, length: found[0].length };
}

/** The first bytes of a text. */
export async function headOf(content: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of content) {
    parts.push(part);
    length += part.length;
    if (length >= looked) break;
  }
  return Buffer.concat(parts).subarray(0, looked);
}

/** The rows that stand whole in the beginning of a text; of a row that does not end there, its beginning. */
export function headRows(head: Uint8Array, delimiter: string): readonly TableRow[] {
  const found: TableRow[] = [];
  const scanner = new Scanner({ delimiter, limits: { rowLength: looked, columns: looked }, base: 0, row: 0, line: 0 });
  try {
    scanner.push(head, found);
    // Whether its last row goes on behind it cannot be known.
    if (head.length < looked || found.length === 0) scanner.end(found);
  } catch (error) {
    // A quote that is open at the end of what was looked at: what came before it counts.
    if (!(error instanceof TableRefused)) throw error;
  }
  return found;
}

interface ScannerOptions {
  readonly delimiter: string;
  readonly limits: Pick<TableLimits, 'rowLength' | 'columns'>;
  /** Where the text begins, in bytes. */
  readonly base: number;
  /** The number of the row before the first one. */
  readonly row: number;
  /** Lines of the file before the first one. */
  readonly line: number;
}
export interface CsvOptions extends Partial<ScannerOptions> {
  readonly delimiter: string;
  readonly limits: Pick<TableLimits, 'rowLength' | 'columns'>;
  /** Rows at a time. */
  readonly batch?: number;
}

/** Bytes of rows that are handed on together, at the most, whatever their number. */
const heldBytes = 2 * 2 ** 20;

/**
 * The rows of a UTF-8 text, some at a time, with the byte that each ends at: counted from `base`, where `content`
 * begins. Rows count as a spreadsheet counts them: those without any value have a number and are not handed on. A
 * quote that is never closed ends the reading, since nobody can know where its value ends. A row that is too long or
 * has too many columns ends it as soon as it is: no more than that is ever held.
 */
export async function* csvRows(
  content: AsyncIterable<Uint8Array>,
  { delimiter, limits, base = 0, row = 0, line = 0, batch = 1_000 }: CsvOptions,
): AsyncGenerator<TableRow[]> {
  const scanner = new Scanner({ delimiter, limits, base, row, line });
  let rows: TableRow[] = [];
  let held = base;
  const found: TableRow[] = [];
  for await (const chunk of content) {
    scanner.push(chunk, found);
    for (const one of found) {
      rows.push(one);
      if (rows.length < batch && one.bytes - held < heldBytes) continue;
      held = one.bytes;
      yield rows;
      rows = [];
    }
    found.length = 0;
  }
  scanner.end(found);
  for (const one of found) {
    rows.push(one);
    if (rows.length < batch) continue;
    yield rows;
    rows = [];
  }
  if (rows.length > 0) yield rows;
}

const quote = 0x22;
const lf = 0x0a;
const cr = 0x0d;
const nothing: Buffer = Buffer.alloc(0);

/**
 * Divides bytes into rows and values as Excel, Sheets and LibreOffice do: a quote opens a value only where the value
 * begins, what follows behind its end belongs to it as it stands, and every kind of line end ends a row, also where
 * they change within a file (RFC 4180 has only one).
 */
class Scanner {
  readonly #delimiter: number;
  readonly #limits: ScannerOptions['limits'];
  /** What of the row under way has come, and how much of it was looked at. */
  #held: Buffer = nothing;
  #at = 0;
  #bytes: number;
  #row: number;
  /** Lines that have ended. */
  #lines: number;
  #under: ReturnType<typeof begun>;

  constructor({ delimiter, limits, base, row, line }: ScannerOptions) {
    this.#delimiter = delimiter.charCodeAt(0);
    this.#limits = limits;
    this.#bytes = base;
    this.#row = row;
    this.#lines = line;
    this.#under = begun(line + 1);
  }

  push(chunk: Uint8Array, rows: TableRow[]): void {
    const held = this.#held.length === 0 ? bufferOf(chunk) : Buffer.concat([this.#held, chunk]);
    this.#held = this.#scan(held, rows, false);
  }

  end(rows: TableRow[]): void {
    const rest = this.#scan(this.#held, rows, true);
    this.#held = nothing;
    if (this.#under.isQuoted) throw new TableRefused('broken-quote', this.#under.quoteLine);
    if (rest.length > 0) this.#ended(rest, 0, rest.length, rest.length, rows);
  }

  /** What is left of them: the beginning of a row. */
  #scan(held: Buffer, rows: TableRow[], isLast: boolean): Buffer {
    const { columns: maxColumns, rowLength } = this.#limits;
    const delimiter = this.#delimiter;
    let row = this.#under;
    let from = 0;
    let at = this.#at;
    for (; at < held.length; at += 1) {
      const byte = held[at]!;
      // What comes next tells whether a quote is one of two, and whether a line end is one of two bytes.
      if ((byte === cr || (byte === quote && row.isQuoted)) && at + 1 === held.length && !isLast) break;
      // Of a letter of several bytes the first counts.
      if ((byte & 0xc0) !== 0x80 && (row.letters += 1) > rowLength) throw new TableRefused('row-too-long', row.line);
      if (row.isQuoted) {
        if (byte === quote) {
          if (held[at + 1] === quote) at += 1;
          else row.isQuoted = false;
        } else if (byte === lf || (byte === cr && held[at + 1] !== lf)) this.#lines += 1;
        else if (byte > 0x20) row.hasValue = true;
      } else if (byte === delimiter) {
        if ((row.columns += 1) > maxColumns) throw new TableRefused('too-many-columns', row.line);
        row.isStart = true;
      } else if (byte === lf || byte === cr) {
        const next = byte === cr && held[at + 1] === lf ? at + 2 : at + 1;
        this.#lines += 1;
        this.#ended(held, from, at, next, rows);
        row = this.#under;
        from = next;
        at = next - 1;
      } else if (byte === quote && row.isStart) {
        row.isQuoted = row.hasQuotes = true;
        row.isStart = false;
        row.quoteLine = this.#lines + 1;
      } else {
        row.isStart = false;
        if (byte > 0x20) row.hasValue = true;
      }
    }
    this.#at = at - from;
    return from === held.length ? nothing : held.subarray(from);
  }

  #ended(held: Buffer, start: number, end: number, next: number, rows: TableRow[]): void {
    const { hasValue, hasQuotes } = this.#under;
    const from = this.#bytes;
    this.#bytes += next - start;
    this.#row += 1;
    if (hasValue) {
      const text = held.toString('utf8', start, end);
      const delimiter = String.fromCharCode(this.#delimiter);
      const cells = hasQuotes ? quotedCells(text, delimiter) : text.split(delimiter);
      rows.push({ row: this.#row, cells, from, bytes: this.#bytes });
    }
    this.#under = begun(this.#lines + 1);
  }
}

/** The row under way, which begins on this line. */
const begun = (line: number) => ({
  line,
  isQuoted: false,
  /** Where the quote was opened. */
  quoteLine: 0,
  hasQuotes: false,
  hasValue: false,
  /** At the beginning of a value. */
  isStart: true,
  columns: 1,
  letters: 0,
});

function quotedCells(text: string, delimiter: string): string[] {
  const cells: string[] = [];
  for (let at = 0; at <= text.length;) {
    let value = '';
    if (text[at] === '"') {
      for (at += 1; ; at += 2) {
        const end = text.indexOf('"', at);
        value += text.slice(at, end);
        at = end;
        if (text[end + 1] !== '"') break;
        value += '"';
      }
      at += 1;
    }
    const end = text.indexOf(delimiter, at);
    const rest = end === -1 ? text.length : end;
    cells.push(value + text.slice(at, rest));
    at = rest + 1;
  }
  return cells;
}

const bufferOf = (bytes: Uint8Array): Buffer =>
  Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
