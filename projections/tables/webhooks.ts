import { newest, newestWith } from '../engine/merge-policy.ts';
import { col, key, maybe, table } from '../engine/table.ts';

/** Where they live. Raise the version when a table or a fold changes. */
export const webhookEndpointModel = { name: 'webhook_endpoints', version: 1 } as const;

export const webhookEndpointTable = table('endpoints', {
  id: key('uuid'),
  businessId: col('uuid'),
  url: maybe('text', newest),
  description: maybe('text', newest),
  types: maybe('text[]', newest),
  /** Of what it is sent. */
  version: maybe('text', newest),
  createdBy: maybe('uuid', newest),
  createdAt: maybe('timestamptz', newest),
  rotatedAt: maybe('timestamptz', newest),
  /** Until when the secret before signs as well. */
  previousUntil: maybe('timestamptz', newest),
  /** `on`, or why it is off: `person`, `gone`, `failing`. */
  state: maybe('text', newest),
  stateAt: maybe('timestamptz', newestWith('state')),
  deletedAt: maybe('timestamptz', newest),
});

export const webhookEndpointIndexes = (schema: string): string => `
  create index endpoints_of_business on ${schema}.endpoints (business_id, created_at)`;
