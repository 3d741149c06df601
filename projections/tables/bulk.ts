import type { StoredBulkAction } from '../../domain/bulk/fields.ts';
import { first, highest, newest } from '../engine/merge-policy.ts';
import { col, key, made, maybe, table } from '../engine/table.ts';

/** Where they live. Raise the version when a table or a fold changes. */
export const bulkModel = { name: 'bulk', version: 2 } as const;

export const bulkTable = table(
  'bulk_actions',
  {
    id: key('uuid'),
    businessId: col('uuid'),
    position: col('bigint'),
    action: maybe('jsonb', first).of<StoredBulkAction>(),
    /** Of an opt-out that is running; empty once it has ended: it is kept with the contacts alone. */
    reason: maybe('text', newest),
    userId: maybe('uuid', first),
    count: maybe('int', first),
    done: maybe('int', highest),
    changed: maybe('int', highest),
    startedAt: maybe('timestamptz', first),
    endedAt: maybe('timestamptz', first),
    ended: maybe('text', newest).of<'completed' | 'cancelled'>(),
    status: made('text', `coalesce(ended, 'running')`).of<'running' | 'completed' | 'cancelled'>(),
  },
  { fillfactor: 70 },
);

export const bulkIndexes = (schema: string): string =>
  `create index bulk_of_business on ${schema}.bulk_actions (business_id, position)`;
