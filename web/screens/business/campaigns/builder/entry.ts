/** An item of a list in another place. Out of the list's bounds: the list as it is. */
export function moved<T>(list: readonly T[], from: number, to: number): readonly T[] {
  if (from === to || list[from] === undefined || to < 0 || to >= list.length) return list;
  const next = [...list];
  next.splice(to, 0, ...next.splice(from, 1));
  return next;
}

/** The lines of a text that say something, each trimmed: choices of a question. */
export const linesOf = (text: string, most: number): readonly string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .slice(0, most);

/** A colour as somebody types it; null: it is none yet. */
export function hexFrom(typed: string): string | null {
  const text = typed.trim().toLowerCase();
  const hex = text.startsWith('#') ? text : `#${text}`;
  return /^#[0-9a-f]{6}(?:[0-9a-f]{2})?$/.test(hex) ? hex : null;
}
