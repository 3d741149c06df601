import { list, status } from '../kernel/list.ts';

/** The agencies; without a status those that are active. */
export const agencyList = list({
  sort: ['created_at', 'name', 'email', 'businesses_count'],
  filters: { status: status(['active', 'archived']) },
});
