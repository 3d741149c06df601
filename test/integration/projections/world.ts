import { randomUUID } from 'node:crypto';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';

import { createLocalBus } from '../../../adapters/bus/index.ts';
import type { Bus } from '../../../adapters/bus/port.ts';
import { createPostgresEventStore } from '../../../adapters/event-store/index.ts';
import type { EventStore, EventToStore, Position } from '../../../adapters/event-store/port.ts';
import type { DomainEvent } from '../../../domain/kernel/event.ts';
import {
  createReadModels,
  createProjectionRunner,
  projectors,
  type ProjectionRunner,
} from '../../../projections/index.ts';
import type { Projector } from '../../../projections/engine-types.ts';
import type { RunnerLimits } from '../../../projections/engine/runner.ts';
import type { ReadModels } from '../../../projections/read-models.ts';
import { quietLog } from '../../support/quiet.ts';
import { createTestDatabase, type TestDatabase } from '../../support/postgres.ts';

export interface World {
  readonly connectionString: string;
  readonly store: EventStore;
  readonly bus: Bus;
  readonly pool: pg.Pool;
  readonly models: ReadModels;
  /** Appends to a stream, whatever its revision. Returns the position of the last. */
  append(stream: string, ...events: readonly Told[]): Promise<Position>;
  runner(options?: {
    readonly projectors?: readonly Projector[];
    readonly limits?: Partial<RunnerLimits>;
    readonly store?: EventStore;
  }): ProjectionRunner;
  query<R = Record<string, unknown>>(text: string, values?: readonly unknown[]): Promise<R[]>;
  close(): Promise<void>;
}

/** An event and when it happened. */
export interface Told {
  readonly event: DomainEvent;
  readonly at?: string;
  readonly userId?: string;
}

export const toStore = ({ event, at, userId }: Told): EventToStore => ({
  id: randomUUID(),
  type: event.type,
  version: event.version,
  data: event.data,
  metadata: {
    tenant: { agencyId: null, businessId: (event.data['businessId'] as string | undefined) ?? null },
    actor: userId ? { kind: 'user', userId, impersonatorId: null } : { kind: 'system', name: 'test' },
    occurredAt: at ?? '2026-11-20T12:00:00.000Z',
    correlationId: randomUUID(),
    causationId: null,
    commandId: randomUUID(),
  },
});

export async function createWorld(database?: TestDatabase): Promise<World> {
  const own = database ?? (await createTestDatabase());
  const bus = createLocalBus({ log: quietLog });
  const store = createPostgresEventStore({ connectionString: own.connectionString, bus, log: quietLog });
  const pool = new pg.Pool({ connectionString: own.connectionString, max: 4 });
  pool.on('error', () => {});
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  const runners: ProjectionRunner[] = [];
  return {
    connectionString: own.connectionString,
    store,
    bus,
    pool,
    models: createReadModels(db, () => new Date('2026-11-20T12:00:00Z')),
    append: async (stream, ...events) => (await store.append(stream, 'any', events.map(toStore))).position,
    runner: (options = {}) => {
      const runner = createProjectionRunner({
        store: options.store ?? store,
        connectionString: own.connectionString,
        bus,
        projectors: options.projectors ?? projectors,
        log: quietLog,
        limits: { retryMs: [10, 20], askMs: 100, ...options.limits },
      });
      runners.push(runner);
      return runner;
    },
    query: async (text, values = []) => (await pool.query(text, [...values])).rows,
    close: async () => {
      for (const runner of runners) await runner.stop();
      await store.close();
      await bus.close();
      await db.destroy();
      await own.drop();
    },
  };
}
