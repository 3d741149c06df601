import { type Kysely, sql } from 'kysely';
import type { SafeHttp } from '../http/port.ts';

import { createFacebookLeads } from './facebook.ts';
import { createGotoWebinar } from './goto.ts';
import type { Integrations, StripeSource } from './port.ts';

interface App {
  readonly id: string;
  readonly secret: string;
}
export interface IntegrationsOptions {
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- it locks, and knows no table
  readonly db: Kysely<any>;
  readonly http: SafeHttp;
  /** How this installation is known to GoTo and Facebook; null: it isn't. */
  readonly goto: App | null;
  readonly facebook: App | null;
  /** Loads what asks Stripe. */
  readonly stripe: (baseUrl: string | null) => Promise<StripeSource>;
  /** The sandbox, which stands in for all of them; null: their own addresses. */
  readonly baseUrl: string | null;
  readonly now: () => Date;
}

/** The services that businesses connect. Stripe's SDK is loaded by the first who asks for something. */
export function createIntegrations({
  db,
  http,
  goto,
  facebook,
  stripe,
  baseUrl,
  now,
}: IntegrationsOptions): Integrations {
  const place = { http, baseUrl, now };
  return {
    goto: goto === null ? null : createGotoWebinar({ ...place, clientId: goto.id, clientSecret: goto.secret }),
    fb: facebook === null ? null : createFacebookLeads({ ...place, appId: facebook.id, appSecret: facebook.secret }),
    stripe: lazily(() => stripe(baseUrl)),
    exclusively: (name, work) =>
      db.transaction().execute(async (trx) => {
        await sql`select pg_advisory_xact_lock(hashtextextended(${`integration ${name}`}, 0))`.execute(trx);
        return work();
      }),
  };
}

/** A source whose SDK is loaded by the first who asks for something. */
function lazily(load: () => Promise<StripeSource>): StripeSource {
  let loading: Promise<StripeSource> | null = null;
  const loaded = () => (loading ??= load());
  return {
    grantOf: async (key) => (await loaded()).grantOf(key),
    refreshed: (credentials) => Promise.resolve(credentials),
    products: async (grant) => (await loaded()).products(grant),
    prices: async (grant, product) => (await loaded()).prices(grant, product),
    async *records(grant, since) {
      yield* (await loaded()).records(grant, since);
    },
    async *people(grant) {
      yield* (await loaded()).people(grant);
    },
  };
}
