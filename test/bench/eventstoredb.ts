import { randomUUID } from 'node:crypto';
import { type AllStreamResolvedEvent, EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import pino from 'pino';
import { createLocalBus } from '../../adapters/bus/local.ts';
import { systemClock } from '../../adapters/clock/system.ts';
import { createDatabase } from '../../adapters/database/pool.ts';
import { createAppendStream } from '../../adapters/event-store/eventstoredb/append-stream.ts';
import { connect } from '../../adapters/event-store/eventstoredb/client.ts';
import { outgoing } from '../../adapters/event-store/eventstoredb/events.ts';
import { createPostgresEventStore } from '../../adapters/event-store/index.ts';
import { createEventStoreDb } from '../../adapters/event-store/eventstoredb/index.ts';
import type { EventStore, EventToStore, Position } from '../../adapters/event-store/port.ts';
import { platformTenant } from '../../domain/kernel/event.ts';
import { compose } from '../../main/compose.ts';
import { projectors } from '../../projections/index.ts';
import type { BenchResult } from './result.ts';
import { seedHistory } from './support/history.ts';
import { benchPostgres } from './support/postgres.ts';

const roundMs = 800;
const rounds = 8;
/** Events that a rebuild goes through. */
const history = 50_000;
/** Events that the readings read. */
const stored = 40_000;
const page = 1_000;

/**
 * The adapter against the raw client, in turns on one server in one run: the best round of each counts, since noise
 * only makes slower. The raw client appends as it does by itself (batched, without the checks of the port) and hands
 * over what it has parsed. Only where EVENT_STORE_URL names a server.
 */
export async function run(): Promise<BenchResult[]> {
  const url = process.env['EVENT_STORE_URL'] ?? process.env['EVENTSTORE_URL'];
  if (url === undefined) {
    console.log('EVENT_STORE_URL is not set: EventStoreDB was not measured.');
    return [];
  }
  const raw = EventStoreDBClient.connectionString(url);
  const store = createEventStoreDb({ connectionString: url, log: { warn() {} } });
  try {
    const results: BenchResult[] = [];
    if ((await store.head()) === 0n) results.push(await rebuild(url, store));
    else console.log('The log is not empty: a rebuild from it was not measured.');
    for (const callers of [1, 64])
      results.push(
        await compare(
          `EventStoreDB append, ${callers === 1 ? 'one caller' : `${callers} callers`}`,
          (ms) => repeat(callers, ms, () => rawAppend(raw)),
          (ms) => repeat(callers, ms, () => store.append(`bench-${randomUUID()}`, 'noStream', [sample()])),
        ),
      );
    const from = await store.end();
    for (let n = 0; n < stored / 500; n += 1)
      await store.append(`bench-${randomUUID()}`, 'noStream', Array.from({ length: 500 }, sample));
    results.push(
      await compare(
        'EventStoreDB readAll in pages of 1,000',
        () => rawRead(raw, from),
        () => readPages(store, from),
      ),
      await compare(
        'EventStoreDB subscribe, catching up',
        () => rawSubscribe(raw, from),
        () => subscribe(store, from),
      ),
    );
    return results;
  } finally {
    await store.close();
    // It never returns when a reading of it was given up.
    void raw.dispose();
  }
}

/** All read models from the same events in the same order, once out of EventStoreDB and once out of Postgres. */
async function rebuild(url: string, store: EventStore): Promise<BenchResult> {
  const postgres = await benchPostgres();
  const { connectionString } = postgres;
  const log = pino({ level: 'warn' });
  const secretKey = 'the secret key of the bench of EventStoreDB';
  const { db, close } = createDatabase({ connectionString, log, max: 4 });
  const bus = createLocalBus({ log });
  const own = createPostgresEventStore({ connectionString, bus, log });
  try {
    await seedHistory(connectionString, secretKey, history);
    await copy(own, url);
    const rates = [];
    for (const raw of [own, store, own, store]) {
      const ports = { db, connectionString, raw, bus, secretKey, clock: systemClock, log };
      const { runner } = await compose(ports);
      const start = performance.now();
      // The checkpoints are positions of the other engine's log.
      await runner.rebuild(
        projectors.map(({ name }) => name),
        undefined,
        undefined,
        { adoptLog: true },
      );
      rates.push(history / ((performance.now() - start) / 1000));
      await runner.stop();
    }
    const [baseline, measured] = [Math.max(rates[0]!, rates[2]!), Math.max(rates[1]!, rates[3]!)];
    return {
      name: 'EventStoreDB rebuild of all read models',
      ratio: measured / baseline,
      target: { atLeast: 0.5 },
      unit: 'events/s',
      measured,
      baseline,
      pass: measured / baseline >= 0.5,
      detail: `${history.toLocaleString('en-US')} events, the better of two; raw: the same rebuild from the log in Postgres`,
    };
  } finally {
    await own.close();
    await bus.close();
    await close();
    await postgres.remove();
  }
}

/** In the same order: the server takes the appends of one call as they come. */
async function copy(from: EventStore, url: string): Promise<void> {
  const wire = connect(url);
  const server = createAppendStream(wire);
  for (let at: Position = 0n; ;) {
    const { events, next, atEnd } = await from.readAll(at);
    await Promise.all(events.map((event) => server.append(event.stream, event.revision - 1, [outgoing(event)])));
    if (atEnd) break;
    at = next;
  }
  await server.close();
  await wire.close();
}

type Measure = (ms: number) => Promise<number>;

async function compare(name: string, raw: Measure, ours: Measure): Promise<BenchResult> {
  await raw(500);
  await ours(500);
  let baseline = 0;
  let measured = 0;
  for (let round = 0; round < rounds; round += 1) {
    baseline = Math.max(baseline, await raw(roundMs));
    measured = Math.max(measured, await ours(roundMs));
  }
  const ratio = measured / baseline;
  return {
    name,
    ratio,
    target: { atLeast: 0.9 },
    unit: 'events/s',
    measured,
    baseline,
    pass: ratio >= 0.9,
    detail: `best of ${rounds} rounds; raw: the client as it is`,
  };
}

async function repeat(callers: number, ms: number, once: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  let count = 0;
  await Promise.all(
    Array.from({ length: callers }, async () => {
      for (; performance.now() < start + ms; count += 1) await once();
    }),
  );
  return count / ((performance.now() - start) / 1000);
}

async function rawAppend(client: EventStoreDBClient): Promise<void> {
  const { type, data, metadata } = sample();
  await client.appendToStream(
    `bench-${randomUUID()}`,
    jsonEvent({
      type,
      data: data as Record<string, unknown>,
      metadata: metadata as unknown as Record<string, unknown>,
    }),
    { expectedRevision: 'no_stream' },
  );
}

const wire = (position: Position) => ({ commit: position, prepare: position });

/** Counts what takes until `stored` events of the bench are there. */
async function timed(events: AsyncIterable<number>): Promise<number> {
  const start = performance.now();
  let count = 0;
  for await (const more of events) {
    count += more;
    if (count >= stored) break;
  }
  return count / ((performance.now() - start) / 1000);
}

const rawRead = (client: EventStoreDBClient, from: Position) =>
  timed(
    (async function* () {
      for (let at = from; ;) {
        let last = at;
        for await (const { event } of client.readAll({
          fromPosition: wire(at),
          maxCount: page,
        }) as AsyncIterable<AllStreamResolvedEvent>) {
          last = event!.position!.commit;
          if (!event!.type.startsWith('$') && last > at) yield 1;
        }
        if (last === at) return;
        at = last;
      }
    })(),
  );

const rawSubscribe = (client: EventStoreDBClient, from: Position) =>
  timed(
    (async function* () {
      const subscription = client.subscribeToAll({ fromPosition: wire(from) });
      for await (const { event } of subscription) if (!event!.type.startsWith('$')) yield 1;
    })(),
  );

const readPages = (store: EventStore, from: Position) =>
  timed(
    (async function* () {
      for (let at = from; ;) {
        const { events, next, atEnd } = await store.readAll(at, { limit: page });
        yield events.length;
        if (atEnd) return;
        at = next;
      }
    })(),
  );

const subscribe = async (store: EventStore, from: Position) => {
  const stop = new AbortController();
  const rate = await timed(
    (async function* () {
      for await (const { events } of store.subscribe(from, {
        filter: { types: ['MessageReceived'] },
        signal: stop.signal,
      }))
        yield events.length;
    })(),
  );
  stop.abort();
  return rate;
};

/** As in the bench of Postgres: 341 bytes of data, besides the metadata that every event has. */
function sample(): EventToStore {
  return {
    id: randomUUID(),
    type: 'MessageReceived',
    version: 1,
    data: {
      messageId: randomUUID(),
      businessId: randomUUID(),
      contactId: randomUUID(),
      from: '+14155550123',
      to: '+14155550100',
      body: 'x'.repeat(137),
    },
    metadata: {
      tenant: platformTenant,
      actor: { kind: 'system', name: 'bench' },
      occurredAt: '2026-01-01T00:00:00.000Z',
      correlationId: randomUUID(),
      causationId: null,
      commandId: randomUUID(),
    },
  };
}
