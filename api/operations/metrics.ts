import type { FastifyInstance } from 'fastify';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { ApiDependencies } from '../dependencies.ts';

/** What Prometheus reads at /metrics. */
export function createMetrics(
  deps: Pick<ApiDependencies, 'status' | 'bus' | 'log' | 'tracing'>,
  sockets: () => number,
) {
  const registry = new Registry();
  const registers = [registry];
  const requests = new Histogram({
    name: 'beckon_http_request_duration_seconds',
    help: 'Time to answer, by call and status.',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers,
  });
  const webhooks = new Counter({
    name: 'beckon_webhooks_total',
    help: 'Inbound webhooks by kind and what became of them.',
    labelNames: ['kind', 'outcome'] as const,
    registers,
  });
  const liveFrames = new Counter({ name: 'beckon_live_frames_total', help: 'Frames sent to websockets.', registers });
  const liveClosed = new Counter({
    name: 'beckon_live_closed_total',
    help: 'Websockets closed by the server, by reason.',
    labelNames: ['reason'] as const,
    registers,
  });
  new Gauge({
    name: 'beckon_live_sockets',
    help: 'Open, signed-in websockets.',
    registers,
    collect() {
      this.set(sockets());
    },
  });
  new Gauge({
    name: 'beckon_projector_lag',
    help: 'Positions a projector is behind the event log.',
    labelNames: ['projector'] as const,
    registers,
    async collect() {
      this.reset();
      for (const projector of await quietly(() => deps.status.projections(), []))
        if (projector.lag !== null) this.set({ projector: projector.name }, projector.lag);
    },
  });
  new Gauge({
    name: 'beckon_projector_ok',
    help: '1 while a projector works, 0 when it has paused.',
    labelNames: ['projector'] as const,
    registers,
    async collect() {
      this.reset();
      for (const projector of await quietly(() => deps.status.projections(), []))
        this.set({ projector: projector.name }, projector.ok ? 1 : 0);
    },
  });
  new Gauge({
    name: 'beckon_worker_ok',
    help: '1 while a worker works.',
    labelNames: ['worker'] as const,
    registers,
    async collect() {
      this.reset();
      for (const worker of await quietly(() => deps.status.workers(), []))
        this.set({ worker: worker.name }, worker.ok ? 1 : 0);
    },
  });
  new Gauge({
    name: 'beckon_outbox_messages',
    help: 'Outgoing messages in the outbox by state.',
    labelNames: ['state'] as const,
    registers,
    async collect() {
      this.reset();
      for (const [state, count] of Object.entries(
        await quietly<Readonly<Record<string, number>>>(() => deps.status.outbox?.() ?? {}, {}),
      ))
        this.set({ state }, count);
    },
  });
  new Gauge({
    name: 'beckon_event_log_head',
    help: 'Position of the newest event appended, as this process knows it.',
    registers,
    async collect() {
      const head = await quietly<bigint | null>(() => deps.status.head?.() ?? null, null);
      if (head !== null) this.set(Number(head));
    },
  });
  new Gauge({
    name: 'beckon_trace_spans',
    help: 'Spans since the start, by what became of them: exported or dropped. Nothing without a collector.',
    labelNames: ['outcome'] as const,
    registers,
    collect() {
      if (deps.tracing?.isOn !== true) return;
      for (const [outcome, count] of Object.entries(deps.tracing.counts())) this.set({ outcome }, count);
    },
  });
  new Gauge({
    name: 'beckon_resident_memory_bytes',
    help: 'Resident memory of this process.',
    registers,
    collect() {
      this.set(process.memoryUsage.rss());
    },
  });

  async function quietly<T>(ask: () => Promise<T> | T, otherwise: T): Promise<T> {
    try {
      return await Promise.race([ask(), new Promise<T>((resolve) => setTimeout(resolve, 2_000, otherwise).unref())]);
    } catch (error) {
      deps.log.warn({ err: error }, 'A figure for the metrics could not be had.');
      return otherwise;
    }
  }

  return { registry, requests, webhooks, liveFrames, liveClosed };
}

export type Metrics = ReturnType<typeof createMetrics>;

export function registerMetrics(app: FastifyInstance, metrics: Metrics): void {
  app.addHook('onResponse', (request, reply, done) => {
    metrics.requests.observe(
      { method: request.method, route: request.routeOptions.url ?? 'none', status: reply.statusCode },
      reply.elapsedTime / 1000,
    );
    done();
  });
  app.get('/metrics', async (_request, reply) =>
    reply.type(metrics.registry.contentType).send(await metrics.registry.metrics()),
  );
}
