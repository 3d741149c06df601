import { writeStep } from '../../../main/carriers.ts';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance, InjectOptions } from 'fastify';
import webhooks from 'twilio/lib/webhooks/webhooks.js';
import { systemClock } from '../../../adapters/clock/system.ts';
import { createDocuments } from '../../../adapters/documents/index.ts';
import { createImages } from '../../../adapters/images/index.ts';
import { bundledStock } from '../../../adapters/stock/bundled.ts';
import type { EmailDomains } from '../../../adapters/email-domains/port.ts';
import { verifyTwilioSignature } from '../../../adapters/sms/twilio/signature.ts';
import { createSpreadsheets } from '../../../adapters/spreadsheets/index.ts';
import { limits } from '../../../domain/uploads/fields.ts';
import { healthFacts, takeJob } from '../../../main/health-facts.ts';
import { createLocalStorage } from '../../../adapters/storage/local.ts';
import type { WebPush } from '../../../adapters/push/port.ts';
import { type ApiConfig, createApi } from '../../../api/server.ts';
import type { StatusProbes } from '../../../api/server.ts';
import type { ApiDependencies } from '../../../api/dependencies.ts';
import type { CommandDependencies } from '../../../commands/kernel/dependencies.ts';
import { platformTenant, type Tenant as EventTenant } from '../../../domain/kernel/event.ts';
import { namespaces, uuidV5 } from '../../../domain/kernel/ids.ts';
import { platformHosts } from '../../../domain/whitelabels/hosts.ts';
import { systemContext as system } from '../../support/callers.ts';
import type { PageRenderer } from '../../../api/contract/page-view.ts';
import { openComposition, type OpenOptions } from '../../support/composition.ts';
export { eventually } from '../../support/eventually.ts';
import { createTestDatabase } from '../../support/postgres.ts';

export const password = 'correct-horse-battery';
export const publicUrl = 'https://app.example.test';

export interface Tenant {
  /** Empty for a business without one. */
  readonly agencyId: string;
  readonly businessId: string;
  /** Of its public addresses. */
  readonly uniqueId: string;
  /** PIZZA. */
  readonly campaignId: string;
  readonly number: string;
  readonly email: string;
  readonly userId: string;
  readonly token: string;
  /** The carrier account that holds the number. */
  readonly authToken: string;
}

export interface TestApiOptions {
  readonly config?: Partial<ApiConfig>;
  readonly status?: Partial<StatusProbes>;
  /** The clock of the API and the commands; default: the real one. */
  readonly now?: () => Date;
  /** More that commands need of the world, such as `domains`. */
  readonly world?: Partial<CommandDependencies>;
  /** Pushes; default: they are not set up. */
  readonly webPush?: Pick<WebPush, 'publicKey' | 'accepts'>;
  /** Reads what the payment provider tells; default: it is not listened to. */
  readonly paymentEvents?: ApiDependencies['paymentEvents'];
  /** What public pages are drawn with; default: there are none. */
  readonly pages?: PageRenderer;
  /** The DNS, as far as email is concerned; default: it is not asked. */
  readonly emailDomains?: EmailDomains;
  /** A way to the database that leads through something else. */
  readonly through?: (connectionString: string) => Promise<string>;
  /** More of how it is put together. */
  readonly composition?: Pick<OpenOptions, 'clock' | 'before' | 'projections' | 'timestamps' | 'tracing'>;
}

/** The API over everything real: Postgres, event store, codec, commands, projections. No workers: nothing is sent. */
export async function startTestApi(options: TestApiOptions = {}) {
  const database = await createTestDatabase({ readModels: true });
  const now = options.now ?? (() => new Date());
  const connectionString = (await options.through?.(database.connectionString)) ?? database.connectionString;
  const composed = await openComposition(connectionString, {
    clock: { ...systemClock, now },
    max: 10,
    ...options.composition,
    world: {
      platform: platformHosts(options.config?.publicUrl ?? publicUrl, options.config?.platformDomain),
      ...options.world,
    },
  });
  const { db, pool, bus, raw, store, vault, identifiers, commands, runner, readModels, log } = composed;
  const { evidence, subjectKeys } = composed;
  await runner.start();
  const media = mkdtempSync(join(tmpdir(), 'beckon-media-'));

  const storage = createLocalStorage({ folder: media });
  const spreadsheets = createSpreadsheets({ storage, limits });
  const accounts = new Map<string, { readonly authToken: string; readonly tenant: EventTenant }>();
  const platformToken = 'the-platforms-own-token';
  const api = await createApi({
    commands,
    readModels,
    published: composed.published,
    vault,
    identifiers,
    db,
    bus,
    now,
    log,
    ...(options.composition?.tracing ? { tracing: options.composition.tracing } : {}),
    ...(options.emailDomains ? { emailDomains: options.emailDomains } : {}),
    ...(options.webPush ? { webPush: options.webPush } : {}),
    ...(options.paymentEvents ? { paymentEvents: options.paymentEvents } : {}),
    ...(options.pages ? { pages: options.pages } : {}),
    storage,
    spreadsheets,
    documents: createDocuments(),
    images: createImages(),
    stock: bundledStock,
    waitFor: (position, wait) => runner.waitFor(position, wait),
    headPosition: () => raw.head(),
    carrier: {
      account: async (number) => accounts.get(number) ?? { authToken: platformToken, tenant: platformTenant },
      writeStep,
      verify: (webhook, authToken) => verifyTwilioSignature(authToken, webhook),
    },
    status: {
      projections: async () =>
        (await runner.status()).map(({ name, version, state, position, lag, error, ok }) => ({
          name,
          version,
          state,
          position,
          lag,
          error,
          ok,
        })),
      workers: () => [],
      facts: () => healthFacts(db, now()),
      care: (job) => takeJob(db, runner, job, now()),
      store: async () => void (await raw.head()),
      database: async () => void (await pool.query('select 1')),
      ...options.status,
    },
    config: {
      publicUrl,
      webRoot: null,
      sandbox: null,
      name: 'Beckon',
      beams: null,
      checkReplies: true,
      readModelWaitMs: 10_000,
      ...options.config,
    },
  });

  let digits = 100;

  const signIn = async (email: string): Promise<string> => {
    const response = await api.inject({ method: 'POST', url: '/api/v1/login', payload: { email, password } });
    if (response.statusCode !== 200) throw new Error(`Sign-in failed: ${response.statusCode} ${response.body}`);
    return response.json<{ access_token: string }>().access_token;
  };

  /**
   * An agency (or another business of one that is there; null: of none), a business with a number, and somebody who
   * works there, signed in.
   */
  const addTenant = async (
    name: string,
    of: { readonly agencyId?: string | null; readonly pictures?: boolean } = {},
  ): Promise<Tenant> => {
    const [businessId, userId, campaignId] = [randomUUID(), randomUUID(), randomUUID()];
    const agencyId = of.agencyId === undefined ? randomUUID() : of.agencyId;
    const number = `+14155550${(digits += 1)}`;
    const email = `${name}@example.test`;
    const uniqueId = `${name}-${digits}`;
    if (of.agencyId === undefined)
      await commands.setup.createAgency(system(), {
        agencyId: agencyId!,
        name: `Agency of ${name}`,
        email: `agency-${name}@example.test`,
      });
    await commands.setup.createBusiness(system(), {
      businessId,
      agencyId,
      name,
      uniqueId,
      currency: 'USD',
      timezone: 'America/Los_Angeles',
      dateFormat: 'MM/DD/YYYY',
      monthlyMessages: 1000,
      contactLimit: 500,
      isActiveMms: of.pictures ?? false,
    });
    await commands.setup.assignNumber(system(), { businessId, number, providerNumberId: null, isTollFree: false });
    await commands.setup.createCampaign(system(), {
      campaignId,
      businessId,
      name: 'Pizza',
      type: 'text',
      keyword: 'PIZZA',
      reply: 'A slice on us.',
      replyMedia: [],
    });
    await commands.users.registerUser(system(), {
      userId,
      role: 'Business',
      agencyId,
      businessId,
      email,
      firstName: 'Bella',
      lastName: 'Rossi',
      password,
    });
    const authToken = `token-of-${name}`;
    accounts.set(number, { authToken, tenant: { agencyId, businessId } });
    const token = await signIn(email);
    return { agencyId: agencyId ?? '', businessId, uniqueId, campaignId, number, email, userId, token, authToken };
  };

  /** Somebody without a business. */
  const addUser = async (role: 'Admin' | 'Agency', agencyId: string | null): Promise<string> => {
    const email = `${role.toLowerCase()}-${randomUUID()}@example.test`;
    await commands.users.registerUser(system(), {
      userId: randomUUID(),
      role,
      agencyId,
      businessId: null,
      email,
      firstName: 'Ada',
      lastName: 'Min',
      password,
    });
    return signIn(email);
  };

  const call = async <T = Record<string, unknown>>(
    token: string | null,
    method: InjectOptions['method'],
    path: string,
    payload?: unknown,
    headers: Record<string, string> = {},
  ) => {
    const response = await api.inject({
      method: method!,
      url: `/api/v1${path}`,
      headers: { ...(token === null ? {} : { authorization: `Bearer ${token}` }), ...headers },
      ...(payload === undefined ? {} : { payload: payload as object }),
    });
    return {
      status: response.statusCode,
      headers: response.headers,
      body: (response.body.startsWith('{') ? response.json() : response.body) as T,
    };
  };

  /** A webhook as Twilio sends it, signed unless told otherwise. */
  const webhook = async (
    path: string,
    form: Record<string, string>,
    signing: {
      authToken: string;
      url?: string;
      form?: Record<string, string>;
      signature?: string | null;
      host?: string;
    },
  ) => {
    const signature =
      signing.signature === undefined ?
        webhooks.getExpectedTwilioSignature(
          signing.authToken,
          signing.url ?? `${publicUrl}${path}`,
          signing.form ?? form,
        )
      : signing.signature;
    return api.inject({
      method: 'POST',
      url: path,
      payload: new URLSearchParams(form).toString(),
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        ...(signature === null ? {} : { 'x-twilio-signature': signature }),
        ...(signing.host === undefined ? {} : { host: signing.host }),
      },
    });
  };

  /** When the read models show all that has happened. */
  const settled = async () => runner.waitFor(await raw.head(), { timeoutMs: 20_000 });

  let sids = 0;
  /** A text comes in for a tenant and is reacted to, as the inbound worker does; answers when the read models show it. */
  const react = (messageId: string) => commands.messages.react(system(), { messageId });
  const textIn = async (tenant: Tenant, body: string, from = '+12025550123') => {
    const form = {
      MessageSid: `MM${String((sids += 1)).padStart(32, '0')}`,
      AccountSid: 'AC1',
      From: from,
      To: tenant.number,
      Body: body,
      NumMedia: '0',
    };
    const response = await webhook('/webhooks/twilio/inbound', form, { authToken: tenant.authToken });
    if (response.statusCode !== 200) throw new Error(`The text was refused: ${response.statusCode} ${response.body}`);
    const messageId = uuidV5(namespaces.message, 'twilio', form.MessageSid);
    await react(messageId);
    await settled();
    return { ...form, messageId, contactId: identifiers.contact(tenant.businessId, from) };
  };

  return {
    api: api as FastifyInstance,
    db,
    pool,
    bus,
    store,
    raw,
    evidence,
    subjectKeys,
    commands,
    /** The same with some of what they stand on replaced. */
    commandsWith: composed.commandsWith,
    /** None run by themselves. */
    workers: composed.workers,
    storage,
    readModels,
    runner,
    vault,
    identifiers,
    clock: composed.clock,
    log,
    system,
    addTenant,
    addUser,
    signIn,
    call,
    webhook,
    textIn,
    react,
    settled,
    /** How many events the log holds. */
    events: async (): Promise<number> => {
      let count = 0;
      for (let position = 0n; ;) {
        const page = await raw.readAll(position, { limit: 1_000 });
        count += page.events.length;
        if (page.atEnd) return count;
        position = page.next;
      }
    },
    listen: async (): Promise<string> => {
      await api.listen({ host: '127.0.0.1', port: 0 });
      return `127.0.0.1:${(api.server.address() as AddressInfo).port}`;
    },
    close: async (): Promise<void> => {
      await api.close();
      await composed.close();
      await database.drop();
      rmSync(media, { recursive: true, force: true });
    },
  };
}

export type TestApi = Awaited<ReturnType<typeof startTestApi>>;
