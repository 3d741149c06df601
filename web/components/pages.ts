import { useLocation, useSearch } from 'wouter';
import { type List, type ListStart, type ListState, readList, turnsOf, writeList } from './list.ts';
import type { Read } from '../data/read.ts';

const start: ListStart = { sortBy: '', sortDesc: false, sortable: [] };
/** A list that can be narrowed to days: `2026-11-01,2026-11-02`. */
export const onDays: ListStart = { ...start, filters: { date_range: null } };

/** Which page of a list that has one order only, and what it is narrowed to; it lives in the address. */
export function usePage(of = start): {
  readonly page: number;
  readonly per_page: number;
  readonly date_range?: string;
} {
  const { page, perPage, filters } = readList(useSearch(), of);
  return { page, per_page: perPage, ...filters };
}

/** Its rows as the list of the product shows them. */
export function useRows<Row>(
  read: Omit<Read<{ readonly data: readonly Row[]; readonly meta: { readonly total: number } }>, 'patch'>,
  of = start,
): List<Row> {
  const search = useSearch();
  const [here, go] = useLocation();
  const state = readList(search, of);
  const { data, error, isLoading, isStale, refresh } = read;
  const change = (part: Partial<ListState>): void => {
    const next = writeList(search, { ...state, page: 1, ...part }, of);
    go(next === '' ? here : `${here}?${next}`, { replace: part.page === undefined });
  };
  return {
    data,
    error,
    isLoading,
    isStale,
    refresh,
    state,
    rows: data?.data,
    total: data?.meta.total,
    isMore: false,
    turn: turnsOf(state, data?.meta, change),
    change,
    filter: (name, value) => {
      const { [name]: _, ...others } = state.filters;
      change({ filters: value === null ? others : { ...others, [name]: value } });
    },
    filtered: Object.keys(state.filters).length > 0,
    clear: () => {
      change({ filters: {} });
    },
  };
}
