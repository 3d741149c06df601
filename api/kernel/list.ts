import type { Listed } from '../../projections/engine/query.ts';

/** A list's parameters as the read models take them; its filters go along as they are. */
export function listQuery<
  Params extends {
    readonly page: number;
    readonly per_page: number;
    readonly search?: string | undefined;
    readonly sort_by: string | null;
    readonly sort_desc?: boolean | undefined;
  },
>({ page, per_page: perPage, search, sort_by: sortBy, sort_desc: sortDesc, ...filters }: Params) {
  return {
    page,
    perPage,
    search: search === undefined || search === '' ? null : search,
    sortBy: sortBy as Params['sort_by'],
    sortDesc: sortDesc ?? false,
    ...filters,
  };
}

/** The reply of a list that has no pages. */
export const wholeReply = <R>(rows: readonly R[]) => ({ data: [...rows], meta: { total: rows.length } });

/** `{ data, meta: { total, page, per_page } }`, the one shape of every list. */
export function listReply<V, R>(
  listed: Listed<V>,
  query: { readonly page: number; readonly perPage: number },
  row: (view: V) => R,
) {
  return { data: listed.data.map(row), meta: { total: listed.total, page: query.page, per_page: query.perPage } };
}
