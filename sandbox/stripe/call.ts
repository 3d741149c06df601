import type { Core } from './core.ts';
import { invalid } from './errors.ts';
import type { Kind, Kinds, ListOf, Thing } from './records.ts';
import { type Field, int, list, type Read, str } from './params.ts';

/** One call of the API. */
export interface Call {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** With `:id` for what the address names. */
  readonly path: string;
  readonly fields: Readonly<Record<string, Field<unknown>>>;
  /** A browser may make it with the publishable key: then it must name the `client_secret`. */
  readonly isForBrowsers: boolean;
  run(core: Core, id: string, params: never, asked: Asked): unknown;
}
export interface Asked {
  /** By the publishable key, from a browser. */
  readonly isBrowser: boolean;
}

type Fields = Readonly<Record<string, Field<unknown>>>;
const expand = list(str());

/** Declares a call. `expand` is a parameter of every one. */
export const call = <const F extends Fields>(
  method: Call['method'],
  path: string,
  fields: F,
  run: (core: Core, id: string, params: Read<F>, asked: Asked) => unknown,
  { isForBrowsers = false }: { readonly isForBrowsers?: boolean } = {},
): Call => ({ method, path, fields: { ...fields, expand }, isForBrowsers, run: run as unknown as Call['run'] });

/** What all lists are asked by. */
export const paging = { limit: int(1), starting_after: str(), ending_before: str() } as const;

/** A page of a list, newest first. */
export function page<K extends Kind>(
  core: Core,
  kind: K,
  url: string,
  query: { readonly limit?: number; readonly starting_after?: string; readonly ending_before?: string },
  fits: (thing: Kinds[K]) => boolean = () => true,
): ListOf<Kinds[K]> {
  const found = core.all(kind).filter(fits).reverse();
  return paged(found, url, query, (id, param) => core.get(kind, id, param));
}

/** A page of what is listed. `find` refuses an id that isn't there at all. */
export function paged<T>(
  found: readonly T[],
  url: string,
  query: { readonly limit?: number; readonly starting_after?: string; readonly ending_before?: string },
  find: (id: string, param: string) => unknown,
): ListOf<T> {
  const limit = query.limit ?? 10;
  if (limit > 100) throw invalid('Invalid integer: limit must be at most 100', 'limit');
  const at = (id: string, param: string): number => {
    const index = found.findIndex((one) => (one as Thing).id === id);
    if (index < 0) throw find(id, param) && invalid(`'${id}' is not in this list.`, param);
    return index;
  };
  const cut = (from: number, to: number, more: boolean): ListOf<T> => ({
    object: 'list',
    data: found.slice(from, to),
    has_more: more,
    url,
  });
  if (query.ending_before !== undefined) {
    const end = at(query.ending_before, 'ending_before');
    return cut(Math.max(0, end - limit), end, end - limit > 0);
  }
  const start = query.starting_after === undefined ? 0 : at(query.starting_after, 'starting_after') + 1;
  return cut(start, start + limit, start + limit < found.length);
}

export const inRange = (
  created: number,
  range: { readonly gt?: number; readonly gte?: number; readonly lt?: number; readonly lte?: number } | undefined,
): boolean =>
  range === undefined ||
  (created > (range.gt ?? -1) &&
    created >= (range.gte ?? 0) &&
    created < (range.lt ?? Infinity) &&
    created <= (range.lte ?? Infinity));
