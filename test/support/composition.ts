import type { Kysely } from 'kysely';
import type pg from 'pg';
import type { Logger } from 'pino';
import { createLocalBus } from '../../adapters/bus/local.ts';
import { systemClock } from '../../adapters/clock/system.ts';
import type { Clock } from '../../adapters/clock/port.ts';
import { createDatabase } from '../../adapters/database/pool.ts';
import { createPostgresEventStore } from '../../adapters/event-store/index.ts';
import type { EventStore } from '../../adapters/event-store/port.ts';
import { compose, type ComposeOptions, type Composition, type Ports } from '../../main/compose.ts';
import { watchForGivingUp } from './gave-up.ts';

const testKey = 'a secret key of the tests, forty characters';

export interface OpenOptions extends ComposeOptions {
  readonly secretKey?: string;
  readonly clock?: Clock;
  /** Left out: one that says nothing, and makes whoever waits fail when a part gives up. */
  readonly log?: Logger;
  /** Connections for queries. Default 16. */
  readonly max?: number;
  /** What stands before the log, for a test that counts what goes into it or comes out. */
  readonly before?: (log: EventStore) => EventStore;
}

export interface Opened extends Composition, Ports {
  readonly db: Kysely<unknown>;
  readonly pool: pg.Pool;
  /** After everything over it has stopped. Throws when a part gave up and no test has noticed. */
  close(): Promise<void>;
}

/** The product between the outside and the API, as main/compose.ts puts it together, over a database that is there. */
export async function openComposition(connectionString: string, options: OpenOptions = {}): Promise<Opened> {
  const { clock = systemClock, log: own, max = 16, secretKey = testKey, before = (log) => log, ...composing } = options;
  const watch = own === undefined ? watchForGivingUp() : null;
  const log = own ?? watch!.log;
  const { db, pool, close } = createDatabase<unknown>({ connectionString, log, max });
  const bus = createLocalBus({ log });
  const raw = before(createPostgresEventStore({ connectionString, bus, log }));
  const ports: Ports = { db, connectionString, raw, bus, secretKey, clock, log };
  const composed = await compose(ports, composing);
  const { runner } = composed;
  return {
    ...composed,
    ...ports,
    pool,
    runner:
      watch === null ? runner : { ...runner, waitFor: (position, wait) => watch.race(runner.waitFor(position, wait)) },
    async close() {
      await runner.stop();
      await raw.close();
      await bus.close();
      await close();
      watch?.close();
    },
  };
}

/** A clock that stands where it was set, for tests that say what time it is. Waiting is real. */
export function settableClock(start: Date): Clock & { at: Date } {
  const clock = { ...systemClock, at: start, now: () => clock.at };
  return clock;
}
