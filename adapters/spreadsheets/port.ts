import type { Storage } from '../storage/port.ts';

/** Why a table can't be read. */
export type TableFault =
  | 'empty'
  | 'no-rows'
  | 'not-a-table'
  | 'too-many-columns'
  | 'row-too-long'
  | 'broken-quote'
  | 'too-many-rows'
  | 'too-large'
  | 'workbook-broken'
  | 'workbook-encrypted'
  | 'workbook-too-large'
  | 'missing';

/** A file that is no table, or one that nobody should have to read. `line` counts from 1; null: not known. */
export class TableRefused extends Error {
  override readonly name = 'TableRefused';
  readonly fault: TableFault;
  readonly line: number | null;
  constructor(fault: TableFault, line: number | null = null) {
    super(`The table can't be read: ${fault}${line === null ? '' : ` (line ${line})`}.`);
    this.fault = fault;
    this.line = line;
  }
}

export interface TableLimits {
  /** Of what is read in the end, in bytes. */
  readonly contentBytes: number;
  readonly columns: number;
  /** Characters. */
  readonly rowLength: number;
  readonly rows: number;
}

/** What stands between values. */
export type Delimiter = ',' | ';' | '\t' | '|';
export type TableFormat = 'csv' | 'xlsx';

/** A file of rows as it lies in the storage: UTF-8 without a mark, values separated by `delimiter`, names in the first row. */
export interface Table {
  readonly key: string;
  readonly size: number;
  /** In which it came. */
  readonly encoding: string;
  readonly delimiter: Delimiter;
  readonly columns: readonly string[];
  readonly rows: number;
}

/** A row: its number (from 1, the names are none), its values, and the byte behind it. */
export interface TableRow {
  readonly row: number;
  readonly cells: readonly string[];
  readonly bytes: number;
}

/** Files of rows that people bring along. */
export interface Spreadsheets {
  /**
   * Looks at every byte of a file: what it is, in which encoding, whether it can be read to its end. What is no UTF-8
   * text is put into the storage once more as that. Throws `TableRefused`.
   */
  read(key: string, format: TableFormat, signal: AbortSignal): Promise<Table>;
  /** Its rows from a place on, some at a time. Throws `TableRefused` when the file is not what it was. */
  rows(table: TablePlace, options?: RowsOptions): AsyncGenerator<readonly TableRow[]>;
  /**
   * The same table with some rows crossed out, in the storage beside it: as long, with the same rows in the same places.
   * `which` says of some rows which of them. Null: none is. Throws `TableRefused`.
   */
  crossOut(
    table: TablePlace,
    which: (rows: readonly TableRow[]) => Promise<ReadonlySet<number>>,
  ): Promise<{ readonly key: string; readonly rows: readonly number[] } | null>;
}
export type TablePlace = Pick<Table, 'key' | 'size' | 'delimiter'>;
export interface RowsOptions {
  /** Goes on behind this row. Default: the beginning. */
  readonly after?: { readonly row: number; readonly bytes: number };
  /** Rows at a time. Default 1,000. */
  readonly batch?: number;
}

export interface SpreadsheetsOptions {
  readonly storage: Storage;
  readonly limits: TableLimits;
}
