import { z } from 'zod';
import { HookField } from '../contacts/sent-fields.ts';
import { line } from '../kernel/fields.ts';

/** Services whose accounts a business connects: GoToWebinar, Facebook lead ads, and Stripe as a source. */
export const providerTypes = ['goto', 'fb', 'stripe'] as const;
export type ProviderType = (typeof providerTypes)[number];
/** Programs that send contacts to an address of ours: any system with a key, and forms of the business's own site. */
export const inboundTypes = ['api', 'cms'] as const;
export type InboundType = (typeof inboundTypes)[number];
export const isInbound = (type: IntegrationType): type is InboundType => inboundTypes.includes(type as InboundType);

export const integrationTypes = [...providerTypes, ...inboundTypes] as const;
export const IntegrationType = z.enum(integrationTypes, 'There is no integration of this type.');
export type IntegrationType = z.output<typeof IntegrationType>;

/** How it is connected: its owner signs in at the provider, gives a key of theirs, or gets an address and a key of ours. */
export const signInOf: Readonly<Record<IntegrationType, 'oauth' | 'key' | 'address'>> = {
  goto: 'oauth',
  fb: 'oauth',
  stripe: 'key',
  api: 'address',
  cms: 'address',
};

/** What people call the services. */
export const serviceNames: Readonly<Record<IntegrationType, string>> = {
  goto: 'GoToWebinar',
  fb: 'Facebook lead ads',
  stripe: 'Stripe',
  api: 'NetEngine',
  cms: 'Website form',
};

/** Why a connection doesn't work: the provider no longer lets us in, or not to what is needed. */
export const troubles = ['access-ended', 'not-allowed'] as const;
export const Trouble = z.enum(troubles);
export type Trouble = z.output<typeof Trouble>;

/** Why a sync ended without a file. */
export const syncFailures = ['refused', 'unavailable', 'too-large', 'empty'] as const;
export const SyncFailure = z.enum(syncFailures);
export type SyncFailure = z.output<typeof SyncFailure>;

/** What a record of another service says of a contact. */
export const recordKinds = ['lead', 'registered', 'attended', 'missed', 'purchase'] as const;
export const RecordKind = z.enum(recordKinds);
export type RecordKind = z.output<typeof RecordKind>;

/** What happens to a value that a contact already has: `never` only finds the contact by it. */
const fieldRules = ['overwrite', 'fill', 'never'] as const;
/** Which field comes from where; empty: the fields' own names. */
export const IntakeMapping = z.array(HookField.extend({ rule: z.enum(fieldRules) })).max(50);

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
