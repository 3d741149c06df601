import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { ZodError } from 'zod';
import { CarrierError } from '../carrier/errors.ts';
import { guardedBy } from './guard.ts';
import { Refusal } from '../kernel/refusal.ts';

/**
 * The HTTP server of all the sandbox's parts. Requests wait until `ready` resolves: what was kept on disk is read
 * first. `names`: host names that it answers to, besides this machine's and addresses.
 */
export function createHttpServer(log: Logger, ready: Promise<void>, names: readonly string[]): FastifyInstance {
  const app: FastifyInstance = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: 16 * 1024 * 1024,
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 200 },
  });

  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, new URLSearchParams(String(body))),
  );

  const check = guardedBy(names);
  app.addHook('onRequest', async (request, reply) => {
    check(request);
    await ready;
    reply.headers({ 'x-content-type-options': 'nosniff', 'cross-origin-resource-policy': 'same-origin' });
  });

  app.setErrorHandler((error: unknown, request, reply) => {
    if (error instanceof CarrierError) {
      if (error.status === 401) reply.header('www-authenticate', 'Basic realm="Twilio API"');
      if (error.retryAfterSeconds !== null) reply.header('retry-after', String(error.retryAfterSeconds));
      return reply.code(error.status).send(error.body());
    }
    if (error instanceof Refusal)
      return reply.code(error.status).send({ message: error.message, errors: error.errors });
    if (error instanceof ZodError) {
      const errors: Record<string, string[]> = {};
      for (const issue of error.issues) (errors[issue.path.join('.')] ??= []).push(issue.message);
      return reply.code(422).send({ message: Object.values(errors)[0]?.[0] ?? 'The request is not valid.', errors });
    }
    const status = (error as { statusCode?: number }).statusCode ?? 500;
    if (status >= 500) log.error({ err: error, path: request.url.split('?')[0] }, 'A request to the sandbox failed');
    const message = status >= 500 ? 'The sandbox failed; its log says why.' : (error as Error).message;
    if (request.url.startsWith('/2010-04-01/'))
      return reply.code(status).send(new CarrierError(status, status >= 500 ? 20500 : 20001, message).body());
    return reply.code(status).send({ message, errors: {} });
  });
  app.setNotFoundHandler((request, reply) => {
    reply.code(404).send({ message: `There is nothing at ${request.url.split('?')[0] ?? ''}.`, errors: {} });
  });
  return app;
}
