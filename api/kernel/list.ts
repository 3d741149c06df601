import type { z } from 'zod';
import type { Listed, ListQuery } from '../../projections/read-models.ts';
import type { ListParams } from '../contract/common.ts';
import { validationFailed } from './errors.ts';

/** A list's parameters as the read models take them. `sortable` maps what the API calls a column to what the read model does. */
export function listQuery(params: z.output<typeof ListParams>, options: { readonly sortable: Readonly<Record<string, string>>; readonly statuses?: readonly string[] }): ListQuery {
  let sortBy: string | null = null;
  if (params.sort_by !== undefined && params.sort_by !== '') {
    sortBy = Object.hasOwn(options.sortable, params.sort_by) ? options.sortable[params.sort_by]! : null;
    if (sortBy === null) throw validationFailed({ sort_by: ['This list can not be sorted by that.'] });
  }
  const status = params.status === undefined || params.status === '' ? null : params.status;
  if (status !== null && options.statuses !== undefined && !options.statuses.includes(status)) throw validationFailed({ status: ['This status does not exist.'] });
  return { page: params.page, perPage: params.per_page, search: params.search === undefined || params.search === '' ? null : params.search, sortBy, sortDesc: params.sort_desc ?? false, status };
}

/** `{ data, meta: { total, page, per_page } }`, the one shape of every list. */
export function listReply<V, R>(listed: Listed<V>, query: { readonly page: number; readonly perPage: number }, row: (view: V) => R) {
  return { data: listed.data.map(row), meta: { total: listed.total, page: query.page, per_page: query.perPage } };
}
