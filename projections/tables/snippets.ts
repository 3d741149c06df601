import { newest } from '../engine/merge-policy.ts';
import { col, key, maybe, table } from '../engine/table.ts';

/** Where they live. Raise the version when a table or a fold changes. */
export const snippetModel = { name: 'snippets', version: 1 } as const;

export const snippetTable = table('snippets', {
  id: key('uuid'),
  businessId: col('uuid'),
  name: maybe('text', newest),
  body: maybe('text', newest),
  deleted: maybe('boolean', newest),
});

export const snippetIndexes = (schema: string): string =>
  `create index snippets_of_business on ${schema}.snippets (business_id, name)`;
