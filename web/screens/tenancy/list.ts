import type { ListQuery } from '../../api/tenancy-reads.ts';
import { type ListStart, type ListState, rowsPerPage } from '../../components/listState.ts';

/** Newest first: what was just made is on top. */
export const agencyStart: ListStart = {
  sortBy: 'created_at',
  sortDesc: true,
  sortable: ['name', 'email', 'created_at', 'businesses_count'],
};
export const businessStart: ListStart = {
  sortBy: 'created_at',
  sortDesc: true,
  sortable: ['name', 'email', 'created_at', 'usage_messages'],
};
export const userStart: ListStart = {
  sortBy: 'name',
  sortDesc: false,
  sortable: ['name', 'email', 'role', 'created_at', 'last_sign_in_at'],
};
export const whitelabelStart: ListStart = { sortBy: 'domain', sortDesc: false, sortable: ['domain', 'created_at'] };

export const asQuery = (state: ListState, status: string | null): ListQuery => ({
  page: state.page,
  perPage: rowsPerPage,
  search: state.search,
  sortBy: state.sortBy,
  sortDesc: state.sortDesc,
  status,
});
