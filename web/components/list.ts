import { useCallback, useMemo } from 'react';
import { useLocation, useSearch } from 'wouter';
import type { AnswerOf, PathsOf, RequestOf } from '../../api/contract/client.ts';
import { asList, type QuestionOf, type Read, useRead } from '../api/read.ts';

type QueryOf<P extends PathsOf<'GET'>> =
  RequestOf<'GET', P> extends { readonly query?: infer Q } ? NonNullable<Q> : never;
/** The calls that answer a page of rows in an order. */
export type ListPath = {
  [P in PathsOf<'GET'>]: QueryOf<P> extends { per_page?: unknown; sort_by?: unknown } ? P : never;
}[PathsOf<'GET'>];
/** What a list can be sorted by: a column that the API refuses to sort by does not compile. */
export type SortOf<P extends ListPath> = string &
  Exclude<QueryOf<P> extends { readonly sort_by?: infer S } ? S : never, undefined | ''>;
type Paging = 'page' | 'per_page' | 'search' | 'sort_by' | 'sort_desc';
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
  return {
    page: Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1,
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
  readonly meta: { readonly total: number };
}
export interface List<Row> extends Omit<Read<Page<Row>>, 'patch'> {
  readonly state: ListState;
  readonly rows: readonly Row[] | undefined;
  /** Of all pages; undefined: not known yet. */
  readonly total: number | undefined;
  /** Another search, order or filter begins at the first page. */
  readonly change: (part: Partial<ListState>) => void;
  readonly filter: (name: string, value: string | null) => void;
  /** Something is searched for or narrowed by; `clear` lets go of it. */
  readonly filtered: boolean;
  readonly clear: () => void;
}
type RowOf<P extends ListPath> = AnswerOf<'GET', P> extends { data: readonly (infer R)[] } ? R : never;

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
      const next = writeList(location.search, { ...readList(location.search, start), page: 1, ...part }, start);
      go(next === '' ? here : `${here}?${next}`, { replace: part.page === undefined });
    },
    [go, here, start],
  );
  const query = {
    ...fixed,
    ...state.filters,
    page: state.page,
    per_page: state.perPage,
    search: state.search,
    sort_by: state.sortBy,
    sort_desc: state.sortDesc ? '1' : '0',
  };
  // The words of the address were checked against those of the call.
  const read: unknown = useRead(path, { query } as unknown as QuestionOf<P>, asList);
  const { data, error, isLoading, isStale, refresh } = read as Read<Page<RowOf<P>>>;
  return {
    data,
    error,
    isLoading,
    isStale,
    refresh,
    state,
    rows: data?.data,
    total: data?.meta.total,
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
