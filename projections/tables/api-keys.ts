import { latest, newest, newestWith } from '../engine/merge-policy.ts';
import { col, key, maybe, table } from '../engine/table.ts';

/** Where they live. Raise the version when a table or a fold changes. */
export const apiKeyModel = { name: 'api_keys', version: 1 } as const;

export const apiKeyTable = table('keys', {
  id: key('uuid'),
  businessId: col('uuid'),
  name: maybe('text', newest),
  scopes: maybe('text[]', newest),
  addresses: maybe('text[]', newest),
  /** Said together with the name. */
  expiresAt: maybe('timestamptz', newestWith('name')),
  lastFour: maybe('text', newest),
  keeperId: maybe('uuid', newest),
  createdAt: maybe('timestamptz', newest),
  rotatedAt: maybe('timestamptz', newest),
  /** Until when secrets before the newest work. */
  previousUntil: maybe('timestamptz', newest),
  revokedAt: maybe('timestamptz', newest),
});

/** Every secret that a key ever had, by its SHA-256: which of them works, the key's stream says. */
export const apiSecretTable = table('secrets', {
  hash: key('text'),
  keyId: col('uuid', latest),
  businessId: col('uuid'),
});

export const apiKeyIndexes = (schema: string): string => `
  create index keys_of_business on ${schema}.keys (business_id, created_at)`;
