import { randomUUID } from 'node:crypto';
import fastifyMultipart from '@fastify/multipart';
import {
  fastify,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { ApiDependencies } from './dependencies.ts';
import { registerAssistant } from './assistant/register.ts';
import { registerDevelopers } from './developers/register.ts';
import { createApiKeys } from './kernel/api-keys.ts';
import { apiBase } from './kernel/base.ts';
import { createBrands } from './kernel/brands.ts';
import { correlationIdOf } from './kernel/context.ts';
import { ApiError, errorHandler } from './kernel/errors.ts';
import { compressAnswers } from './kernel/compression.ts';
import { createIdempotency } from './kernel/idempotency.ts';
import { createKeyLimits } from './kernel/key-limits.ts';
import { createKeyUse } from './kernel/key-use.ts';
import { createWebhookLog } from './kernel/webhook-log.ts';
import { createMemberships } from './kernel/memberships.ts';
import type { ApiParts } from './kernel/parts.ts';
import { createPlaces, turnsIn } from './kernel/places.ts';
import { createRateLimits } from './kernel/rate-limit.ts';
import { registerRoutes } from './kernel/register.ts';
import { createSessions } from './kernel/sessions.ts';
import { createStanding } from './kernel/standing.ts';
import { createSteps } from './kernel/steps.ts';
import { createTraffic } from './kernel/traffic.ts';
import { hostHeaders, trustOf } from './kernel/proxies.ts';
import { traceRequests } from './kernel/tracing.ts';
import { registerLive } from './live/route.ts';
import { createHealth, registerHealth } from './operations/health.ts';
import { createMetrics, registerMetrics } from './operations/metrics.ts';
import { registerTlsAsk } from './operations/tls-ask.ts';
import { registerPublic } from './public/index.ts';
import { rehearsalPlaces } from './routes/automation-rehearsal.ts';
import { registerDocs } from './routes/docs.ts';
import { routes } from './routes/index.ts';
import { registerMedia } from './routes/media.ts';
import { registerStock } from './routes/stock.ts';
import { registerContactFiles } from './routes/contact-life.ts';
import { registerExportFiles } from './routes/exports.ts';
import { registerReportFiles } from './routes/report-exports.ts';
import { registerUploadFiles } from './routes/upload-files.ts';
import { registerWeb } from './static.ts';
import { registerSignInReturn } from './public/sign-in-return.ts';
import { registerAutomationWebhooks } from './webhooks/automations.ts';
import { registerFacebookWebhooks } from './webhooks/facebook.ts';
import { registerIntegrationWebhooks } from './webhooks/integrations.ts';
import { registerBandwidthWebhooks } from './webhooks/bandwidth.ts';
import { registerEmailWebhooks } from './webhooks/email.ts';
import { createRefusals } from './webhooks/refusals.ts';
import { registerStripeWebhooks } from './webhooks/stripe.ts';
import { registerRegistrationWebhooks } from './webhooks/registrations.ts';
import { registerTwilioWebhooks } from './webhooks/twilio.ts';

export type {
  ApiConfig,
  ApiDependencies,
  CarrierWebhooks,
  ProjectorHealth,
  StatusProbes,
  WorkerHealth,
} from './dependencies.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Signed-in websockets, and businesses that somebody looks at now. */
    liveSockets(): number;
    liveChannels(): number;
  }
}

const hour = 3_600_000;

/** The HTTP side of the product: the API, the websocket, the webhooks, health, metrics, documentation and the web application. */
export async function createApi(deps: ApiDependencies): Promise<FastifyInstance> {
  const { db, bus, now, config } = deps;
  const log = deps.log.child({ part: 'api' });
  const sessions = createSessions({
    db,
    bus,
    vault: deps.vault,
    now,
    log,
    idleMs: config.session?.idleMs ?? 12 * hour,
    absoluteMs: config.session?.absoluteMs ?? 30 * 24 * hour,
  });
  const parts: ApiParts = {
    ...deps,
    log,
    sessions,
    steps: createSteps({ db, vault: deps.vault, now }),
    idempotency: createIdempotency({ db, vault: deps.vault, now }),
    rateLimits: createRateLimits({ db, now }),
    apiKeys: createApiKeys({ commands: deps.commands, readModels: deps.readModels, bus, now }),
    keyLimits: createKeyLimits({ db, now }),
    keyUses: createKeyUse({ db, now, log }),
    webhookLog: createWebhookLog({ db }),
    rehearsals: createPlaces(rehearsalPlaces, turnsIn(db, 'rehearsal')),
    standing: createStanding({ readModels: deps.readModels, bus, now }),
    memberships: createMemberships({ commands: deps.commands, bus, now }),
    brands: createBrands({ readModels: deps.readModels, config, now }),
    traffic: createTraffic({ db, commands: deps.commands, now, log, flushMs: config.visitsEveryMs }),
  };

  const failing = errorHandler(log);
  const app: FastifyInstance = fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustOf(config.trustedProxies ?? null),
    requestIdHeader: false,
    // One logger for all requests: lines name their request themselves, and a child for each costs more than the rest of the kernel.
    childLoggerFactory: (logger) => logger,
    genReqId: () => randomUUID(),
    // Addresses that cannot be decoded never reach a route.
    frameworkErrors: (error, request, reply) => failing(error, request as FastifyRequest, reply as FastifyReply),
    bodyLimit: 256 * 1024,
    requestTimeout: 60_000,
    keepAliveTimeout: 72_000,
    forceCloseConnections: true,
    // A body may not smuggle in a prototype: refused as malformed.
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 300 },
  });
  app.decorateRequest('session', null);
  app.setErrorHandler(failing);

  traceRequests(app, deps.tracing);
  app.addHook('onRequest', (request, reply, done) => {
    // Node keeps the first of several; a proxy in front may have looked at another (RFC 9112, 3.2).
    if (hostHeaders(request.raw.rawHeaders) > 1)
      return done(new ApiError('malformed_request', 'The request names two hosts.'));
    reply.header('x-request-id', request.id);
    reply.header('x-correlation-id', correlationIdOf(request));
    done();
  });

  const live = registerLive(app, parts);
  const metrics = createMetrics({ ...deps, log }, () => live.sockets());
  live.countWith(metrics);
  app.decorate('liveSockets', live.sockets).decorate('liveChannels', live.channels);
  registerMetrics(app, metrics);
  const health = createHealth({ status: deps.status, log });
  registerHealth(app, health);
  registerTlsAsk(app, parts);
  registerMedia(app, parts);
  registerStock(app, parts);
  registerContactFiles(app, parts);
  registerUploadFiles(app, parts);
  registerExportFiles(app, parts);
  registerReportFiles(app, parts);
  registerSignInReturn(app, parts);
  registerDocs(app, parts.brands);
  registerDevelopers(app, parts);
  registerAssistant(app, parts);

  const refusals = createRefusals(parts.db, parts.now, log);
  await app.register(async (scope) => registerTwilioWebhooks(scope, parts, metrics, refusals));
  await app.register(async (scope) => registerRegistrationWebhooks(scope, parts, metrics, refusals));
  await app.register(async (scope) => registerBandwidthWebhooks(scope, parts, metrics, refusals));
  await app.register(async (scope) => registerEmailWebhooks(scope, parts, metrics, refusals));
  await app.register(async (scope) => registerStripeWebhooks(scope, parts, metrics, refusals));
  await app.register(async (scope) => registerAutomationWebhooks(scope, parts, metrics, refusals));
  await app.register(async (scope) => registerFacebookWebhooks(scope, parts, metrics, refusals));
  await app.register(async (scope) => registerIntegrationWebhooks(scope, parts, metrics, refusals));

  await app.register(
    async (scope) => {
      scope.addHook('onRequest', (_request, reply, done) => {
        reply.header('x-content-type-options', 'nosniff');
        reply.header('cache-control', 'no-store');
        // Screens show times beside their own: they follow.
        const ahead = deps.clockAheadMs?.() ?? 0;
        if (ahead > 0) reply.header('x-clock-ahead', String(ahead));
        done();
      });
      compressAnswers(scope, apiBase);
      const parseJson = scope.getDefaultJsonParser('error', 'error');
      scope.removeContentTypeParser('application/json');
      // Many clients name JSON as the type of an empty body: that is a call without a body.
      scope.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) =>
        body === '' ? done(null, undefined) : parseJson(request, body as string, done),
      );
      // What is no JSON is refused with 415, and not taken for a call without a body.
      scope.removeContentTypeParser('text/plain');
      registerRoutes(
        scope,
        routes.filter(({ contract }) => contract.file === undefined),
        parts,
      );
      await scope.register(async (forms) => {
        await forms.register(fastifyMultipart, { throwFileSizeLimit: true });
        registerRoutes(
          forms,
          routes.filter(({ contract }) => contract.file !== undefined),
          parts,
        );
      });
    },
    { prefix: apiBase },
  );

  if (deps.pages) await registerPublic(app, parts, deps.pages);
  await registerWeb(app, parts);

  const purge = (): void => {
    Promise.all([
      sessions.purge(),
      parts.steps.purge(),
      parts.idempotency.purge(),
      parts.rateLimits.purge(),
      parts.keyUses.purge(),
    ]).catch((error: unknown) => log.warn({ err: error }, 'Old sessions and keys could not be removed.'));
  };
  const purging = setInterval(purge, hour);
  purging.unref();

  app.addHook('preClose', async () => live.close());
  app.addHook('onClose', async () => {
    clearInterval(purging);
    await parts.traffic.close();
    await parts.keyUses.close();
    parts.apiKeys.close();
    await refusals.close();
    health.close();
    sessions.close();
    parts.standing.close();
    parts.memberships.close();
  });
  return app;
}
