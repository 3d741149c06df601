import { z } from 'zod';
import { line } from '../kernel/fields.ts';
import type { MemberRight } from '../team/fields.ts';

/**
 * What a key may do, with the rights that a member of the business needs to give it. Which calls a scope opens, and that
 * it needs exactly the rights of those calls, stands in api/contract/scopes.ts.
 */
export const scopeRights = {
  'contacts:read': ['contacts', 'manage'],
  'contacts:write': ['contacts', 'manage'],
  'messages:read': ['inbox'],
  'messages:write': ['inbox', 'manage'],
  'messages:send': ['inbox', 'account'],
  'campaigns:read': ['redeem', 'manage', 'contacts'],
  'campaigns:write': ['manage'],
  'redemptions:read': ['redeem', 'manage'],
  'redemptions:write': ['redeem', 'manage'],
  'broadcasts:read': ['manage'],
  'broadcasts:write': ['manage'],
  'broadcasts:send': ['manage'],
  'automations:read': ['manage'],
  'automations:write': ['manage'],
  'automations:run': ['manage'],
  'reports:read': ['manage'],
  'exports:read': ['manage'],
  'exports:write': ['manage'],
  'imports:read': ['manage'],
  'imports:write': ['manage'],
  'settings:read': ['manage', 'account'],
  'settings:write': ['manage'],
  'billing:read': ['billing', 'manage'],
  'webhooks:read': ['manage'],
} as const satisfies Readonly<Record<string, readonly MemberRight[]>>;

export const apiScopes = Object.keys(scopeRights) as [ApiScope, ...ApiScope[]];
export const ApiScope = z.enum(apiScopes);
export type ApiScope = keyof typeof scopeRights;

/** So many keys of a business can work at the same time. */
export const maxApiKeys = 50;
/** Addresses and ranges that one key may be used from. */
export const maxAddresses = 20;
/** How long the secret before still works after a rotation, in hours. */
export const overlapHours = { least: 0, usual: 24, most: 720 } as const;
/** Both in ms: a key may end no later than this after today. */
export const longestLifeMs = 5 * 365 * 24 * 3_600_000;

/** An address or a range in CIDR notation, IPv4 or IPv6. */
const address = z
  .string()
  .trim()
  .toLowerCase()
  .max(50)
  .pipe(
    z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], {
      error: 'Enter an IP address or a range like 203.0.113.0/24.',
    }),
  );

/** What events hold. */
export const storedApiKey = {
  name: z.string().max(60),
  scopes: z.array(z.string().max(60)).max(100),
  addresses: z.array(z.string().max(50)).max(maxAddresses),
  expiresAt: z.iso.datetime().nullable(),
} as const;

/** The secret as it is kept: its SHA-256 in hexadecimal digits, and the end of it to tell keys apart. */
export const storedSecret = {
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  lastFour: z.string().regex(/^[0-9A-Za-z]{4}$/),
} as const;

/** What people enter. */
export const apiKeyFields = {
  name: line('The name', 60),
  scopes: z
    .array(z.enum(apiScopes, 'This scope does not exist.'))
    .min(1, 'Choose at least one scope.')
    .max(apiScopes.length)
    .transform((given) => [...new Set(given)]),
  /** Empty: from everywhere. */
  addresses: z
    .array(address)
    .max(maxAddresses, `A key can have at most ${maxAddresses} addresses.`)
    .transform((given) => [...new Set(given)]),
  /** Null: it doesn't end. */
  expiresAt: z.iso.datetime('Enter a date and time.').nullable(),
} as const;
export const overlapField = z
  .number()
  .int()
  .min(overlapHours.least)
  .max(overlapHours.most, `The overlap can be at most ${overlapHours.most} hours.`);
