import type { Listed, ListQuery } from '../../projections/read-models.ts';
import type { ListValues } from '../contract/lists.ts';

/** A list's parameters, which the contract has checked, as the read models take them. */
export const listQuery = (params: ListValues): ListQuery => ({
  page: params.page,
  perPage: params.per_page,
  search: params.search || null,
  sortBy: params.sort_by ?? null,
  sortDesc: params.sort_desc ?? false,
  status: params.status ?? null,
});

/** `{ data, meta: { total, page, per_page } }`, the one shape of every list. */
export function listReply<V, R>(
  listed: Listed<V>,
  query: { readonly page: number; readonly perPage: number },
  row: (view: V) => R,
) {
  return { data: listed.data.map(row), meta: { total: listed.total, page: query.page, per_page: query.perPage } };
}
