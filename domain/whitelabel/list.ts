import { list } from '../kernel/list.ts';

/** The brands of all agencies. */
export const whitelabelList = list({ sort: ['domain', 'id', 'created_at'], filters: {} });
