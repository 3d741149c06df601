import { useCallback, useMemo } from 'react';
import { useLocation, useSearch } from 'wouter';

/** Where a list stands. It lives in the address, so that Back and a shared link show the same rows. */
export interface ListState {
  readonly page: number;
  readonly search: string;
  readonly sortBy: string;
  readonly sortDesc: boolean;
}
export interface ListStart {
  readonly sortBy: string;
  readonly sortDesc: boolean;
  readonly sortable: readonly string[];
}

/** Rows a page (specification, section 9). */
export const rowsPerPage = 10;

/** The state that an address tells. What it says wrongly counts as not said. */
export function readList(query: string, start: ListStart): ListState {
  const params = new URLSearchParams(query);
  const page = Number(params.get('page'));
  const [, by = '', direction] = /^(\w+)(?:-(desc|asc))?$/.exec(params.get('sort') ?? '') ?? [];
  const sorted = start.sortable.includes(by);
  return {
    page: Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1,
    search: (params.get('search') ?? '').slice(0, 200),
    sortBy: sorted ? by : start.sortBy,
    sortDesc: sorted ? direction === 'desc' : start.sortDesc,
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
  put('search', state.search);
  put(
    'sort',
    state.sortBy === start.sortBy && state.sortDesc === start.sortDesc ?
      null
    : `${state.sortBy}-${state.sortDesc ? 'desc' : 'asc'}`,
  );
  return params.toString();
}

/** The state of this screen's list, and how to change it. Another search or order begins at the first page. */
export function useListState(start: ListStart) {
  const query = useSearch();
  const [path, go] = useLocation();
  const state = useMemo(() => readList(query, start), [query, start]);
  const change = useCallback(
    (part: Partial<ListState>) => {
      const next = writeList(location.search, { ...readList(location.search, start), page: 1, ...part }, start);
      go(next === '' ? path : `${path}?${next}`, { replace: true });
    },
    [go, path, start],
  );
  return { state, change };
}
