import { fastify, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Bus } from '../adapters/bus/port.ts';
import type { Tracing } from '../adapters/tracing/port.ts';
import type { StatusProbes } from '../api/dependencies.ts';
import { createHealth, registerHealth } from '../api/operations/health.ts';
import { createMetrics, registerMetrics } from '../api/operations/metrics.ts';

/** Health and metrics of a process that serves nothing else. */
export async function serveOperations({
  status,
  bus,
  log,
  tracing,
  host,
  port,
}: {
  readonly status: StatusProbes;
  readonly bus: Bus;
  readonly log: Logger;
  readonly tracing: Tracing;
  readonly host: string;
  readonly port: number;
}): Promise<FastifyInstance> {
  const app: FastifyInstance = fastify({
    loggerInstance: log.child({ part: 'operations' }) as FastifyBaseLogger,
    forceCloseConnections: true,
  });
  const health = createHealth({ status, log });
  registerHealth(app, health);
  registerMetrics(
    app,
    createMetrics({ status, bus, log, tracing }, () => 0),
  );
  app.addHook('onClose', async () => health.close());
  await app.listen({ host, port });
  return app;
}
