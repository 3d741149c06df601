import { anyOf, list, status } from '../kernel/list.ts';

const statuses = ['active', 'live', 'waiting', 'archived'] as const;

/** The campaigns of a business. `status`: `active`, the default, is all that are not archived; `live` has its keyword. */
export const campaignList = list({
  sort: ['created_at', 'name', 'keyword', 'type', 'members', 'opt_ins'],
  filters: { status: status(statuses), type: anyOf },
});
