import { list, oneOf } from '../kernel/list.ts';
import { entryKinds } from './fields.ts';

/** How the entries of a list can be asked for. */
export const listingList = list({ sort: ['created_at', 'value'], filters: { kind: oneOf(entryKinds) } });
