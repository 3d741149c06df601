import { list } from '../kernel/list.ts';

/** What was done to many contacts, the newest first. */
export const bulkList = list({ sort: ['created_at'], filters: {} });
