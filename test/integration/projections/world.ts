import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { expect } from 'vitest';
import type { Bus } from '../../../adapters/bus/port.ts';
import type { EventStore, EventToStore, Position } from '../../../adapters/event-store/port.ts';
import type { DomainEvent } from '../../../domain/kernel/event.ts';
import { createProjectionRunner, projectors, type ProjectionRunner } from '../../../projections/index.ts';
import type { Projector } from '../../../projections/engine-types.ts';
import type { RunnerLimits } from '../../../projections/engine/runner.ts';
import type { ReadModels } from '../../../projections/read-models.ts';
import { openComposition, settableClock } from '../../support/composition.ts';
import { watchForGivingUp } from '../../support/gave-up.ts';
import { quietLog } from '../../support/quiet.ts';
import { createTestDatabase, type TestDatabase } from '../../support/postgres.ts';
import { metadataOf } from '../../support/said.ts';

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
    ...metadataOf(
      { businessId: (event.data['businessId'] as string | undefined) ?? null },
      at ?? '2026-11-20T12:00:00.000Z',
    ),
    ...(userId ? { actor: { kind: 'user', userId, impersonatorId: null } } : {}),
  },
});

/** A world whose read models follow what is appended. */
export interface FollowedWorld extends World {
  readonly following: ProjectionRunner;
  /** Waits until the read models show all there is. */
  settled(): Promise<void>;
}
export async function createFollowedWorld(): Promise<FollowedWorld> {
  const world = await createWorld();
  const following = world.runner();
  await following.start();
  const settled = async (): Promise<void> => {
    expect(await following.waitFor(await world.store.head(), { timeoutMs: 20_000 })).toBe(true);
  };
  return { ...world, following, settled };
}

export async function createWorld(database?: TestDatabase): Promise<World> {
  const own = database ?? (await createTestDatabase({ readModels: true }));
  const now = new Date('2026-11-20T12:00:00Z');
  const watch = watchForGivingUp();
  const composed = await openComposition(own.connectionString, { clock: settableClock(now), log: quietLog, max: 4 });
  // As it is stored: these worlds make events of their own, and none of them is sealed.
  const { raw: store, bus, pool, readModels: models } = composed;
  const runners: ProjectionRunner[] = [];
  return {
    connectionString: own.connectionString,
    store,
    bus,
    pool,
    models,
    append: async (stream, ...events) => (await store.append(stream, 'any', events.map(toStore))).position,
    runner: (options = {}) => {
      const runner = createProjectionRunner({
        store: options.store ?? store,
        connectionString: own.connectionString,
        bus,
        projectors: options.projectors ?? projectors,
        // Those of the product never pause; what a test makes may be made to.
        log: options.projectors === undefined ? watch.log : quietLog,
        limits: { retryMs: [10, 20], askMs: 100, ...options.limits },
      });
      runners.push(runner);
      return { ...runner, waitFor: (position, wait) => watch.race(runner.waitFor(position, wait)) };
    },
    query: async (text, values = []) => (await pool.query(text, [...values])).rows,
    close: async () => {
      for (const runner of runners) await runner.stop();
      await composed.close();
      await own.drop();
      watch.close();
    },
  };
}
