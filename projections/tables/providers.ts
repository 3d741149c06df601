import { latest } from '../engine/merge-policy.ts';
import { col, key, maybe, table } from '../engine/table.ts';

/** Where they live. Raise the version when a table or a fold changes. */
export const providerModel = { name: 'providers', version: 2 } as const;

export type ProviderName = 'twilio' | 'bandwidth' | 'sendgrid' | 'mailgun' | 'ses';

/** Which provider accounts the platform, agencies and businesses have: masked, never a secret. `owner` is an id, or `platform`. */
export const accountTable = table('accounts', {
  owner: key('text'),
  provider: key('text').of<ProviderName>(),
  removed: col('boolean', latest),
  /** JSON. */
  masked: col('text', latest),
  fromEmail: maybe('text', latest),
  fromName: maybe('text', latest),
  verifiedAt: col('timestamptz', latest),
  trial: col('boolean', latest),
  position: col('bigint', latest),
});

/** By what the webhooks of an account are known: masked; null: they are not listened to. */
export const webhookKeyTable = table('webhook_keys', {
  owner: key('text'),
  provider: key('text').of<ProviderName>(),
  masked: maybe('text', latest),
});
