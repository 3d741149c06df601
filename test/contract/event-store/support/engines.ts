import { execFileSync } from 'node:child_process';
import { setImmediate as turn } from 'node:timers/promises';
import { createEventStoreDb } from '../../../../adapters/event-store/eventstoredb/index.ts';
import type { EventStore } from '../../../../adapters/event-store/port.ts';
import { createPostgresEventStore } from '../../../../adapters/event-store/postgres/store.ts';
import { MemoryLog, memoryStore } from '../../../simulation/automations/memory-store.ts';
import { createTestDatabase } from '../../../support/postgres.ts';
import { type Proxy, startProxy } from './proxy.ts';

export interface Log {
  /** Another adapter on the same events, as another process would have. */
  open(options?: { readonly through?: Proxy }): EventStore;
  /** A wire to the server that can be cut; null where there is none, and for a cluster, whose nodes tell their own addresses. */
  readonly proxy: (() => Promise<Proxy>) | null;
  readonly connectionString: string;
  remove(): Promise<void>;
}

export interface Engine {
  readonly name: 'postgres' | 'eventstoredb' | 'memory';
  /** A log to test on. It may hold events already: an EventStoreDB that was given by EVENTSTORE_URL is used as it is. */
  start(): Promise<Log>;
}

const quiet = { debug() {}, warn() {} };
const image = 'eventstore/eventstore:24.10';

const postgres: Engine = {
  name: 'postgres',
  async start() {
    const database = await createTestDatabase();
    // Over TCP, not by the socket file: the wire is what gets cut.
    const url = new URL(database.connectionString);
    url.searchParams.delete('host');
    return logAt(
      url.href,
      (connectionString) => createPostgresEventStore({ connectionString, log: quiet }),
      () => database.drop(),
    );
  },
};

/** One container for all tests of a file. */
let container: Promise<{ connectionString: string; stop: () => Promise<unknown> }> | null = null;

const eventStoreDb: Engine = {
  name: 'eventstoredb',
  async start() {
    const given = process.env['EVENTSTORE_URL'];
    const connectionString = given ?? (await (container ??= startContainer())).connectionString;
    return logAt(
      connectionString,
      (url) => createEventStoreDb({ connectionString: url, log: quiet }),
      async () => {},
    );
  },
};

/** What the stories of automations stand on. An answer takes a turn of the event loop, or who appends in a loop would be alone. */
const memory: Engine = {
  name: 'memory',
  async start() {
    const log = new MemoryLog();
    return {
      open: () => {
        const store = memoryStore(log);
        return { ...store, append: (...given) => store.append(...given).finally(() => turn()) };
      },
      proxy: null,
      connectionString: 'memory',
      remove: async () => {},
    };
  },
};

function logAt(
  connectionString: string,
  open: (connectionString: string) => EventStore,
  remove: () => Promise<void>,
): Log {
  const single = /^\w+:\/\/(?:[^@/?]*@)?([^@/?,:]+):(\d+)(?=[/?]|$)/.exec(connectionString);
  const [, host, port] = single ?? [];
  return {
    connectionString,
    open: ({ through } = {}) =>
      open(
        through === undefined ? connectionString : (
          connectionString.replace(`${host}:${port}`, `127.0.0.1:${through.port}`)
        ),
      ),
    proxy: host === undefined ? null : () => startProxy({ host, port: Number(port) }),
    remove,
  };
}

async function startContainer() {
  const { GenericContainer, Wait } = await import('testcontainers');
  const started = await new GenericContainer(image)
    .withCommand(['--insecure', '--mem-db', '--run-projections=None'])
    .withExposedPorts(2113)
    .withWaitStrategy(Wait.forHttp('/health/live', 2113).forStatusCode(204))
    .start();
  return {
    connectionString: `esdb://${started.getHost()}:${started.getMappedPort(2113)}?tls=false`,
    stop: () => started.stop(),
  };
}

export async function stopContainer(): Promise<void> {
  await (await container)?.stop();
}

function dockerAnswers(): boolean {
  try {
    execFileSync('docker', ['version', '--format', '{{.Server.Version}}'], { stdio: 'ignore', timeout: 5_000 });
    return true;
  } catch {
    return false;
  }
}

const hasEventStoreDb = process.env['EVENTSTORE_URL'] !== undefined || dockerAnswers();

export const engines: readonly Engine[] = [postgres, memory, ...(hasEventStoreDb ? [eventStoreDb] : [])];

export const ranOn = `event store contract: ran in memory, on Postgres${
  process.env['EVENTSTORE_URL'] !== undefined ? ' and on the EventStoreDB at EVENTSTORE_URL'
  : hasEventStoreDb ? ` and on EventStoreDB in a container (${image})`
  : ' only; the EventStoreDB half did not run (EVENTSTORE_URL is not set and no Docker answers)'
}`;
