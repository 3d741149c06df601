import type { z } from 'zod';
import type { Listed, ListQuery } from '../../projections/read-models.ts';
import type { ListParams } from '../contract/common.ts';
import { validationFailed } from './errors.ts';

/** A list's parameters as the read models take them. What is not in `sortable` is refused. */
export function listQuery(
  params: z.output<typeof ListParams>,
  options: { readonly sortable: readonly string[]; readonly statuses?: readonly string[] },
): ListQuery {
  const sortBy = params.sort_by === undefined || params.sort_by === '' ? null : params.sort_by;
  if (sortBy !== null && !options.sortable.includes(sortBy))
    throw validationFailed({ sort_by: ['This list can not be sorted by that.'] });
  const status = params.status === undefined || params.status === '' ? null : params.status;
  if (status !== null && options.statuses !== undefined && !options.statuses.includes(status))
    throw validationFailed({ status: ['This status does not exist.'] });
  return {
    page: params.page,
    perPage: params.per_page,
    search: params.search === undefined || params.search === '' ? null : params.search,
    sortBy,
    sortDesc: params.sort_desc ?? false,
    status,
  };
}

/** `{ data, meta: { total, page, per_page } }`, the one shape of every list. */
export function listReply<V, R>(
  listed: Listed<V>,
  query: { readonly page: number; readonly perPage: number },
  row: (view: V) => R,
) {
  return { data: listed.data.map(row), meta: { total: listed.total, page: query.page, per_page: query.perPage } };
}
