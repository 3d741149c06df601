import { createHash } from 'node:crypto';
import { createSpreadsheets } from '../../../adapters/spreadsheets/index.ts';
import { type Reading, type Table, TableRefused } from '../../../adapters/spreadsheets/port.ts';
import type { Storage } from '../../../adapters/storage/port.ts';
import type { CustomFields } from '../../../domain/custom-fields/custom-fields.ts';
import { type DayEvidence, limits, type PlannedColumn, type Refusal } from '../../../domain/uploads/fields.ts';
import { DayWitness, dayOrderOf, ownDayOrder } from '../../../domain/uploads/days.ts';
import { guessColumns } from '../../../domain/uploads/guess.ts';
import { type ImportedPerson, rowReader } from '../../../domain/uploads/row.ts';

/** A storage in memory, with how much was asked of it at once. */
export function memory(): Storage {
  const files = new Map<string, Buffer>();
  return {
    async put(content, maxBytes) {
      const parts: Uint8Array[] = [];
      if (content instanceof Uint8Array) parts.push(content);
      else for await (const part of content) parts.push(part);
      const bytes = Buffer.concat(parts);
      if (bytes.length > maxBytes) throw new Error('too large');
      const key = createHash('sha256').update(bytes).digest('hex');
      files.set(key, bytes);
      return { key, size: bytes.length };
    },
    open(key, { from = 0 } = {}) {
      const bytes = files.get(key);
      if (bytes === undefined) return Promise.resolve(null);
      const pieces = async function* () {
        for (let at = from; at < bytes.length; at += 64 * 1024) yield bytes.subarray(at, at + 64 * 1024);
      };
      return Promise.resolve({ size: bytes.length, content: pieces() });
    },
    delete(key) {
      files.delete(key);
      return Promise.resolve();
    },
  };
}

export interface Business {
  readonly country?: string;
  readonly dateFormat?: string;
  readonly fields?: CustomFields;
}
export interface Read {
  readonly refused: { readonly fault: Refusal; readonly line: number | null } | null;
  readonly table: Table | null;
  readonly columns: readonly PlannedColumn[];
  readonly days: readonly DayEvidence[];
  readonly people: readonly (ImportedPerson & { readonly row: number })[];
  /** `row: column: what`, numbered as a spreadsheet does it. */
  readonly problems: readonly string[];
}

/** A file as a business would import it that changes nothing of what is guessed. */
export async function readFile(
  content: Uint8Array,
  { country = 'US', dateFormat = 'MM/DD/YYYY', fields = new Map() as CustomFields }: Business = {},
  reading?: Reading,
): Promise<Read> {
  const storage = memory();
  const { key } = await storage.put(content, limits.fileBytes);
  const format =
    content.length > 4 && Buffer.from(content.subarray(0, 4)).toString('hex') === '504b0304' ? 'xlsx' : 'csv';
  const spreadsheets = createSpreadsheets({ storage, limits });
  const witness = new DayWitness();
  const nothing = { table: null, columns: [], days: [], people: [], problems: [] };
  let table: Table;
  try {
    table = await spreadsheets.read(key, format, new AbortController().signal, {
      ...(reading === undefined ? {} : { reading }),
      look: (rows) => rows.forEach(({ cells }) => witness.look(cells)),
    });
  } catch (error) {
    if (!(error instanceof TableRefused)) throw error;
    return { refused: { fault: error.fault, line: error.line }, ...nothing };
  }
  const samples: (readonly string[])[] = [];
  for await (const rows of spreadsheets.rows(table, { batch: 50 })) {
    samples.push(...rows.map(({ cells }) => cells));
    break;
  }
  const own = ownDayOrder({ dateFormat, country });
  const days = witness.evidence;
  const columns = guessColumns(table.columns, samples, fields, new Map()).map((column, index) => ({
    ...column,
    days: dayOrderOf(
      days.find((one) => one.column === index),
      own,
    ).order,
  }));
  const plan = { columns, country, tags: [], campaigns: [], consent: { texts: true, emails: true } };
  const read = rowReader({ plan, fields });
  const people: (ImportedPerson & { readonly row: number })[] = [];
  const problems: string[] = [];
  for await (const rows of spreadsheets.rows(table))
    for (const { row, cells } of rows) {
      const { person, problems: wrong } = read(cells);
      if (person !== null) people.push({ ...person, row: row + table.header });
      for (const { column, problem } of wrong)
        problems.push(`${row + table.header}: ${column === null ? '' : `${table.columns[column]}: `}${problem}`);
    }
  return { refused: null, table, columns, days, people, problems };
}
