import { z } from 'zod';
import { type EventOf, event } from '../kernel/event.ts';

export const ProviderName = z.enum(['twilio', 'bandwidth', 'sendgrid', 'mailgun', 'ses']);
export type ProviderName = z.output<typeof ProviderName>;
export const OwnerKind = z.enum(['platform', 'agency', 'business']);
export type OwnerKind = z.output<typeof OwnerKind>;
const owner = { ownerKind: OwnerKind, /** Null for the platform. */ ownerId: z.uuid().toLowerCase().nullable() };

/**
 * An account of a provider was verified at the provider and is used from now on. The credentials are in the vault
 * under `secretRef`; `masked` holds by field what may be shown of them.
 */
export const ProviderConfigured = event(
  'ProviderConfigured',
  1,
  z.object({
    ...owner,
    provider: ProviderName,
    secretRef: z.string().min(1),
    masked: z.record(z.string(), z.string()),
    fromEmail: z.string().nullable(),
    fromName: z.string().nullable(),
    /** A trial account of the carrier: it does not work with this system. */
    trial: z.boolean(),
  }),
);
export const ProviderRemoved = event('ProviderRemoved', 1, z.object({ ...owner, provider: ProviderName }));

/**
 * By what the provider's webhooks are known from now on: in the vault under `keyRef`; `masked` may be shown. Null: they
 * are not listened to.
 */
export const ProviderWebhookKeyChanged = event(
  'ProviderWebhookKeyChanged',
  1,
  z.object({ ...owner, provider: ProviderName, keyRef: z.string().nullable(), masked: z.string().nullable() }),
);

export const providerEvents = [ProviderConfigured, ProviderRemoved, ProviderWebhookKeyChanged] as const;
export type ProviderEvent = EventOf<(typeof providerEvents)[number]>;
