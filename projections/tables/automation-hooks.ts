import { newest } from '../engine/merge-policy.ts';
import { col, key, maybe, table } from '../engine/table.ts';

/** Where they live. Raise the version when a table or a fold changes. */
export const automationHookModel = { name: 'automation_hooks', version: 2 } as const;

export const automationHookTable = table('hooks', {
  id: key('uuid'),
  businessId: col('uuid'),
  madeAt: maybe('timestamptz', newest),
  name: maybe('text', newest),
  mapped: maybe('boolean', newest),
  deleted: maybe('boolean', newest),
});

/** Where a call stands that was heard of a contact: no words. The key is the index. */
export const automationHookCallTable = table('hook_calls', {
  contactId: key('uuid'),
  position: key('bigint'),
  businessId: col('uuid'),
  stream: col('text'),
  at: col('timestamptz'),
});

export const automationHookIndexes = (schema: string): string =>
  `create index hooks_of_business on ${schema}.hooks (business_id, made_at desc)`;
