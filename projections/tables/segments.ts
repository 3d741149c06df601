import type { ContactFilter } from '../../domain/contacts/filter.ts';
import { first, newest } from '../engine/merge-policy.ts';
import { col, key, maybe, table } from '../engine/table.ts';

/** Where they live. Raise the version when a table or a fold changes. */
export const segmentModel = { name: 'segments', version: 2 } as const;

export const segmentTable = table('segments', {
  id: key('uuid'),
  businessId: col('uuid'),
  /** Empty once it is deleted, as its filter: nobody can read any more what they were. */
  name: maybe('text', newest),
  filter: maybe('jsonb', newest).of<ContactFilter>(),
  deleted: maybe('boolean', newest),
  createdAt: maybe('timestamptz', first),
  position: col('bigint'),
});

export const segmentIndexes = (schema: string): string =>
  `create index segments_of_business on ${schema}.segments (business_id, position)`;
