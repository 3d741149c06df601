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

/** Remembers SQL text per schema, so that the text of a statement is made once. */
export function perSchema<T>(make: (schema: string) => T): (schema: string) => T {
  const made = new Map<string, T>();
  return (schema) => {
    let value = made.get(schema);
    if (value === undefined) made.set(schema, (value = make(schema)));
    return value;
  };
}
