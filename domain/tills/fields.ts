import { line } from '../kernel/fields.ts';

/** What people may enter of a till. */
export const tillFields = { name: line('The name', 60) } as const;
