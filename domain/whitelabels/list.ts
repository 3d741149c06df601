import { list, status } from '../kernel/list.ts';

/** The brands of all agencies. */
export const whitelabelList = list({
  sort: ['domain', 'created_at'],
  filters: { status: status(['active', 'archived']) },
});
