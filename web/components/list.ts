import { useCallback, useMemo } from 'react';
import { useLocation, useSearch } from 'wouter';
import type { AnswerOf, PathsOf, RequestOf } from '../../api/contract/client.ts';
import { asList, type QuestionOf, type Read, useRead } from '../data/read.ts';

type QueryOf<P extends PathsOf<'GET'>> =
  RequestOf<'GET', P> extends { readonly query?: infer Q } ? NonNullable<Q> : never;
/** The calls that answer a page of rows in an order. */
export type ListPath = {
  [P in PathsOf<'GET'>]: QueryOf<P> extends { per_page?: unknown; sort_by?: unknown } ? P : never;
}[PathsOf<'GET'>];
/** What a list can be sorted by: a column that the API refuses to sort by does not compile. */
export type SortOf<P extends ListPath> = string &
  Exclude<QueryOf<P> extends { readonly sort_by?: infer S } ? S : never, undefined | ''>;
type Paging = 'page' | 'per_page' | 'search' | 'sort_by' | 'sort_desc' | 'cursor' | 'exact';
export type FilterOf<P extends ListPath> = Exclude<keyof QueryOf<P>, Paging> & string;

/** Rows a page (specification, section 9), and what else can be chosen. */
export const pageSizes = [10, 25, 50, 100] as const;

/** Where a list stands. It lives in the address, so that Back, a reload and a shared link show the same rows. */
export interface ListState {
  /** From 1. */
  readonly page: number;
  readonly perPage: number;
  readonly search: string;
  readonly sortBy: string;
  readonly sortDesc: boolean;
  /** By the name of the API's parameter; what is not narrowed is missing. */
  readonly filters: Readonly<Record<string, string>>;
  /** Where the page begins, as the page beside it said, where a list has such: pages far down cost no more than the first. */
  readonly cursor?: string;
}

export interface ListStart {
  readonly sortBy: string;
  readonly sortDesc: boolean;
  readonly sortable: readonly string[];
  /** The words that a filter may be, null: any. */
  readonly filters?: Readonly<Record<string, readonly string[] | null>>;
}
/** The same, as a call takes it. */
interface StartOf<P extends ListPath> {
  readonly sortBy: SortOf<P>;
  readonly sortDesc: boolean;
  readonly sortable: readonly SortOf<P>[];
  readonly filters?: { readonly [N in FilterOf<P>]?: readonly string[] | null };
}

/** The state that an address tells. What it says wrongly counts as not said. */
export function readList(query: string, { sortBy, sortDesc, sortable, filters = {} }: ListStart): ListState {
  const params = new URLSearchParams(query);
  const page = Number(params.get('page'));
  const perPage = Number(params.get('per_page'));
  const [, by = '', direction] = /^(\w+)(?:-(desc|asc))?$/.exec(params.get('sort') ?? '') ?? [];
  const sorted = sortable.includes(by);
  const numbered = Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1;
  const cursor = params.get('cursor')?.slice(0, 4_000) ?? '';
  return {
    page: numbered,
    ...(numbered > 1 && cursor !== '' ? { cursor } : {}),
    perPage: pageSizes.find((size) => size === perPage) ?? pageSizes[0],
    search: (params.get('search') ?? '').slice(0, 200),
    sortBy: sorted ? by : sortBy,
    sortDesc: sorted ? direction === 'desc' : sortDesc,
    filters: Object.fromEntries(
      Object.entries(filters).flatMap(([name, words]) => {
        const value = params.get(name)?.slice(0, words === null ? 8_000 : 200) ?? '';
        return value !== '' && (words === null || words.includes(value)) ? [[name, value]] : [];
      }),
    ),
  };
}

/** The address of a state; what is as at the start is left out, other parameters stay. */
export function writeList(query: string, state: ListState, start: ListStart): string {
  const params = new URLSearchParams(query);
  const put = (key: string, value: string | null) => {
    if (value === null || value === '') params.delete(key);
    else params.set(key, value);
  };
  put('page', state.page === 1 ? null : String(state.page));
  put('cursor', state.page === 1 ? null : (state.cursor ?? null));
  put('per_page', state.perPage === pageSizes[0] ? null : String(state.perPage));
  put('search', state.search);
  const asBegun = state.sortBy === start.sortBy && state.sortDesc === start.sortDesc;
  put('sort', asBegun ? null : `${state.sortBy}-${state.sortDesc ? 'desc' : 'asc'}`);
  for (const name of Object.keys(start.filters ?? {})) put(name, state.filters[name] ?? null);
  return params.toString();
}

/** An address with a parameter set, or taken away: what stands beside a list (a drawer) is part of its address, too. */
export function withParam(path: string, search: string, name: string, value: string | null): string {
  const query = new URLSearchParams(search);
  if (value === null) query.delete(name);
  else query.set(name, value);
  return query.size === 0 ? path : `${path}?${query}`;
}

interface Page<Row> {
  readonly data: readonly Row[];
  readonly meta: {
    readonly total: number;
    /** False: there are more than `total`. */
    readonly exact?: boolean;
    /** Where the pages beside it begin, null: there is none; left out: this list knows numbers alone. */
    readonly next?: string | null;
    readonly prev?: string | null;
  };
}
export interface List<Row> extends Omit<Read<Page<Row>>, 'patch'> {
  readonly state: ListState;
  readonly rows: readonly Row[] | undefined;
  /** Of all pages; undefined: not known yet. */
  readonly total: number | undefined;
  /** There are more than `total`: nobody has counted to the end yet. */
  readonly isMore: boolean;
  /** To the page before this one and behind it; null: there is none. */
  readonly turn: { readonly back: (() => void) | null; readonly on: (() => void) | null };
  /** Another search, order or filter begins at the first page. */
  readonly change: (part: Partial<ListState>) => void;
  readonly filter: (name: string, value: string | null) => void;
  /** Something is searched for or narrowed by; `clear` lets go of it. */
  readonly filtered: boolean;
  readonly clear: () => void;
}
type RowOf<P extends ListPath> = AnswerOf<'GET', P> extends { data: readonly (infer R)[] } ? R : never;

/** The total of a list that was cut off, counted to its end while the page is shown already. */
function useExactTotal<P extends ListPath>(path: P, query: object, isWanted: boolean): number | undefined {
  const { cursor: _, ...narrowed } = query as { readonly cursor?: string };
  const question = { query: { ...narrowed, page: 1, per_page: 1, exact: '1' } } as unknown as QuestionOf<P>;
  const read: unknown = useRead(path, isWanted ? question : null, { cancelable: true });
  return (read as Read<Page<unknown>>).data?.meta.total;
}

/** By cursors where the list has them. The first page is always the first, whatever has come since. */
export function turnsOf(
  { page, perPage }: ListState,
  meta: Page<unknown>['meta'] | undefined,
  change: (part: Partial<ListState>) => void,
): List<unknown>['turn'] {
  const to = (number: number, cursor: string | null | undefined) => () => {
    change({ page: number, ...(number > 1 && cursor ? { cursor } : {}) });
  };
  const isLast = meta?.next === undefined ? page * perPage >= (meta?.total ?? 0) : meta.next === null;
  return { back: page === 1 ? null : to(page - 1, meta?.prev), on: isLast ? null : to(page + 1, meta?.next) };
}

/**
 * A screen's list: where it stands, in the address, and the rows that are there. `fixed`: what it is narrowed to and
 * nobody can change here.
 */
export function useList<P extends ListPath>(
  path: P,
  typed: StartOf<P>,
  fixed: Partial<QueryOf<P>> = {},
): List<RowOf<P>> {
  const start = typed as ListStart;
  const address = useSearch();
  const [here, go] = useLocation();
  const state = useMemo(() => readList(address, start), [address, start]);
  const change = useCallback(
    (part: Partial<ListState>) => {
      const { cursor: _, ...held } = readList(location.search, start);
      const next = writeList(location.search, { ...held, page: 1, ...part }, start);
      go(next === '' ? here : `${here}?${next}`, { replace: part.page === undefined });
    },
    [go, here, start],
  );
  const query = {
    ...fixed,
    ...state.filters,
    ...(state.cursor === undefined ? {} : { cursor: state.cursor }),
    page: state.page,
    per_page: state.perPage,
    search: state.search,
    sort_by: state.sortBy,
    sort_desc: state.sortDesc ? '1' : '0',
  };
  // The words of the address were checked against those of the call.
  const read: unknown = useRead(path, { query } as unknown as QuestionOf<P>, asList);
  const { data, error, isLoading, isStale, refresh } = read as Read<Page<RowOf<P>>>;
  const counted = useExactTotal(path, query, data?.meta.exact === false && !isStale);
  return {
    data,
    error,
    isLoading,
    isStale,
    refresh,
    state,
    rows: data?.data,
    total: counted ?? data?.meta.total,
    isMore: data?.meta.exact === false && counted === undefined,
    turn: turnsOf(state, data?.meta, change),
    change,
    filter: (name, value) => {
      const { [name]: _, ...others } = state.filters;
      change({ filters: value === null ? others : { ...others, [name]: value } });
    },
    filtered: state.search !== '' || Object.keys(state.filters).length > 0,
    clear: () => {
      change({ search: '', filters: {} });
    },
  };
}
