import type { FastifyInstance } from 'fastify';
import type { ApiDependencies, ProjectorHealth, WorkerHealth } from '../dependencies.ts';

/** A probe that takes longer than this is red. */
const probeMs = 2_000;
/** A projector that is behind and has not moved for so long is taken for dead. Below the 30 s within which health must say so. */
const stalledMs = 20_000;
const sampleMs = 5_000;
/** However often somebody asks, no more than one write is tried in so long. Unasked, none is. */
const writeEveryMs = 3_000;

interface Seen {
  position: string | null;
  movedAt: number;
}

/** Watches projectors, so that one that has died without a word is noticed too. */
export function createHealth({ status, log }: Pick<ApiDependencies, 'status' | 'log'>) {
  const seen = new Map<string, Seen>();

  function withStall(projector: ProjectorHealth): ProjectorHealth {
    const at = performance.now();
    const before = seen.get(projector.name);
    if (
      before === undefined ||
      before.position !== projector.position ||
      projector.lag === null ||
      projector.lag === 0
    ) {
      seen.set(projector.name, { position: projector.position, movedAt: at });
      return projector;
    }
    if (at - before.movedAt < stalledMs) return projector;
    return { ...projector, ok: false, state: 'stalled', error: projector.error ?? 'It is behind and has not moved.' };
  }

  async function probe<T>(ask: () => Promise<T> | T): Promise<{ ok: true; value: T } | { ok: false; error: string }> {
    let timer: NodeJS.Timeout | undefined;
    try {
      const late = new Promise<never>((_resolve, reject) => {
        timer = setTimeout(() => reject(new Error('no answer in time')), probeMs);
      });
      return { ok: true, value: await Promise.race([Promise.resolve().then(ask), late]) };
    } catch (error) {
      return {
        ok: false,
        error:
          error instanceof Error ?
            error.name === 'Error' ?
              error.message.slice(0, 200)
            : error.name
          : 'failed',
      };
    } finally {
      clearTimeout(timer);
    }
  }

  let tried: { readonly at: number; readonly writes: ReturnType<typeof probe<void>> } | null = null;
  let writing: Promise<void> | null = null;
  function writes() {
    const at = performance.now();
    if (tried !== null && at - tried.at < writeEveryMs) return tried.writes;
    // One that hangs is not joined by others, each with a connection.
    writing ??= Promise.resolve(status.writes?.()).finally(() => {
      writing = null;
    });
    tried = { at, writes: probe(() => writing ?? undefined) };
    return tried.writes;
  }

  const projections = () => probe(async () => (await status.projections()).map(withStall));

  // Nobody may be asking while a projector dies: look from time to time anyway.
  const sampling = setInterval(() => void projections(), sampleMs);
  sampling.unref();

  let red = false;
  return {
    async ready() {
      const [store, database, written, projectorStates, workerStates] = await Promise.all([
        probe(() => status.store()),
        probe(() => status.database()),
        writes(),
        projections(),
        probe(() => status.workers()),
      ]);
      const projectors: readonly ProjectorHealth[] = projectorStates.ok ? projectorStates.value : [];
      const workers: readonly WorkerHealth[] = workerStates.ok ? workerStates.value : [];
      const started = status.started?.() ?? true;
      const ok =
        started &&
        store.ok &&
        database.ok &&
        written.ok &&
        projectorStates.ok &&
        workerStates.ok &&
        projectors.every((one) => one.ok) &&
        workers.every((one) => one.ok);
      // A start that is under way is no news.
      if (ok === red && started)
        log[ok ? 'info' : 'warn'](
          {
            store: store.ok,
            database: database.ok,
            writes: written.ok ? true : written.error,
            projectors: projectors.filter((one) => !one.ok).map((one) => one.name),
            workers: workers.filter((one) => !one.ok).map((one) => one.name),
          },
          ok ? 'Ready again.' : 'Not ready.',
        );
      red = started && !ok;
      return {
        status: ok ? ('ready' as const) : ('not-ready' as const),
        start: { ok: started },
        store: store.ok ? { ok: true } : { ok: false, error: store.error },
        database: database.ok ? { ok: true } : { ok: false, error: database.error },
        writes: written.ok ? { ok: true } : { ok: false, error: written.error },
        projections: projectorStates.ok ? projectors : { ok: false, error: projectorStates.error },
        workers: workerStates.ok ? workers : { ok: false, error: workerStates.error },
      };
    },
    close: () => clearInterval(sampling),
  };
}

export type Health = ReturnType<typeof createHealth>;

export function registerHealth(app: FastifyInstance, health: Health): void {
  app.get('/health/live', async () => ({ status: 'alive' }));
  app.get('/health/ready', async (_request, reply) => {
    const report = await health.ready();
    return reply
      .code(report.status === 'ready' ? 200 : 503)
      .header('cache-control', 'no-store')
      .send(report);
  });
}
