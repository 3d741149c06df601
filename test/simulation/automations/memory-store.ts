import { once } from 'node:events';
import { isDeepStrictEqual } from 'node:util';
import { appendEach } from '../../../adapters/event-store/append-each.ts';
import { checkAppend, checkFeed, checkName, checkRead } from '../../../adapters/event-store/check-input.ts';
import {
  type Appended,
  EventIdReused,
  type EventStore,
  EventStoreUnavailable,
  type EventToStore,
  type ExpectedRevision,
  type FeedPage,
  LogEndsEarlier,
  type Position,
  RevisionConflict,
  type StoredEvent,
  type SubscribeOptions,
} from '../../../adapters/event-store/port.ts';

/** The events themselves: several stores may stand on one log, as several processes do. */
export class MemoryLog {
  /** Everything there is, in order; the position of an event is its place, from 1 on. */
  readonly all: StoredEvent[] = [];
  readonly streams = new Map<string, StoredEvent[]>();
  /** By ids in lower case. */
  readonly byId = new Map<string, StoredEvent>();
  /** Says `grown` when something was appended. */
  readonly bell = new EventTarget();
}

/** The log of a simulation: what the port promises (test/contract/event-store), kept in memory, each call at once. */
export function memoryStore(log = new MemoryLog()): EventStore & { readonly all: readonly StoredEvent[] } {
  const { all, streams, byId, bell } = log;
  let isClosed = false;
  const open = (): void => {
    if (isClosed) throw new EventStoreUnavailable('This store was closed.');
  };
  const end = (): Position => BigInt(all.length);

  function repeated(stream: string, events: readonly EventToStore[]): Appended | null {
    const known = events.map(({ id }) => byId.get(id.toLowerCase()));
    if (known.every((one) => one === undefined)) return null;
    const isSame = ({ type, version, data }: EventToStore, at: number): boolean => {
      const one = known[at];
      return (
        one?.stream === stream &&
        one.revision === known[0]!.revision + at &&
        one.type === type &&
        one.version === version &&
        isDeepStrictEqual(one.data, data)
      );
    };
    // Named is one that is there already, not a new one beside it.
    if (known[0] === undefined || !events.every(isSame))
      throw new EventIdReused(
        events.find((event, at) => known[at] !== undefined && (known[0] === undefined || !isSame(event, at)))?.id ??
          events[0]!.id,
      );
    const { revision, position } = known.at(-1)!;
    return { revision, position, repeated: true };
  }

  const append: EventStore['append'] = async (stream, expected, given) => {
    open();
    checkAppend(stream, expected, given);
    // What is stored is what it was at the call, and what JSON says of it.
    const events = given.map(({ data, metadata, ...event }) => ({
      ...event,
      ...(JSON.parse(JSON.stringify({ data, metadata })) as Pick<EventToStore, 'data' | 'metadata'>),
    }));
    const before = repeated(stream, events);
    if (before !== null) return before;
    const own = streams.get(stream) ?? [];
    const last = own.at(-1)?.revision ?? null;
    if (!fits(expected, last)) throw new RevisionConflict(stream, expected, last);
    streams.set(stream, own);
    for (const event of events) {
      const stored = { ...event, stream, revision: own.length, position: end() + 1n };
      own.push(stored);
      all.push(stored);
      byId.set(event.id.toLowerCase(), stored);
    }
    bell.dispatchEvent(new Event('grown'));
    return { revision: own.length - 1, position: end(), repeated: false };
  };
  const read: EventStore['read'] = async (stream, { from = 0, limit = Infinity } = {}) => {
    open();
    checkName('stream', stream);
    checkRead(from, limit);
    return (streams.get(stream) ?? []).slice(from, limit === Infinity ? undefined : from + limit);
  };
  const readAll: EventStore['readAll'] = async (position, { filter, limit = 1_000 } = {}): Promise<FeedPage> => {
    open();
    checkFeed(position, limit, filter);
    const types = filter?.types === undefined ? null : new Set(filter.types);
    const events: StoredEvent[] = [];
    let at = Number(position);
    for (; at < all.length && events.length < limit; at += 1) {
      const event = all[at]!;
      if (types !== null && !types.has(event.type)) continue;
      if (filter?.streamPrefixes?.some((prefix) => event.stream.startsWith(prefix)) === false) continue;
      events.push(event);
    }
    return { events, next: BigInt(at), atEnd: at >= all.length };
  };
  async function* pages(from: Position, { filter, batchSize: limit = 1_000, signal }: SubscribeOptions) {
    for (let position = from; !signal.aborted;) {
      if (position > end()) throw new LogEndsEarlier(position, end());
      const page = await readAll(position, { ...(filter === undefined ? {} : { filter }), limit });
      if (page.next > position) {
        position = page.next;
        yield page;
      } else await once(bell, 'grown', { signal }).catch(() => {});
    }
  }
  return {
    engine: 'memory',
    all,
    append,
    appendMany: async (appends) => {
      for (const { stream, expected, events } of appends) checkAppend(stream, expected, events);
      return appendEach(append, appends);
    },
    read,
    readMany: async (names) => {
      open();
      for (const name of names) checkName('stream', name);
      return new Map(names.map((name) => [name, [...(streams.get(name) ?? [])]]));
    },
    readAll,
    head: async () => {
      open();
      return end();
    },
    end: async () => {
      open();
      return end();
    },
    subscribe: (position, options) => {
      checkFeed(position, options.batchSize ?? 1_000, options.filter);
      return pages(position, options);
    },
    close: async () => {
      isClosed = true;
    },
  };
}

const fits = (expected: ExpectedRevision, last: number | null): boolean =>
  expected === 'any' ? true
  : expected === 'noStream' ? last === null
  : expected === 'streamExists' ? last !== null
  : last === expected;
