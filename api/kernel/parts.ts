import type { ApiDependencies } from '../dependencies.ts';
import type { ApiKeys } from './api-keys.ts';
import type { Brands } from './brands.ts';
import type { Idempotency } from './idempotency.ts';
import type { KeyLimits } from './key-limits.ts';
import type { KeyUses } from './key-use.ts';
import type { WebhookLog } from './webhook-log.ts';
import type { Memberships } from './memberships.ts';
import type { Places } from './places.ts';
import type { RateLimits } from './rate-limit.ts';
import type { Sessions } from './sessions.ts';
import type { AccountStandings } from './standing.ts';
import type { Steps } from './steps.ts';
import type { Traffic } from './traffic.ts';

/** What handlers work with: what was passed in, and what the kernel built on it. */
export interface ApiParts extends ApiDependencies {
  readonly sessions: Sessions;
  /** What was begun and is to be finished within minutes: second steps of a sign-in, setups. */
  readonly steps: Steps;
  readonly idempotency: Idempotency;
  readonly rateLimits: RateLimits;
  /** Who calls with an API key. */
  readonly apiKeys: ApiKeys;
  readonly keyLimits: KeyLimits;
  readonly keyUses: KeyUses;
  readonly webhookLog: WebhookLog;
  /** Where rehearsals of automations are played. */
  readonly rehearsals: Places;
  /** Whether a session's tenant may change anything now. */
  readonly standing: AccountStandings;
  /** What a session may do as a member of its business. */
  readonly memberships: Memberships;
  /** What the application is called and looks like on a host name. */
  readonly brands: Brands;
  /** Counts who sees the pages that the public sees. */
  readonly traffic: Traffic;
}
