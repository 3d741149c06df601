import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';

const mark = '/* kept */';

/**
 * Begins a statement that each connection prepares once: to read and plan a long one anew costs as much as ten of its
 * rows. For statements that are asked all the time, whose text is always the same, and whose plan suits any values: what
 * a list of ids holds Postgres does not know beforehand, and expects ten.
 */
export const prepared: RawBuilder<unknown> = sql.raw(`${mark} `);

const names = new Map<string, string>();

/** What a statement is prepared as; null: it is not to be kept. */
export function preparedName(text: string): string | null {
  if (!text.slice(0, 80).includes(mark)) return null;
  let name = names.get(text);
  if (name === undefined) {
    name = `kept_${createHash('sha256').update(text).digest('hex').slice(0, 24)}`;
    names.set(text, name);
  }
  return name;
}
