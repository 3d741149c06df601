import {
  type AllStreamResolvedEvent,
  type EventStoreDBClient,
  StreamNotFoundError,
  type StreamingRead,
} from '@eventstore/db-client';
import type { Logger } from 'pino';
import { checkAppend, checkFeed, checkName, checkRead } from '../check-input.ts';
import {
  type EventStore,
  EventStoreUnavailable,
  type FeedFilter,
  type FeedPage,
  type Position,
  type StoredEvent,
} from '../port.ts';
import { createAppend } from './append.ts';
import { catchUp } from './catch-up.ts';
import { connect } from './client.ts';
import { asStoreError, isNotLeader } from './errors.ts';
import { fromWire } from './events.ts';
import { isVoid, wants } from './filter.ts';

export interface EventStoreDbOptions {
  /**
   * As the engine's documentation has it: `esdb://host:2113?tls=false`, `esdb://user:password@a:2113,b:2113,c:2113?tlsCAFile=./ca.crt`, `esdb+discover://user:password@cluster.example:2113`.
   * KurrentDB's own scheme is taken as well.
   */
  readonly connectionString: string;
  readonly log: Pick<Logger, 'warn'>;
}

const pageSize = 1_000;
/** How many events of $all a page reads before it says how far it has come. */
const reach = 20_000;

/**
 * The event log in EventStoreDB or KurrentDB. Nothing outside this folder knows the engine. One promise of the port is narrower here: an id is recognised within its
 * stream, not across streams, since the engine has no index of ids.
 */
export function createEventStoreDb({ connectionString, log }: EventStoreDbOptions): EventStore {
  const client = connect(connectionString);
  const closing = new AbortController();
  let subscriptions = 0;
  const appender = createAppend(client, (stream, from) => readStream(stream, from, Infinity));

  async function readStream(stream: string, from: number, limit: number): Promise<StoredEvent[]> {
    return insist(async () => {
      try {
        return await collect(
          client.readStream(stream, {
            fromRevision: BigInt(from),
            maxCount: limit === Infinity ? Number.MAX_SAFE_INTEGER : limit,
            requiresLeader: true,
          }),
        );
      } catch (error) {
        if (error instanceof StreamNotFoundError) return [];
        throw error;
      }
    });
  }

  /** A read that met a follower is made again: the client has turned to the leader. */
  async function insist<T>(read: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        if (closing.signal.aborted) throw new EventStoreUnavailable('The event store is closed.');
        return await read();
      } catch (error) {
        if (isNotLeader(error) && attempt < 5) continue;
        throw asStoreError(error);
      }
    }
  }

  async function readAll(
    position: Position,
    { filter, limit = pageSize }: { readonly filter?: FeedFilter; readonly limit?: number } = {},
  ): Promise<FeedPage> {
    checkFeed(position, limit, filter);
    if (isVoid(filter)) {
      const end = await head();
      return { events: [], next: end > position ? end : position, atEnd: true };
    }
    const events: StoredEvent[] = [];
    let next = position;
    for (let looked = 0; ;) {
      // One more than is wanted: the page starts with the event at `next` itself.
      const maxCount = Math.min(Math.max(limit - events.length, 100), 4_000) + 1;
      const page = await insist(() => readPage(client, next, maxCount));
      looked += page.length;
      for (const { position: at, event } of page) {
        if (at <= next) continue;
        next = at;
        if (event === null || !wants(filter, event)) continue;
        events.push(event);
        if (events.length === limit) return { events, next, atEnd: next >= (await head()) };
      }
      if (page.length < maxCount) return { events, next, atEnd: true };
      if (looked >= reach) return { events, next, atEnd: false };
    }
  }

  async function head(): Promise<Position> {
    for (let maxCount = 16; ; maxCount = Math.min(maxCount * 8, 4_096)) {
      let from: Position | 'end' = 'end';
      const page = await insist(() => readPage(client, from, maxCount, 'backwards'));
      const newest = page.find(({ event }) => event !== null);
      if (newest !== undefined) return newest.position;
      if (page.length < maxCount) return 0n;
      if (maxCount < 4_096) continue;
      // The engine's own events fill the end of the log: go back through them.
      for (let oldest = page.at(-1)!; ;) {
        from = oldest.position;
        const further = await insist(() => readPage(client, from, maxCount, 'backwards'));
        const found = further.find(({ event }) => event !== null);
        if (found !== undefined) return found.position;
        if (further.length < maxCount) return 0n;
        oldest = further.at(-1)!;
      }
    }
  }

  /** By the leader, who has everything that anybody was told of. */
  async function end(): Promise<Position> {
    const [last] = await insist(() => readPage(client, 'end', 1, 'backwards', true));
    return last?.position ?? 0n;
  }

  return {
    engine: 'eventstoredb',
    async append(stream, expected, events) {
      checkAppend(stream, expected, events);
      if (closing.signal.aborted) throw new EventStoreUnavailable('The event store is closed.');
      return appender.append(stream, expected, events);
    },
    async read(stream, { from = 0, limit = Infinity } = {}) {
      checkName('stream', stream);
      checkRead(from, limit);
      return readStream(stream, from, limit);
    },
    async readMany(names) {
      for (const name of names) checkName('stream', name);
      const unique = [...new Set(names)];
      return new Map(
        await Promise.all(unique.map(async (name) => [name, await readStream(name, 0, Infinity)] as const)),
      );
    },
    readAll,
    head,
    end,
    subscribe(position, { filter, batchSize = pageSize, signal }) {
      checkFeed(position, batchSize, filter);
      return catchUp(
        { client, log, number: (subscriptions += 1), head, end, readAll },
        position,
        filter,
        batchSize,
        AbortSignal.any([signal, closing.signal]),
      );
    },
    async close() {
      if (closing.signal.aborted) return;
      await appender.settled();
      closing.abort();
      await client.dispose();
    },
  };
}

async function collect(read: StreamingRead<Parameters<typeof fromWire>[0]>): Promise<StoredEvent[]> {
  const events: StoredEvent[] = [];
  for await (const resolved of read) {
    const event = fromWire(resolved);
    if (event !== null) events.push(event);
  }
  return events;
}

/** Events of $all in the order read, those of the engine itself as null. Forwards from a position starts with the event there, backwards with the one before. */
async function readPage(
  client: EventStoreDBClient,
  from: Position | 'end',
  maxCount: number,
  direction: 'forwards' | 'backwards' = 'forwards',
  requiresLeader = false,
) {
  const page: { position: Position; event: StoredEvent | null }[] = [];
  const fromPosition =
    from === 'end' || from === 0n ?
      from === 'end' ?
        'end'
      : 'start'
    : { commit: from, prepare: from };
  for await (const resolved of client.readAll({ fromPosition, maxCount, direction, requiresLeader })) {
    const { event } = resolved as AllStreamResolvedEvent;
    const position = event?.position?.commit ?? resolved.commitPosition;
    if (position !== undefined) page.push({ position, event: fromWire(resolved) });
  }
  return page;
}
