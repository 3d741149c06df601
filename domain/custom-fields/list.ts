import { list } from '../kernel/list.ts';

/** How the list of custom fields can be asked for. */
export const customFieldList = list({ sort: ['created_at', 'name', 'kind'], filters: {} });
