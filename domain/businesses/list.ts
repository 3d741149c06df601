import { list, status } from '../kernel/list.ts';

/** The businesses; without a status those that are active. */
export const businessList = list({
  sort: ['created_at', 'name', 'email', 'usage_messages'],
  filters: { status: status(['active', 'archived']) },
});
