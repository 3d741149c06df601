import { writeStep } from '../../../main/carriers.ts';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { createDocuments } from '../../../adapters/documents/index.ts';
import { createImages } from '../../../adapters/images/index.ts';
import { createRegistrations } from '../../../adapters/registrations/index.ts';
import { createNumberInventory, createVerifier } from '../../../adapters/providers/index.ts';
import { createTollfreeVerifications } from '../../../adapters/registrations/tollfree.ts';
import type { ProviderVerifier } from '../../../adapters/providers/port.ts';
import { verifyTwilioSignature } from '../../../adapters/sms/twilio/index.ts';
import { createLocalStorage } from '../../../adapters/storage/local.ts';
import type { PageRenderer } from '../../../api/contract/page-view.ts';
import { createApi } from '../../../api/server.ts';
import type { Caller } from '../../../commands/kernel/caller.ts';
import { accountGone, createCarrierAccounts } from '../../../main/carrier-accounts.ts';
import { carrierOf } from '../../../main/carriers.ts';
import { createEmailWebhooks } from '../../../main/email-webhooks.ts';
import { createEmailService } from '../../../main/email.ts';
import { startSandbox } from '../../../sandbox/index.ts';
import type { HandoverSettings } from '../../../workers/index.ts';
import { systemContext as system } from '../../support/callers.ts';
import { openComposition } from '../../support/composition.ts';
import { freePort } from '../../support/ports.ts';
import { createTestDatabase } from '../../support/postgres.ts';

export { context } from '../../support/callers.ts';
export const password = 'correct-horse-battery';
export const installation = { accountSid: `AC${'5'.repeat(32)}`, authToken: 'token-of-the-installation' };
export const sids = { north: `AC${'1'.repeat(32)}`, south: `AC${'2'.repeat(32)}` };

export interface WorldOptions {
  readonly log?: Logger;
  readonly mail?: Partial<HandoverSettings>;
  /** The platform has no email provider, not even the sandbox's inbox. */
  readonly noEmail?: boolean;
  readonly workers?: boolean;
  /** What public pages are drawn with; left out: there are none. */
  readonly pages?: PageRenderer;
}

/**
 * Everything real from the API to the sandbox: database, events, read models, commands, API on a port of its own,
 * workers, wiring of accounts.
 */
export async function createProvidersWorld(options: WorldOptions = {}) {
  const database = await createTestDatabase({ readModels: true });
  const { connectionString } = database;
  const port = await freePort();
  const publicUrl = `http://127.0.0.1:${port}`;
  const inboundSmsUrl = `${publicUrl}/webhooks/twilio/inbound`;
  const sandbox = await startSandbox({
    openAccounts: true,
    bandwidthCallbackUrl: `${publicUrl}/webhooks/bandwidth/messages`,
    applicationUrl: publicUrl,
    accounts: [{ sid: installation.accountSid, authToken: installation.authToken }],
    behaviour: {
      reviewMs: 100,
      progress: { sentAfterMs: 5, deliveredAfterMs: 5, jitterMs: 0 },
      retry: { firstMs: 30, factor: 2, maxMs: 200, forMs: 20_000 },
      registration: { brandMs: 90 * 86_400_000, campaignMs: 90 * 86_400_000, numberMs: 90 * 86_400_000, everyMs: 0 },
    },
  });
  /** What the provider was asked, so that a test can count, and stop it. */
  const asked: string[] = [];
  const real = createVerifier({
    twilioBaseUrl: sandbox.url,
    bandwidthBaseUrl: sandbox.url,
    sendgridBaseUrl: sandbox.url,
    mailgunBaseUrl: sandbox.url,
    sesEndpoint: sandbox.url,
    timeoutMs: 5_000,
  });
  const verifier: ProviderVerifier = {
    verify: async (provider, credentials) => {
      asked.push(provider);
      return real.verify(provider, credentials);
    },
  };
  const composed = await openComposition(connectionString, {
    ...(options.log ? { log: options.log } : {}),
    world: {
      verifier,
      numbers: createNumberInventory({ baseUrl: sandbox.url }),
      tollfree: createTollfreeVerifications({ baseUrl: sandbox.url }),
      registrations: createRegistrations({ baseUrl: sandbox.url, paceMs: 0 }),
      platformCarrier: installation,
      inboundSmsUrl,
    },
  });
  const { db, bus, log, clock, raw, store, vault, identifiers, commands, commandsWith, runner, readModels } = composed;
  await runner.start();
  const accounts = createCarrierAccounts({
    store,
    vault,
    installation,
    carrierOf: carrierOf(sandbox.url, () => clock.now()),
    log,
  });
  await accounts.start();
  const service = createEmailService({
    store,
    vault,
    readModels,
    config: { publicUrl, platformDomain: 'localhost', smtpUrl: null, mailFrom: null },
    sandboxUrl: sandbox.url,
    name: 'Beckon',
  });
  const mail: typeof service =
    options.noEmail !== true ?
      service
    : {
        ...service,
        routeFor: async (agencyId, businessId) => {
          const route = await service.routeFor(agencyId, businessId);
          return route?.provider.name === 'smtp' ? null : route;
        },
      };
  const emailWebhooks = createEmailWebhooks({ store, vault, sandboxUrl: sandbox.url });
  const workers = composed.workers({
    mail,
    carrierFor: async ({ sender }) => (await accounts.carrierFor(sender)) ?? accountGone(log),
    config: {
      publicUrl,
      polls: { emailMs: 50 },
      broadcasts: { pollMs: 50, lookMs: 50 },
      ...(options.mail === undefined ? {} : { mail: options.mail }),
    },
  });
  const media = mkdtempSync(join(tmpdir(), 'beckon-media-'));
  const api = await createApi({
    ...(options.pages === undefined ? {} : { pages: options.pages }),
    commands,
    readModels,
    published: composed.published,
    vault,
    identifiers,
    db,
    bus,
    now: () => clock.now(),
    log,
    storage: createLocalStorage({ folder: media }),
    documents: createDocuments(),
    images: createImages(),
    waitFor: (position, wait) => runner.waitFor(position, wait),
    headPosition: () => raw.head(),
    carrier: {
      account: (number) => accounts.accountOf(number),
      writeStep,
      verify: (webhook, authToken) => verifyTwilioSignature(authToken, webhook),
    },
    emailWebhooks,
    mailFrom: async (agencyId, businessId) => (await mail.routeFor(agencyId, businessId))?.from ?? null,
    status: { projections: () => [], workers: () => [], store: async () => {}, database: async () => {} },
    config: {
      publicUrl,
      webRoot: null,
      sandbox: { phoneUrl: `${sandbox.url}/phone`, inboxUrl: `${sandbox.url}/inbox` },
      name: 'Beckon',
      beams: null,
      checkReplies: true,
      readModelWaitMs: 10_000,
    },
  });
  await api.listen({ host: '127.0.0.1', port });
  if (options.workers !== false) await workers.start();

  const signIn = async (email: string): Promise<string> =>
    (await api.inject({ method: 'POST', url: '/api/v1/login', payload: { email, password } })).json<{
      access_token: string;
    }>().access_token;

  const addUser = async (
    role: 'Admin' | 'Agency' | 'Business',
    agencyId: string | null,
    businessId: string | null,
    email = `${role.toLowerCase()}-${randomUUID().slice(0, 8)}@example.test`,
  ) => {
    const userId = randomUUID();
    await commands.users.registerUser(system(), {
      userId,
      role,
      agencyId,
      businessId,
      email,
      firstName: 'Ada',
      lastName: 'Min',
      password,
    });
    await runner.waitFor(await raw.head(), { timeoutMs: 10_000 });
    return {
      userId,
      email,
      token: await signIn(email),
      caller: {
        role: role.toLowerCase() as 'admin' | 'agency' | 'business',
        actor: { kind: 'user', userId, impersonatorId: null },
        tenant: { agencyId, businessId },
      } satisfies Caller,
    };
  };

  /** An agency with somebody who runs it, and a business of it with somebody who works there. */
  const addAgency = async (name: string) => {
    const [agencyId, businessId] = [randomUUID(), randomUUID()];
    await commands.setup.createAgency(system(), { agencyId, name, email: `${name.toLowerCase()}@example.test` });
    const offset = 12 - new Date().getUTCHours();
    await commands.setup.createBusiness(system(), {
      businessId,
      agencyId,
      name: `Shop of ${name}`,
      uniqueId: `shop-${businessId.slice(0, 8)}`,
      currency: 'USD',
      timezone: `Etc/GMT${offset > 0 ? '-' : '+'}${Math.abs(offset)}`,
      dateFormat: 'MM/DD/YYYY',
      monthlyMessages: null,
      contactLimit: null,
    });
    return {
      agencyId,
      businessId,
      agency: await addUser('Agency', agencyId, null),
      business: await addUser('Business', agencyId, businessId),
    };
  };

  const call = async <T = Record<string, unknown>>(
    token: string | null,
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    payload?: object,
    headers: Record<string, string> = {},
  ) => {
    const response = await api.inject({
      method,
      url: `/api/v1${path}`,
      headers: { ...(token === null ? {} : { authorization: `Bearer ${token}` }), ...headers },
      ...(payload === undefined ? {} : { payload }),
    });
    return {
      status: response.statusCode,
      body: (response.body.startsWith('{') ? response.json() : response.body) as T,
      headers: response.headers,
      text: response.body,
    };
  };

  return {
    connectionString,
    db,
    bus,
    store,
    raw,
    vault,
    identifiers,
    commands,
    commandsWith,
    runner,
    readModels,
    accounts,
    workers,
    sandbox,
    api,
    publicUrl,
    inboundSmsUrl,
    asked,
    mail,
    system,
    addUser,
    addAgency,
    call,
    close: async () => {
      await api.close();
      await workers.stop().catch(() => {});
      await accounts.stop();
      await mail.close();
      await sandbox.close();
      await composed.close();
      await database.drop();
      rmSync(media, { recursive: true, force: true });
    },
  };
}
export type ProvidersWorld = Awaited<ReturnType<typeof createProvidersWorld>>;
