import type { FieldKind } from '../../domain/custom-fields/fields.ts';
import { first, newest } from '../engine/merge-policy.ts';
import { col, key, maybe, table } from '../engine/table.ts';

/** Where they live. Raise the version when a table or a fold changes. */
export const customFieldModel = { name: 'custom_fields', version: 1 } as const;

export const customFieldTable = table('custom_fields', {
  id: key('uuid'),
  businessId: col('uuid'),
  key: maybe('text', first),
  kind: maybe('text', first).of<FieldKind>(),
  name: maybe('text', newest),
  choices: maybe('text[]', newest),
  deleted: maybe('boolean', newest),
  createdAt: maybe('timestamptz', first),
  position: col('bigint'),
});

export const customFieldIndexes = (schema: string): string =>
  `create index custom_fields_of_business on ${schema}.custom_fields (business_id, position)`;
