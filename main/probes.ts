import { type Kysely, sql } from 'kysely';
import type { EventStore } from '../adapters/event-store/port.ts';
import type { StatusProbes } from '../api/dependencies.ts';
import type { ProjectionRunner } from '../projections/index.ts';
import type { Workers } from '../workers/index.ts';
import { healthFacts, takeJob } from './health-facts.ts';

interface Parts {
  readonly raw: EventStore;
  readonly db: Kysely<unknown>;
  readonly runner: ProjectionRunner;
  readonly workers: Workers;
  /** Whether this process runs the workers; others report them from what they have written down. */
  readonly runsWorkers: () => boolean;
  readonly started: () => boolean;
  readonly now: () => Date;
}

/** What health and metrics ask. */
export function probes({ raw, db, runner, workers, runsWorkers, started, now }: Parts): StatusProbes {
  return {
    started,
    store: async () => {
      await raw.head();
    },
    database: async () => {
      await sql`select 1`.execute(db);
    },
    writes: () => probeWrite(db),
    head: () => raw.head(),
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
    workers: async () => {
      const status = await workers.status();
      const each = status.workers.map(({ name, phase, lastError, pausedAt, behind }) => ({
        name,
        state:
          runsWorkers() ? phase
          : pausedAt ? 'paused'
          : 'elsewhere',
        ok: pausedAt === null,
        lag: Number(behind),
        detail: lastError,
      }));
      const sender = {
        name: 'sender',
        state: status.sender.carrierAwayUntil ? 'carrier-away' : 'running',
        ok: !runsWorkers() || status.alive,
        detail: status.watchdog.length > 0 ? status.watchdog.join(' ') : null,
      };
      return runsWorkers() ? [...each, sender] : each;
    },
    facts: () => healthFacts(db, now()),
    care: (job) => takeJob(db, runner, job, now()),
    outbox: async () => {
      const { sender } = await workers.status();
      return { pending: sender.pending, sending: sender.sending, unknown: sender.unknown };
    },
  };
}

/** What the codes of a refused write mean to whoever has to mend it (Postgres, appendix A). */
const refusals: Readonly<Record<string, string>> = {
  '53100': 'The disk of the database is full.',
  '25006': 'The database takes no writes: it is read-only.',
  '42501': 'The user of the database may not write.',
  '57P03': 'The database is starting or stopping.',
};

/** Writes a page that nobody reads. Throws with the reason, in words that name nothing of what is stored. */
export async function probeWrite(db: Kysely<unknown>): Promise<void> {
  try {
    await sql`select ops.probe_write()`.execute(db);
  } catch (error) {
    const code = (error as { code?: string }).code;
    throw new Error(refusals[code ?? ''] ?? `The database refused a write (${code ?? (error as Error).name}).`, {
      cause: error,
    });
  }
}
