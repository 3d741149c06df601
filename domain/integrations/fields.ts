import { z } from 'zod';
import { line } from '../kernel/fields.ts';

/** What a business can connect: GoToWebinar, Facebook lead ads, and Stripe as a source. */
export const integrationTypes = ['goto', 'fb', 'stripe'] as const;
export const IntegrationType = z.enum(integrationTypes, 'There is no integration of this type.');
export type IntegrationType = z.output<typeof IntegrationType>;

/** How an account is connected: its owner signs in at the provider, or gives a key. */
export const signInOf: Readonly<Record<IntegrationType, 'oauth' | 'key'>> = {
  goto: 'oauth',
  fb: 'oauth',
  stripe: 'key',
};

/** What people call the services. */
export const serviceNames: Readonly<Record<IntegrationType, string>> = {
  goto: 'GoToWebinar',
  fb: 'Facebook lead ads',
  stripe: 'Stripe',
};

/** Why a connection doesn't work: the provider no longer lets us in, or not to what is needed. */
export const troubles = ['access-ended', 'not-allowed'] as const;
export const Trouble = z.enum(troubles);
export type Trouble = z.output<typeof Trouble>;

/** Why a sync ended without a file. */
export const syncFailures = ['refused', 'unavailable', 'too-large', 'empty'] as const;
export const SyncFailure = z.enum(syncFailures);
export type SyncFailure = z.output<typeof SyncFailure>;

/** So many connections a business can have. */
export const maxIntegrations = 20;
/** People that one sync fetches at most. */
export const maxSyncRecords = 100_000;

export const integrationFields = {
  name: line('The name', 60),
  /** A key as the provider shows it. */
  apiKey: z
    .string()
    .trim()
    .min(1, 'The API key is missing.')
    .max(300)
    .regex(/^[\x21-\x7e]+$/, 'The API key holds characters that no such key has. Copy it again.'),
} as const;
