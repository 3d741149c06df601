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
    'g',
  );

/**
 * The file that an edit belongs to, from the root: the one it names or, where the code has moved, the only one of the product
 * that says its words. Throws unless they stand in one place.
 */
export function fileOf({ file, find }: Edit): string {
  const words = wordsOf(find);
  const placesIn = (path: string) =>
    readFileSync(root + path, 'utf8')
      .match(words)
      ?.map(() => path) ?? [];
  const named = globSync(file, { cwd: root }).flatMap(placesIn);
  const places = named.length > 0 ? named : globSync(product, { cwd: root }).flatMap(placesIn);
  if (places.length === 1) return places[0]!;
  throw new Error(`${file}: what is to be broken stands in ${places.join(' and ') || 'no file'}: ${find}`);
}

/** The source with the edit made. */
export const edited = (source: string, { find, replace }: Edit): string => source.replace(wordsOf(find), () => replace);
