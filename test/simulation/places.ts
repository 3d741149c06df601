import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Edit } from './mutations.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const product = '{adapters,api,commands,domain,main,migrations,projections,workers}/**/*.ts';

/** The words of an edit, however the code that says them is laid out. */
const wordsOf = (find: string): RegExp =>
  new RegExp(
    find
      .trim()
      .split(/\s+/)
      .map((word) => (word.match(/\w+|\W/g) ?? []).map((part) => part.replace(/\W/, '\\$&')).join('\\s*'))
      .join('\\s+'),
  );

/**
 * The file that an edit belongs to, from the root: the one it names or, where the code has moved, the only one of the product
 * that says its words. Throws when no file or more than one does.
 */
export function fileOf({ file, find }: Edit): string {
  const words = wordsOf(find);
  const says = (path: string) => readFileSync(root + path, 'utf8').search(words) >= 0;
  if (globSync(file, { cwd: root }).some(says)) return file;
  const found = globSync(product, { cwd: root }).filter(says);
  if (found.length === 1) return found[0]!;
  const where = found.length === 0 ? 'no file of the product' : found.join(' and ');
  throw new Error(`${file} does not say ${find}, and ${where} does.`);
}

/** The source with the edit made. */
export const edited = (source: string, { find, replace }: Edit): string => {
  const words = wordsOf(find);
  if (!words.test(source)) throw new Error(`It does not say ${find}`);
  return source.replace(words, () => replace);
};
