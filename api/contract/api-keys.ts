import { z } from 'zod';
import { ApiScope, apiKeyFields, overlapField, overlapHours } from '../../domain/api-keys/fields.ts';
import { calls } from './calls.ts';
import { IdParams, Instant, Named, Success, wholeList } from './common.ts';

export { apiScopes, maxApiKeys, overlapHours, scopeRights, type ApiScope } from '../../domain/api-keys/fields.ts';

const scopes = { examples: [['contacts:read', 'contacts:write']] };
const addresses = { examples: [['203.0.113.0/24']] };
const end = { examples: ['2027-06-30T00:00:00.000Z'] };

/** What a program signs in with. */
export const ApiKey = z.object({
  id: z.string(),
  name: z.string().meta({ examples: ['Website'] }),
  /** Enough to tell it from others: `bk_live_…x7Qd`. */
  masked: z.string().meta({ examples: ['bk_live_…x7Qd'] }),
  scopes: z.array(ApiScope).meta(scopes),
  /** Where it may be used from; empty: everywhere. */
  addresses: z.array(z.string()).meta(addresses),
  status: z.enum(['active', 'expired', 'revoked']),
  expires_at: Instant.nullable().meta(end),
  created_at: Instant,
  /** Who answers for it: who made it, or keeps it. */
  keeper: Named.nullable(),
  /** They are no longer on the team: someone decides whether the key stays. */
  keeper_left: z.boolean(),
  rotated_at: Instant.nullable(),
  /** Until when the secret before still works, while it does. */
  previous_until: Instant.nullable(),
  revoked_at: Instant.nullable(),
  /** To the minute. Null: never. */
  last_used_at: Instant.nullable(),
  /** Calls of each of the last 30 days (UTC), the oldest first. */
  usage: z.array(z.object({ day: z.string().meta({ examples: ['2026-11-26'] }), calls: z.number().int() })),
});
export type ApiKey = z.output<typeof ApiKey>;
export const ApiKeys = wholeList(ApiKey);

export const WriteApiKey = z.object({
  name: apiKeyFields.name.meta({ examples: ['Website'] }),
  scopes: apiKeyFields.scopes.meta(scopes),
  addresses: apiKeyFields.addresses.default([]).meta(addresses),
  expires_at: apiKeyFields.expiresAt.default(null).meta(end),
});
const example = { name: 'Website', scopes: ['contacts:read', 'contacts:write'], addresses: [], expires_at: null };
export const RotateApiKey = z.object({
  /** For how many more hours the secret before works; 0 when it leaked. */
  overlap_hours: overlapField.default(overlapHours.usual),
});
const exampleSecret = { examples: ['bk_live_'] };
/** The secret is shown this one time. */
export const ApiKeySecret = Success.extend({
  data: z.object({ id: z.string(), secret: z.string().meta(exampleSecret) }),
});

export const apiKeyCalls = calls('API keys', {
  'GET /api-keys': {
    id: 'listApiKeys',
    who: ['Business'],
    summary: 'The keys that programs of the business sign in with, and how they are used.',
    reply: ApiKeys,
  },
  'POST /api-keys': {
    id: 'createApiKey',
    who: ['Business'],
    summary: 'A new key. Its secret is in this answer and in no other.',
    body: WriteApiKey,
    example,
    reply: ApiKeySecret,
    secret: true,
  },
  'PUT /api-keys/{id}': {
    id: 'updateApiKey',
    who: ['Business'],
    summary: 'Another name, other scopes, addresses or another end. The secret stays.',
    params: IdParams,
    body: WriteApiKey,
    example,
    reply: Success,
  },
  'DELETE /api-keys/{id}': {
    id: 'revokeApiKey',
    who: ['Business'],
    summary: 'Revoke a key: every call with it is refused from now on.',
    params: IdParams,
    reply: Success,
  },
  // Not in the specification's list: a secret that leaked is replaced, and programs change over without a gap.
  'POST /api-keys/{id}/rotate': {
    id: 'rotateApiKey',
    who: ['Business'],
    summary: 'A new secret for a key. The one before works for some hours more.',
    params: IdParams,
    body: RotateApiKey,
    reply: ApiKeySecret,
    secret: true,
  },
  // Not in the specification's list: a key outlives the teammate who made it only where someone says so.
  'POST /api-keys/{id}/keep': {
    id: 'keepApiKey',
    who: ['Business'],
    summary: 'Answer for a key whose maker has left the team.',
    params: IdParams,
    reply: Success,
  },
});
