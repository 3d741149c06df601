import { z } from 'zod';
import { type EventOf, event } from '../kernel/event.ts';
import { ApiKeyId, BusinessId, UserId } from '../kernel/ids.ts';
import { storedApiKey, storedSecret } from './fields.ts';

const key = { businessId: BusinessId, keyId: ApiKeyId };

export const ApiKeyCreated = event(
  'ApiKeyCreated',
  1,
  z.object({ ...key, createdBy: UserId, ...storedApiKey, ...storedSecret }),
);
/** From now on these are its name, its scopes, its addresses and its end. */
export const ApiKeyChanged = event('ApiKeyChanged', 1, z.object({ ...key, ...storedApiKey }));
/** It has a new secret. Those before work until the instant, or end earlier as was said then. */
export const ApiKeyRotated = event(
  'ApiKeyRotated',
  1,
  z.object({ ...key, ...storedSecret, previousUntil: z.iso.datetime() }),
);
/** An owner answers for it now, since the one who did has left. */
export const ApiKeyKept = event('ApiKeyKept', 1, z.object({ ...key, keptBy: UserId }));
export const ApiKeyRevoked = event('ApiKeyRevoked', 1, z.object(key));

export const apiKeyEvents = [ApiKeyCreated, ApiKeyChanged, ApiKeyRotated, ApiKeyKept, ApiKeyRevoked] as const;
export type ApiKeyEvent = EventOf<(typeof apiKeyEvents)[number]>;
