import { z } from 'zod';
import { ContactFilter } from '../../domain/contacts/filter.ts';
import { segmentFields } from '../../domain/segments/fields.ts';
export type { ContactFilter, FilterCondition } from '../../domain/contacts/filter.ts';
import { calls } from './calls.ts';
import { Created, IdParams, Instant, Success } from './common.ts';
import { EvenIfUsed } from './uses.ts';

const name = segmentFields.name.meta({ examples: ['Regulars of this month'] });
const examples = [
  { match: 'all', groups: [{ match: 'all', conditions: [{ field: 'tag', has: 'any', values: ['vip'] }] }] },
];
const Filter = ContactFilter.meta({ examples });

/** A filter with a name. `count`: how many are in it, as they were last counted; null: not yet. */
export const Segment = z.object({
  id: z.string(),
  name: z.string().meta({ examples: ['Regulars of this month'] }),
  filter: Filter,
  count: z.number().int().nullable(),
  counted_at: Instant.nullable(),
  created_at: Instant.nullable(),
});
export type Segment = z.output<typeof Segment>;
export const SegmentList = z.object({ data: z.array(Segment) });
export const SegmentForm = z.object({ name, filter: segmentFields.filter });
export const FilterToCount = z.object({ filter: Filter });
export const FilterCount = z.object({ data: z.object({ count: z.number().int() }) });
const example = { name: 'Regulars of this month', filter: examples[0]! };

export const segmentCalls = calls('Contacts', {
  'GET /segments': {
    id: 'listSegments',
    who: ['Business'],
    summary: 'The segments of the business by name, with their counts.',
    reply: SegmentList,
  },
  'POST /segments': {
    id: 'createSegment',
    who: ['Business'],
    summary: 'Save a filter as a segment. Its members follow the contacts.',
    body: SegmentForm,
    example,
    reply: Created,
  },
  'PUT /segments/{id}': {
    id: 'updateSegment',
    who: ['Business'],
    summary: 'Another name or another filter.',
    params: IdParams,
    body: SegmentForm,
    example,
    reply: Success,
  },
  'DELETE /segments/{id}': {
    id: 'deleteSegment',
    who: ['Business'],
    summary: 'Delete a segment that no other is made of. Its contacts stay.',
    params: IdParams,
    query: EvenIfUsed,
    reply: Success,
  },
  'POST /segments/count': {
    id: 'countFilter',
    who: ['Business'],
    summary: 'How many contacts a filter means.',
    body: FilterToCount,
    example: { filter: examples[0]! },
    reply: FilterCount,
  },
});
