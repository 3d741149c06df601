import { straightenPunctuation } from './segments.ts';

/** As two ways to write a name are compared: case, quotes and spaces don't count. */
const plain = (text: string): string => straightenPunctuation(text).replace(/\s+/gu, ' ').trim().toLowerCase();

/**
 * A text as it begins with the name of the business; null: with none. A text that begins with it already stays as it
 * is, and so does one without words. Its curly quotes become straight, so that the name alone makes no text Unicode.
 */
export function withPrefix(prefix: string | null, body: string): string {
  if (prefix === null || body.trim() === '') return body;
  const [name, words] = [plain(prefix), plain(body)];
  const isThere = words.startsWith(name) && !/^[\p{L}\p{N}]/u.test(words.slice(name.length));
  return isThere ? body : `${straightenPunctuation(prefix)}: ${body}`;
}
