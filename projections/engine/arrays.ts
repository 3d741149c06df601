/**
 * Columns of a batch as Postgres array literals, for `unnest`. Written out here because it is most of what a rebuild does in JavaScript:
 * pg's own conversion escapes every element with two regular expressions.
 */

/** A column of ids, numbers, instants or booleans: nothing in it ever needs escaping. */
export function plainColumn<T>(
  rows: readonly T[],
  value: (row: T) => string | number | bigint | boolean | null,
): string {
  let literal = '{';
  for (let i = 0; i < rows.length; i++) {
    const item = value(rows[i]!);
    if (i > 0) literal += ',';
    literal += item === null ? 'NULL' : item;
  }
  return `${literal}}`;
}

const special = /["\\\u0000]/;
const escapes = /["\\]/g;

/** A column of text. Postgres cannot hold U+0000; it becomes U+FFFD, so that one odd message stops nobody. */
export function textColumn<T>(rows: readonly T[], value: (row: T) => string | null): string {
  let literal = '{';
  for (let i = 0; i < rows.length; i++) {
    const item = value(rows[i]!);
    if (i > 0) literal += ',';
    if (item === null) literal += 'NULL';
    else
      literal += special.test(item) ? `"${item.replaceAll('\u0000', '\uFFFD').replace(escapes, '\\$&')}"` : `"${item}"`;
  }
  return `${literal}}`;
}

/** JSON for a jsonb column; U+0000 is as impossible there. */
export const json = (value: unknown): string => JSON.stringify(value).replaceAll('\\u0000', '\\ufffd');

type Kind = 'uuid' | 'text' | 'int' | 'bigint' | 'bool' | 'timestamptz' | 'jsonb' | 'text[]';

/** The columns of a batch: their Postgres type and where in a row of the batch they come from. */
export type Columns<T> = Readonly<
  Record<string, readonly [Kind, (row: T) => string | number | bigint | boolean | null]>
>;

/** A batch as a table: `from` is the SQL after FROM, with parameters from `$1`; `values` fills them. */
export interface Batch<T> {
  /** `unnest($1::uuid[], …) as <alias>(<columns>)`; `first`: the number of the first parameter, 1 by default. */
  from(alias: string, first?: number): string;
  /** The column as its own type: arrays of arrays do not exist in Postgres, and jsonb travels as text. */
  cast(alias: string, column: string): string;
  values(rows: readonly T[]): string[];
}

export function batchOf<T>(columns: Columns<T>): Batch<T> {
  const entries = Object.entries(columns);
  const travelsAsText = (kind: Kind): boolean => kind === 'jsonb' || kind === 'text[]';
  return {
    from: (alias, first = 1) =>
      `unnest(${entries.map(([, [kind]], index) => `$${first + index}::${travelsAsText(kind) ? 'text' : kind}[]`).join(', ')}) as ${alias}(${entries.map(([name]) => name).join(', ')})`,
    cast: (alias, column) => {
      const kind = columns[column]![0];
      return travelsAsText(kind) ? `${alias}.${column}::${kind}` : `${alias}.${column}`;
    },
    values: (rows) =>
      entries.map(([, [kind, value]]) =>
        kind === 'text' || travelsAsText(kind) ?
          textColumn(rows, value as (row: T) => string | null)
        : plainColumn(rows, value),
      ),
  };
}

/** Remembers SQL text per schema, so that the text of a statement is made once. */
export function perSchema<T>(make: (schema: string) => T): (schema: string) => T {
  const made = new Map<string, T>();
  return (schema) => {
    let value = made.get(schema);
    if (value === undefined) made.set(schema, (value = make(schema)));
    return value;
  };
}
