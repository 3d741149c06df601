import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type OpenSpan, type Tracing, untraced } from '../../adapters/tracing/port.ts';
import { correlationIdOf } from './context.ts';

/** Asked every few seconds by machines, or files that never change. */
const isUntold = (route: string): boolean =>
  route === '/metrics' || route.startsWith('/health/') || route.endsWith('*');

/**
 * A span for each request, by the template of its route: never its address, a body, or who asks. What is done to answer
 * it is inside. Its trace is that of what it appends, else of its correlation id. A websocket is no request that ends.
 */
export function traceRequests(app: FastifyInstance, tracing: Tracing = untraced): void {
  if (!tracing.isOn) return;
  const open = new WeakMap<FastifyRequest, OpenSpan>();
  app.addHook('onRequest', (request, _reply, done) => {
    const route = request.routeOptions.url;
    if (route === undefined || isUntold(route) || request.headers.upgrade !== undefined) return done();
    const span = tracing.begin(`${request.method} ${route}`, {
      kind: 'server',
      cause: { correlationId: correlationIdOf(request), causationId: null },
      traceparent: request.headers['traceparent'] as string | undefined,
      attributes: { 'http.request.method': request.method, 'http.route': route },
    });
    open.set(request, span);
    span.run(done);
  });
  // A body is read from the socket, whose events know nothing of the request.
  app.addHook('preValidation', (request, _reply, done) => {
    const span = open.get(request);
    if (span === undefined) done();
    else span.run(done);
  });
  app.addHook('onResponse', (request, reply, done) => {
    const span = open.get(request);
    span?.note({
      'http.response.status_code': reply.statusCode,
      'agency.id': request.session?.agencyId ?? null,
      'business.id': request.session?.businessId ?? null,
    });
    span?.end(reply.statusCode >= 500 ? { code: String(reply.statusCode) } : undefined);
    done();
  });
}
