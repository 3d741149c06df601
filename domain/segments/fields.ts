import { z } from 'zod';
import { ContactFilter } from '../contacts/filter.ts';
import { line } from '../kernel/fields.ts';
import { personal } from '../kernel/personal.ts';

const longestName = 80;
/** So many a business can keep: each is kept counted. */
export const maxSegments = 100;
/** Segments within segments, so many below each other. */
export const deepest = 4;

export const storedSegment = { name: personal(z.string().max(longestName)) } as const;

/** What people may enter, and what they are told otherwise. */
export const segmentFields = {
  name: line('The name', longestName),
  filter: ContactFilter.refine((filter) => filter.groups.length > 0, 'Add at least one condition.'),
} as const;
