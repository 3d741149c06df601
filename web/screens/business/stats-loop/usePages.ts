import { useLocation, useSearch } from 'wouter';
import { type List, type ListStart, type ListState, readList, turnsOf, writeList } from '../../../components/list.ts';
import type { Read } from '../../../data/read.ts';

const start: ListStart = { sortBy: '', sortDesc: false, sortable: [] };

/** Which page of a list that has one order only; it lives in the address. */
export function usePage(): { readonly page: number; readonly per_page: number } {
  const { page, perPage } = readList(useSearch(), start);
  return { page, per_page: perPage };
}

/** Its rows as the list of the product shows them. */
export function useRows<Row>(
  read: Omit<Read<{ readonly data: readonly Row[]; readonly meta: { readonly total: number } }>, 'patch'>,
): List<Row> {
  const search = useSearch();
  const [here, go] = useLocation();
  const state = readList(search, start);
  const { data, error, isLoading, isStale, refresh } = read;
  const change = (part: Partial<ListState>): void => {
    const next = writeList(search, { ...state, page: 1, ...part }, start);
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
    filter: () => undefined,
    filtered: false,
    clear: () => undefined,
  };
}
