import { newest, newestWith } from '../engine/merge-policy.ts';
import { col, key, maybe, table } from '../engine/table.ts';

/** Where they live. Raise the version when a table or a fold changes. */
export const integrationModel = { name: 'integrations', version: 1 } as const;

export const integrationTable = table('integrations', {
  id: key('uuid'),
  businessId: col('uuid'),
  type: maybe('text', newest),
  name: maybe('text', newest),
  account: maybe('text', newest),
  isOn: maybe('boolean', newest),
  connectedBy: maybe('uuid', newest),
  createdAt: maybe('timestamptz', newest),
  /** When it was last signed in to. */
  connectedAt: maybe('timestamptz', newest),
  /** Why the provider doesn't let us in; `none`: it does. */
  trouble: maybe('text', newest),
  troubleAt: maybe('timestamptz', newestWith('trouble')),
  removedAt: maybe('timestamptz', newest),
  /** The sync that was asked for last: `running`, `done`, or why there is no file. */
  sync: maybe('text', newest),
  syncAt: maybe('timestamptz', newestWith('sync')),
  syncRecords: maybe('bigint', newestWith('sync')),
  syncUploadId: maybe('uuid', newestWith('sync')),
});

export const integrationIndexes = (schema: string): string => `
  create index integrations_of_business on ${schema}.integrations (business_id, created_at)`;
