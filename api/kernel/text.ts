/**
 * Text that a database cannot hold: NUL characters (Postgres text and jsonb refuse them) and lone surrogates (not Unicode).
 * Calls refuse it with a message at the field; webhooks, whose text must not be lost, replace it.
 */
export function findUnstorableText(value: unknown, path: string): string | null {
  if (typeof value === 'string') return value.includes('\u0000') || !value.isWellFormed() ? path : null;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index += 1) {
      const found = findUnstorableText(value[index], path === '' ? String(index) : `${path}.${index}`);
      if (found !== null) return found;
    }
    return null;
  }
  if (typeof value === 'object' && value !== null) {
    for (const key in value) {
      const found = findUnstorableText((value as Record<string, unknown>)[key], path === '' ? key : `${path}.${key}`);
      if (found !== null) return found;
    }
  }
  return null;
}

/** The same text with U+FFFD in place of what cannot be stored. */
export const storableText = (text: string): string => text.replaceAll('\u0000', '\uFFFD').toWellFormed();
