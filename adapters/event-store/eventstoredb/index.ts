import type { Logger } from 'pino';
import { appendEach } from '../append-each.ts';
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
import { answersOf, connect } from './client.ts';
import { asStoreError, isNotLeader } from './errors.ts';
import { fromWire, isSystem } from './events.ts';
import { isVoid, wants } from './filter.ts';
import type { ReadRequest, Recorded } from './messages.ts';

export interface EventStoreDbOptions {
  /**
   * As the engine's documentation has it: `esdb://host:2113?tls=false`,
   * `esdb://user:password@a:2113,b:2113,c:2113?tlsCAFile=./ca.crt`,
   * `esdb+discover://user:password@cluster.example:2113`. KurrentDB's own scheme is taken as well.
   */
  readonly connectionString: string;
  readonly log: Pick<Logger, 'warn'>;
}

const pageSize = 1_000;
/** How many events of $all a page reads before it says how far it has come. */
const reach = 20_000;

/**
 * The event log in EventStoreDB or KurrentDB. Nothing outside this folder knows the engine. One promise of the port is
 * narrower here: an id is recognised within its stream, not across streams, since the engine has no index of ids.
 */
export function createEventStoreDb({ connectionString, log }: EventStoreDbOptions): EventStore {
  const wire = connect(connectionString);
  const closing = new AbortController();
  let subscriptions = 0;
  const appender = createAppend(wire, (stream, from) => readStream(stream, from, Infinity));

  async function readStream(stream: string, from: number, limit: number): Promise<StoredEvent[]> {
    const events = await read(
      { from: { stream, revision: from }, count: limit === Infinity ? Number.MAX_SAFE_INTEGER : limit },
      true,
    );
    return events.filter((event) => !isSystem(event)).map(fromWire);
  }

  /** The events of a reading that has an end; none where there is no such stream. */
  function read(request: ReadRequest, requiresLeader = false): Promise<readonly Recorded[]> {
    return insist(async () => {
      const answers = await answersOf(await wire.read(request, { requiresLeader }));
      return answers.flatMap((answer) => ('event' in answer ? [answer.event] : []));
    });
  }

  /** A read that met a follower is made again: the client has turned to the leader. */
  async function insist<T>(attempted: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        if (closing.signal.aborted) throw new EventStoreUnavailable('The event store is closed.');
        return await attempted();
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
      const count = Math.min(Math.max(limit - events.length, 100), 4_000) + 1;
      const page = await read({ from: { all: next }, count });
      looked += page.length;
      for (const event of page) {
        if (event.position <= next) continue;
        next = event.position;
        if (isSystem(event) || !wants(filter, event)) continue;
        events.push(fromWire(event));
        if (events.length === limit) return { events, next, atEnd: next >= (await head()) };
      }
      if (page.length < count) return { events, next, atEnd: true };
      if (looked >= reach) return { events, next, atEnd: false };
    }
  }

  async function head(): Promise<Position> {
    // The engine's own events may fill the end of the log: then further and further back.
    let all: Position | 'end' = 'end';
    for (let count = 16; ; count = Math.min(count * 8, 4_096)) {
      const page: readonly Recorded[] = await read({ from: { all }, count, backwards: true });
      const newest = page.find((event) => !isSystem(event));
      if (newest !== undefined) return newest.position;
      if (page.length < count) return 0n;
      all = page.at(-1)!.position;
    }
  }

  /** By the leader, who has everything that anybody was told of. */
  async function end(): Promise<Position> {
    const [last] = await read({ from: { all: 'end' }, count: 1, backwards: true }, true);
    return last?.position ?? 0n;
  }

  return {
    engine: 'eventstoredb',
    async append(stream, expected, events) {
      checkAppend(stream, expected, events);
      if (closing.signal.aborted) throw new EventStoreUnavailable('The event store is closed.');
      return appender.append(stream, expected, events);
    },
    async appendMany(appends) {
      for (const { stream, expected, events } of appends) checkAppend(stream, expected, events);
      if (closing.signal.aborted) throw new EventStoreUnavailable('The event store is closed.');
      return appendEach(appender.append, appends);
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
        { wire, log, number: (subscriptions += 1), end, readAll },
        position,
        filter,
        batchSize,
        AbortSignal.any([signal, closing.signal]),
      );
    },
    async close() {
      if (closing.signal.aborted) return;
      await appender.close();
      closing.abort();
      await wire.close();
    },
  };
}
