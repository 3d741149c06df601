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

/** Where they live. Raise the version when a table or a fold changes, and when another event is published. */
export const publishedModel = { name: 'published', version: 1 } as const;

/**
 * What webhooks can be sent of a business, in the order of the log: a pointer, no words. An endpoint is a place in it. What
 * is sent is read from the event itself, so that whoever was erased stays erased.
 */
export const publishedTable = table('events', {
  businessId: key('uuid'),
  position: key('bigint'),
  eventId: col('uuid'),
  /** As it is called in the log. */
  type: col('text'),
  stream: col('text'),
  revision: col('int'),
  contactId: maybe('uuid'),
  at: col('timestamptz'),
});
/** Of these contacts nothing is sent any more, but that they were erased. */
export const erasedTable = table('erased', { contactId: key('uuid'), businessId: col('uuid') });

export const publishedIndexes = (schema: string): string => `
  create index events_by_time on ${schema}.events (business_id, at)`;
