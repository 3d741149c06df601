import { createHmac, randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Logger } from 'pino';
import { createLocalBus } from '../adapters/bus/local.ts';
import type { Bus } from '../adapters/bus/port.ts';
import type { Clock } from '../adapters/clock/port.ts';
import { systemClock } from '../adapters/clock/system.ts';
import { createDatabase, createPool } from '../adapters/database/pool.ts';
import { createDomains } from '../adapters/domains/index.ts';
import type { Domains } from '../adapters/domains/port.ts';
import type { EventStore } from '../adapters/event-store/port.ts';
import { createSafeHttp } from '../adapters/http/index.ts';
import { createDocuments } from '../adapters/documents/index.ts';
import { createImages } from '../adapters/images/index.ts';
import { createEmailDomains } from '../adapters/email-domains/index.ts';
import { createPayments } from '../adapters/payments/index.ts';
import { bundledStock } from '../adapters/stock/bundled.ts';
import { createKeptStock } from '../adapters/stock/kept.ts';
import { createPexels } from '../adapters/stock/pexels.ts';
import { createSpreadsheets } from '../adapters/spreadsheets/index.ts';
import { createReportFiles } from './report-files.ts';
import { SealBroken } from '../adapters/vault/index.ts';
import type { PageRenderer } from '../api/contract/page-view.ts';
import { limits } from '../domain/uploads/fields.ts';
import { platformHosts } from '../domain/whitelabels/hosts.ts';
import { createIntegrations } from '../adapters/integrations/index.ts';
import { createTollfreeVerifications } from '../adapters/registrations/tollfree.ts';
import { createRegistrations } from '../adapters/registrations/index.ts';
import { createNumberInventory, createVerifier } from '../adapters/providers/index.ts';
import { rateForWith } from '../workers/delivery/text/rates.ts';
import { limitsNow } from '../workers/delivery/text/sender-limits.ts';
import { accountGone, createCarrierAccounts } from './carrier-accounts.ts';
import { createSparing } from './sparing.ts';
import { createEmailWebhooks } from './email-webhooks.ts';
import type { SandboxOptions } from '../sandbox/options.ts';
import { createEmailService } from './email.ts';
import { type Config, reachable, secretKeyFrom } from './config.ts';
import type { Demo } from './demo/index.ts';
import { popupOfBellas } from './demo/names.ts';
import { createCarrierMeter } from './carrier-meter.ts';
import { probes } from './probes.ts';
import { pushOf } from './push.ts';
import { moveTo, testClockFor } from './test-clock.ts';
import { openStorage } from './storage.ts';
import { openTracing } from './tracing.ts';
import { askPostgres, untilItAnswers } from './wait-for-servers.ts';

/** A start that can't succeed until a person changes something. The message says what. */
export class StartRefused extends Error {
  override readonly name = 'StartRefused';
}

export interface Application {
  /** Where it answers. */
  readonly url: string;
  /** Bounded: finishes what is under way, closes everything, stops the embedded Postgres when nobody else uses it. */
  stop(): Promise<void>;
}

export interface StartOptions {
  readonly config: Config;
  readonly log: Logger;
  /** Aborted when the process has been asked to end before the start was complete: the start rejects and leaves nothing running. */
  readonly signal: AbortSignal;
  /** Lines for the person at the terminal. */
  readonly say: (line: string) => void;
}

/** How long each part may take to finish, in milliseconds, and all of them, before Postgres is stopped. */
const patience = { api: 2500, workers: 3000, projections: 1500, other: 500, together: 5500 };
/** What is left of the 10 s in which the process has to be gone: the embedded Postgres ends before the process does. */
const postgresMs = 3500;

/** Which engines and parts run is decided here and nowhere else. The API listens as soon as it can answer; the rest follows. */
export async function startApplication({ config, log, signal, say }: StartOptions): Promise<Application> {
  const does = (role: Config['role']): boolean => config.role === 'all' || config.role === role;
  /** What was reached when, in milliseconds of the process. */
  const reached: Record<string, number> = {};
  const mark = (name: string): void => {
    reached[name] = Math.round(performance.now());
  };
  const closers: { name: string; ms: number; close: () => Promise<unknown> }[] = [];
  const onStop = (name: string, ms: number, close: () => Promise<unknown>): void => {
    closers.unshift({ name, ms, close });
  };
  const stop = async (): Promise<void> => {
    const until = performance.now() + patience.together;
    for (const { name, ms, close } of closers.splice(0)) {
      const longest = name === 'postgres' ? ms : Math.min(ms, Math.max(until - performance.now(), 0));
      const late = new Promise<'late'>((done) => setTimeout(done, longest, 'late').unref());
      const ended = await Promise.race([
        close().catch((error: unknown) => log.warn({ err: error, part: name }, 'A part did not stop well.')),
        late,
      ]);
      if (ended === 'late') log.warn({ part: name }, 'A part took too long to stop.');
    }
  };

  mark('loaded');
  try {
    await refuseBusyPort(config.host, config.port);
    const secretKey = ownSecretKey(config);
    const testClock = testClockFor(config, log);
    const clock: Clock = testClock ?? systemClock;

    // While Postgres starts, the code that is needed next is loaded.
    const loading = {
      migrations: import('../migrations/index.ts'),
      store: import('../adapters/event-store/index.ts'),
      compose: import('./compose.ts'),
      projections: import('../projections/index.ts'),
      api: import('../api/server.ts'),
      carriers: import('./carriers.ts'),
    };
    for (const module of Object.values(loading)) module.catch(() => {}); // Reported where it is awaited.

    let connectionString = config.databaseUrl;
    if (connectionString === null) {
      const { startEmbeddedPostgres } = await import('../adapters/database/embedded.ts');
      const postgres = await startEmbeddedPostgres({ dataDir: config.dataDir, log: log.child({ part: 'postgres' }) });
      onStop('postgres', postgresMs + 300, () => postgres.stop(postgresMs));
      connectionString = postgres.connectionString;
    }
    const { databaseUrl, eventStoreUrl } = config;
    if (databaseUrl !== null)
      await untilItAnswers('The database at DATABASE_URL', () => askPostgres(databaseUrl), { say, signal });
    mark('postgres');
    signal.throwIfAborted();
    const { migrate } = await loading.migrations;
    const ran = await migrate(connectionString);
    if (ran.length > 0) log.info({ migrations: ran }, 'The database is up to date.');

    mark('migrated');
    signal.throwIfAborted();
    const database = createDatabase({ connectionString, log, max: 20, name: `beckon-${config.role}` });
    onStop('database', patience.other, () => database.close());
    const { db } = database;

    const tracing = await openTracing(config, log.child({ part: 'tracing' }));
    onStop('tracing', patience.other, () => tracing.close(patience.other - 50));

    const bus = await openBus(config, log);
    onStop('bus', patience.other, () => bus.close());

    const raw = await openStore(config, connectionString, bus, log);
    onStop('event store', patience.other, () => raw.close());
    if (eventStoreUrl !== null)
      await untilItAnswers('The event store at EVENT_STORE_URL', () => raw.head(), { say, signal });

    const account = carrierAccount(config, secretKey);
    const sandboxUrl = sandboxAt(config);
    const providersAt = config.sandbox ? sandboxUrl : null;
    const stripe = stripeAccount(config, secretKey);
    const payments = stripe === null ? null : createPayments(stripe);
    const [{ compose }, { createReaders }] = await Promise.all([loading.compose, loading.projections]);
    const reading = createPool({ connectionString, log, max: 10, name: 'beckon-reading', pipeline: true });
    onStop('reading', patience.other, () => reading.end());
    const servicesHttp = createSafeHttp(providersAt === null ? {} : { allow: [new URL(providersAt).host] });
    onStop('connected services', patience.other, () => servicesHttp.close());
    const standIn = config.sandbox ? { id: 'sandbox', secret: 'sandbox' } : null;
    const world = {
      integrations: createIntegrations({
        db,
        http: servicesHttp,
        goto: config.goto ?? standIn,
        facebook: config.facebook ?? standIn,
        stripe: async (baseUrl) => (await import('../adapters/payments/stripe/source.ts')).createStripeSource(baseUrl),
        baseUrl: providersAt,
        now: () => clock.now(),
      }),
      domains: domainsOf(config),
      platform: platformHosts(config.publicUrl, config.platformDomain),
      verifier: createVerifier({
        twilioBaseUrl: providersAt,
        bandwidthBaseUrl: providersAt,
        sendgridBaseUrl: providersAt,
        mailgunBaseUrl: providersAt,
        sesEndpoint: providersAt,
      }),
      numbers: createNumberInventory({ baseUrl: providersAt }),
      tollfree: createTollfreeVerifications({ baseUrl: providersAt }),
      registrations: createRegistrations({ baseUrl: providersAt }),
      // The sandbox's businesses have addresses that lead nowhere.
      ...(providersAt === null ? { pages: createSafeHttp({ allow: [new URL(config.publicUrl).host] }) } : {}),
      platformCarrier: account,
      inboundSmsUrl: inboundUrl(config),
      payments,
    };
    const timestamps = timestampsOf(config.timestampUrl);
    if (timestamps !== null) onStop('time-stamps', patience.other, () => timestamps.http.close());
    const composed = await compose(
      { db, connectionString, raw, bus, secretKey, clock, log },
      {
        world,
        readers: createReaders(reading),
        host: new URL(config.publicUrl).host,
        tracing,
        ...(timestamps && { timestamps }),
      },
    ).catch((error: unknown) => {
      if (!(error instanceof SealBroken)) throw error;
      throw new StartRefused(
        "SECRET_KEY is not the one that this installation's secrets were stored with. " +
          'Give the right one (or put DATA_DIR/secret-key back).',
      );
    });
    const { store, vault, identifiers, commands, runner, readModels } = composed;
    mark('composed');
    signal.throwIfAborted();
    onStop('projections', patience.projections, () => runner.stop());
    if (does('projections')) await runner.start();
    const { projectors } = await loading.projections;

    mark('projections');
    const { carrierOf, carrierSignIn, createCarrierMedia, verifyTwilioSignature, writeStep } = await loading.carriers;
    const rateFor = rateForWith(config.rates);
    const accounts = createCarrierAccounts({
      store,
      vault,
      installation: account,
      carrierOf: carrierOf(providersAt, () => clock.now()),
      log: log.child({ part: 'carrier accounts' }),
    });
    await accounts.start();
    onStop('carrier accounts', patience.other, () => accounts.stop());
    const gone = accountGone(log);
    const mail = createEmailService({ store, vault, readModels, config, sandboxUrl: providersAt, name: 'Beckon' });
    onStop('mail', patience.other, () => mail.close());

    const emailWebhooks = createEmailWebhooks({ store, vault, sandboxUrl: providersAt });
    onStop('mail webhooks', patience.other, () => emailWebhooks.close());

    const push = pushOf(config, vault);
    onStop('push', patience.other, () => push.close());

    const images = createImages();
    onStop('images', patience.other, () => images.close());
    const files = await openStorage(config);
    onStop('files', patience.other, () => Promise.resolve(files.close()));
    const wrong = await files.check();
    if (wrong !== null) throw new StartRefused(`${wrong} Check S3_BUCKET and the settings beside it.`);
    const { storage } = files;
    const carrierHttp = createSafeHttp(providersAt === null ? {} : { allow: [new URL(providersAt).host] });
    onStop('carrier media', patience.other, () => carrierHttp.close());
    const source = createCarrierMedia({
      http: carrierHttp,
      signInOf: async (number) => carrierSignIn(await accounts.accountOf(number), providersAt),
    });

    const calls = createSafeHttp(providersAt === null ? {} : { allow: [new URL(providersAt).host] });
    onStop('calls of automations and webhooks', patience.other, () => calls.close());
    const spreadsheets = createSpreadsheets({ storage, limits });
    const meter = createCarrierMeter({ db, now: () => clock.now(), log });
    const workers = composed.workers({
      readModelCare: {
        names: projectors.map(({ name }) => name),
        verify: (name, onProgress, signal) => runner.verify(name, onProgress, signal),
        rebuild: (name, onProgress, signal) => runner.rebuild(name, onProgress, signal),
      },
      takesPayments: payments !== null,
      carrierFor: async ({ sender }) => meter.measured((await accounts.carrierFor(sender)) ?? gone),
      mail,
      media: { source, images, storage },
      uploads: { storage, spreadsheets, spare: createSparing() },
      reportFiles: createReportFiles({
        storage,
        vault,
        readModels,
        commands,
        now: () => clock.now(),
        head: async () => {
          const head = await raw.head();
          return (await runner.waitFor(head, { timeoutMs: 5_000 })) ? head.toString() : null;
        },
      }),
      push: push.service,
      http: calls,
      config: {
        publicUrl: config.publicUrl,
        holder: randomUUID(),
        checkpointEmails: config.checkpointEmails,
        sender: { drainMs: patience.workers - 500, rateFor },
      },
    });

    const stock =
      config.pexelsKey === null ?
        bundledStock
      : createKeptStock({
          pexels: createPexels({
            key: config.pexelsKey,
            http: carrierHttp,
            ...(providersAt === null ? {} : { baseUrl: providersAt }),
          }),
          db,
          storage,
          images,
          instead: bundledStock,
          failed: (error) => {
            log.warn({ err: error }, 'The search for stock photos failed. The bundled pictures are shown.');
          },
        });

    let started = false;
    let workersRun = false;
    const status = probes({
      raw,
      db,
      runner,
      workers,
      runsWorkers: () => workersRun,
      started: () => started,
      now: () => clock.now(),
    });
    const webRoot = join(projectRoot(), 'dist', 'web');
    if (does('api')) {
      const { createApi } = await loading.api;
      const renderer = await pageRenderer();
      const api = await createApi({
        commands,
        readModels,
        published: composed.published,
        waitFor: (position, options) => runner.waitFor(position, options),
        headPosition: () => raw.head(),
        vault,
        identifiers,
        db,
        bus,
        storage,
        spreadsheets,
        documents: createDocuments(),
        images,
        stock,
        mailFrom: async (agencyId, businessId) => (await mail.routeFor(agencyId, businessId))?.from ?? null,
        registeredLimits: (sender) => limitsNow(db, sender, clock.now()),
        segmentsPerSecond: (sender) => Math.min(rateFor(sender, 'number').segmentsPerSecond, config.rates.business),
        emailDomains: createEmailDomains(),
        status,
        tracing,
        now: () => clock.now(),
        ...(testClock === null ? {} : { clockAheadMs: () => testClock.aheadMs() }),
        log,
        ...(push.webPush ? { webPush: push.webPush } : {}),
        ...(renderer ? { pages: renderer } : {}),
        carrier: {
          account: (number) => accounts.accountOf(number),
          verify: (webhook, authToken) => verifyTwilioSignature(authToken, webhook),
          writeStep,
        },
        emailWebhooks,
        paymentEvents: payments?.events ?? null,
        config: {
          cardForm:
            stripe === null ? null : (
              { publishableKey: stripe.publishableKey, sandboxUrl: config.stripe === null ? sandboxUrl : null }
            ),
          publicUrl: config.publicUrl,
          platformDomain: config.platformDomain,
          webRoot: existsSync(join(webRoot, 'index.html')) ? webRoot : null,
          name: 'Beckon',
          beams: config.beams,
          trustedProxies: config.trustedProxies,
          sandbox: config.sandbox ? { phoneUrl: `${sandboxUrl}/phone`, inboxUrl: `${sandboxUrl}/inbox` } : null,
        },
      });
      onStop('api', patience.api, () => api.close());
      mark('api');
      await api.listen({ host: config.host, port: config.port });
      mark('listening');
    } else {
      const { serveOperations } = await import('./operations.ts');
      const operations = await serveOperations({ status, bus, log, tracing, host: config.host, port: config.port });
      onStop('operations', patience.other, () => operations.close());
    }
    signal.throwIfAborted();
    const sandbox =
      config.sandbox && account && does('api') ?
        await startSandbox(
          config,
          account,
          secretKey,
          log,
          testClock === null ?
            {}
          : { clock: { ...testClock, moveTo: (instant: Date) => moveTo(testClock, db, instant, log) } },
        )
      : null;
    if (sandbox) onStop('sandbox', patience.other, () => sandbox.close());
    if (does('workers')) onStop('workers', patience.workers, () => workers.stop().finally(() => meter.close()));
    const startWorkers = async (): Promise<void> => {
      await workers.start();
      workersRun = true;
      // The SDK takes half a second to load: not at the first text that somebody sends.
      if (account) setTimeout(() => void import('../adapters/sms/twilio/client.ts').catch(() => {}), 300).unref();
    };
    const signIns: string[] = [];
    let past: Demo['past'] = null;
    if (!config.demo && config.demoPassword !== null && does('api'))
      signIns.push('DEMO_PASSWORD is set, but there is no demo: with servers of your own, DEMO=on makes one.');
    if (config.demo && does('api')) {
      const { DemoRefused, seedDemo } = await import('./demo/index.ts');
      const demo = await seedDemo({
        ...composed,
        password: config.demoPassword,
        // Workers of another process would not wait for it.
        past: config.demoPast && config.role === 'all',
        now: () => clock.now(),
        sandbox,
        cards:
          stripe?.mode === 'sandbox' ?
            {
              url: stripe.baseUrl,
              publishableKey: stripe.publishableKey,
              paymentsAt: (at) => createPayments({ ...stripe, at }),
            }
          : null,
        files: {
          storage,
          note: async (uploadId, problems) =>
            (await import('../workers/index.ts')).noteProblems(db, uploadId, problems, true),
        },
        noteCall: async (call) => (await import('../api/webhooks/hook-calls.ts')).keepHookCall(db, call),
        askReport: async (asked) => (await import('../api/routes/report-exports.ts')).keepReport({ db, vault }, asked),
        smsUrl: inboundUrl(config),
        accountSid: account?.accountSid ?? '',
        log,
      }).catch((error: unknown) => {
        throw error instanceof DemoRefused ? new StartRefused(error.message) : error;
      });
      signIns.push(...demo.lines);
      past = demo.past;
    }
    if (past !== null) {
      // People sign in meanwhile; workers wait for it, since they would answer the texts of last week today.
      const cut = new AbortController();
      const { untilLived } = await import('./demo/lived.ts');
      const lived = untilLived(past, cut.signal, log)
        .then(() => (cut.signal.aborted ? undefined : startWorkers()))
        .catch((error: unknown) => log.error({ err: error }, 'The workers did not start.'));
      onStop('demo', patience.other, () => {
        cut.abort();
        return lived;
      });
    } else if (does('workers')) await startWorkers();
    mark('workers');
    log.debug({ reachedAfterMs: reached }, 'Started.');
    signal.throwIfAborted();
    // Ready, and said to be, means that what is printed here works.
    started = true;
    say(`\nBeckon ${config.role === 'all' ? '' : `(${config.role}) `}answers at ${config.publicUrl}`);
    if (sandbox) say(`Phone simulator: ${sandboxUrl}/phone   Email inbox: ${sandboxUrl}/inbox`);
    for (const line of signIns) say(line);
    return { url: config.publicUrl, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** What public pages are drawn with, as it was built; null: it was not, and there are none. */
async function pageRenderer(): Promise<PageRenderer | null> {
  const built = join(projectRoot(), 'dist', 'pages', 'renderer.js');
  if (!existsSync(built)) return null;
  const { renderer } = (await import(pathToFileURL(built).href)) as { readonly renderer: PageRenderer };
  return renderer;
}

function ownSecretKey(config: Config): string {
  try {
    return secretKeyFrom(config);
  } catch (error) {
    throw new StartRefused(
      `DATA_DIR ${config.dataDir} can't be used: ${(error as Error).message}. Start as the user that made it, or choose another DATA_DIR.`,
    );
  }
}

/** Before anything is touched: most often it is this application, started twice. */
/** The operator names the authority, which may stand in the operator's own network. */
const timestampsOf = (url: string | null) =>
  url === null ? null : { url, http: createSafeHttp({ allow: [new URL(url).host] }) };

function refuseBusyPort(host: string, port: number): Promise<void> {
  return new Promise((done, fail) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) =>
      fail(
        new StartRefused(
          error.code === 'EADDRINUSE' ? `Port ${port} is in use: is Beckon running already? Set PORT to another one.`
          : error.code === 'EACCES' ? `This user may not listen on port ${port}. Set PORT to one above 1023.`
          : `HOST ${host} with PORT ${port} can't be listened on: ${error.message}`,
        ),
      ),
    );
    server.listen({ host, port }, () => server.close(() => done()));
  });
}

async function openBus(config: Config, log: Logger): Promise<Bus> {
  if (config.natsUrl === null) return createLocalBus({ log });
  const { createNatsBus } = await import('../adapters/bus/nats.ts');
  return createNatsBus({ url: config.natsUrl, log: log.child({ part: 'bus' }), name: `beckon-${config.role}` });
}

async function openStore(config: Config, connectionString: string, bus: Bus, log: Logger): Promise<EventStore> {
  const part = log.child({ part: 'event-store' });
  const { createPostgresEventStore } = await import('../adapters/event-store/index.ts');
  if (config.eventStoreUrl === null) return createPostgresEventStore({ connectionString, bus, log: part });
  const { createEventStoreDb } = await import('../adapters/event-store/eventstoredb/index.ts');
  return createEventStoreDb({ connectionString: config.eventStoreUrl, log: part });
}

interface CarrierAccount {
  readonly accountSid: string;
  readonly authToken: string;
  readonly baseUrl: string | null;
}

/**
 * The configured account, or the sandbox's, whose name and token derive from the key of the installation so that every
 * process knows them.
 */
function carrierAccount(config: Config, secretKey: string): CarrierAccount | null {
  if (config.twilio) return { ...config.twilio, baseUrl: null };
  if (!config.sandbox) return null;
  const derived = createHmac('sha256', secretKey).update('sandbox-account').digest('hex');
  return { accountSid: `AC${derived.slice(0, 32)}`, authToken: derived.slice(32), baseUrl: sandboxAt(config) };
}

/**
 * The configured account at Stripe, or the sandbox's, whose keys derive from the key of the installation so that every
 * process knows them. Null: payments are off.
 */
function stripeAccount(config: Config, secretKey: string) {
  if (config.stripe !== null)
    return {
      ...config.stripe,
      baseUrl: null,
      mode: config.stripe.secretKey.includes('_live_') ? ('live' as const) : ('test' as const),
    };
  if (!config.sandbox) return null;
  const derived = createHmac('sha256', secretKey).update('sandbox-stripe').digest('hex');
  return {
    secretKey: `sk_test_${derived.slice(0, 24)}`,
    publishableKey: `pk_test_${derived.slice(24, 48)}`,
    webhookSecret: `whsec_${derived.slice(32)}`,
    baseUrl: sandboxAt(config),
    mode: 'sandbox' as const,
  };
}

function domainsOf({ publicUrl, edge, dnsServers }: Config): Domains {
  const caFile = edge?.caFile ?? null;
  let ca: string | undefined;
  try {
    if (caFile !== null) ca = readFileSync(caFile, 'utf8');
  } catch (error) {
    throw new StartRefused(`EDGE_CA_FILE can't be read: ${(error as Error).message}.`);
  }
  return createDomains({
    publicHost: new URL(publicUrl).hostname,
    dnsServers,
    edge: edge === null ? null : { host: edge.host, port: edge.port, ca },
  });
}

export const inboundUrl = (config: Pick<Config, 'publicUrl'>): string => `${config.publicUrl}/webhooks/twilio/inbound`;

const sandboxAt = (config: Config): string => `http://${reachable(config.sandboxHost)}:${config.sandboxPort}`;

async function startSandbox(
  config: Config,
  account: CarrierAccount,
  secretKey: string,
  log: Logger,
  time: Pick<SandboxOptions, 'clock'>,
) {
  const kept = stripeAccount(config, secretKey);
  const stripe =
    config.stripe !== null || kept === null ?
      null
    : {
        secretKey: kept.secretKey,
        publishableKey: kept.publishableKey,
        webhook: { url: `${config.publicUrl}/webhooks/stripe`, secret: kept.webhookSecret ?? '' },
      };
  const sandbox = await import('../sandbox/index.ts');
  try {
    return await sandbox.startSandbox({
      host: config.sandboxHost,
      port: config.sandboxPort,
      folder: join(config.dataDir, 'sandbox'),
      secret: secretKey,
      applicationUrl: config.publicUrl,
      ...(config.demo ? { shop: { script: `${config.publicUrl}/widget.js`, popup: popupOfBellas } } : {}),
      accounts: [{ sid: account.accountSid, authToken: account.authToken, friendlyName: 'Beckon' }],
      openAccounts: true,
      bandwidthCallbackUrl: `${config.publicUrl}/webhooks/bandwidth/messages`,
      ...(stripe === null ? {} : { stripe }),
      ...time,
      log: log.child({ part: 'sandbox' }),
    });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    // Of several processes on one machine, one has it.
    if (config.role !== 'all') return null;
    throw new StartRefused(`Port ${config.sandboxPort} is in use. Set SANDBOX_PORT to another one, or SANDBOX=off.`);
  }
}

/** The folder of package.json, from the sources as from the bundle. */
function projectRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package.json')) && dirname(folder) !== folder) folder = dirname(folder);
  return folder;
}
