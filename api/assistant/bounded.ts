/** What a tool answers at most, in characters: an assistant reads all of it. */
export const mostCharacters = 40_000;

/**
 * An answer as text that is never longer than that: long lists lose their last rows, then long texts their ends, and it
 * says so.
 */
export function bounded(value: unknown): string {
  const whole = JSON.stringify(value);
  if (whole.length <= mostCharacters) return whole;
  for (let rows = 100; rows >= 1; rows = Math.floor(rows / 2)) {
    const shorter = JSON.stringify(cut(value, rows, rows > 10 ? 2_000 : 200));
    if (shorter.length <= mostCharacters - 100) return `${shorter}\n(Shortened: lists have ${rows} rows at most.)`;
  }
  return `${whole.slice(0, mostCharacters - 100)}\n(Shortened: this is only the beginning.)`;
}

function cut(value: unknown, rows: number, characters: number): unknown {
  if (typeof value === 'string') return value.length > characters ? `${value.slice(0, characters)}…` : value;
  if (Array.isArray(value)) return value.slice(0, rows).map((one) => cut(one, rows, characters));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, cut(one, rows, characters)]));
}
