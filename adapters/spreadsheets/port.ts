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
  /** What lies in the storage of it, besides the file itself. */
  left: string | null = null;
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

/** How a file is to be read. Null: as it seems to be meant. */
export interface Reading {
  readonly delimiter: Delimiter | null;
  /** The row with the names of the columns, as a spreadsheet counts it; 0: there is none. */
  readonly header: number | null;
  /** The name of a sheet of a workbook. */
  readonly sheet: string | null;
}

/** A sheet of a workbook. */
export interface Sheet {
  readonly name: string;
  readonly hidden: boolean;
  /** It holds no value. */
  readonly empty: boolean;
}

/** A file of rows as it lies in the storage: UTF-8 without a mark, values separated by `delimiter`. */
export interface Table {
  readonly key: string;
  readonly size: number;
  /** In which it came. */
  readonly encoding: string;
  readonly delimiter: Delimiter;
  /** The row in which the names of the columns stand, as a spreadsheet counts it; 0: it has none. */
  readonly header: number;
  readonly columns: readonly string[];
  /** Rows with a value below the names. */
  readonly rows: number;
  /** Of a workbook: its sheets, and which of them this is. */
  readonly sheets: readonly Sheet[];
  readonly sheet: string | null;
  /** Rows of a workbook that nobody sees there: hidden, or left out by a filter. */
  readonly hiddenRows: number;
  /** Bytes that belong to no letter of the encoding. */
  readonly strayBytes: number;
}

/**
 * A row: its number, counted from the names of the columns as a spreadsheet counts rows (an empty one has a number as
 * well; 0: the names; less: what stands above them), its values, the byte that it begins with and the byte behind it.
 */
export interface TableRow {
  readonly row: number;
  readonly cells: readonly string[];
  readonly from: number;
  readonly bytes: number;
}

export interface ReadOptions {
  readonly reading?: Reading;
  /** Sees all rows below the names, some at a time. */
  readonly look?: (rows: readonly TableRow[]) => void;
}

/** Files of rows that people bring along. */
export interface Spreadsheets {
  /**
   * Looks at every byte of a file: what it is, in which encoding, whether it can be read to its end. What is no UTF-8
   * text is put into the storage once more as that. Throws `TableRefused`.
   */
  read(key: string, format: TableFormat, signal: AbortSignal, options?: ReadOptions): Promise<Table>;
  /** Its rows from a place on, some at a time. Throws `TableRefused` when the file is not what it was. */
  rows(table: TablePlace, options?: RowsOptions): AsyncGenerator<readonly TableRow[]>;
  /** Its first rows as they stand there, whatever they hold. */
  first(table: TablePlace, count: number): Promise<readonly TableRow[]>;
  /**
   * The same table with some rows crossed out, in the storage beside it: as long, with the same rows in the same places.
   * `which` says of some rows which of them. Null: none is. Throws `TableRefused`.
   */
  crossOut(
    table: TablePlace,
    which: (rows: readonly TableRow[]) => Promise<ReadonlySet<number>>,
  ): Promise<{ readonly key: string; readonly rows: readonly number[] } | null>;
}
export type TablePlace = Pick<Table, 'key' | 'size' | 'delimiter' | 'header'>;
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
