import { appendEach } from '../../../adapters/event-store/append-each.ts';
import { checkAppend, checkFeed, checkRead } from '../../../adapters/event-store/check-input.ts';
import {
  type Appended,
  EventIdReused,
  type EventStore,
  type EventToStore,
  type ExpectedRevision,
  type FeedPage,
  RevisionConflict,
  type StoredEvent,
} from '../../../adapters/event-store/port.ts';

/**
 * The log of a simulation: what the port promises, kept in memory, each call at once. It follows nobody: who reads the feed
 * asks page by page. `all`: everything there is, in order.
 */
export function memoryStore(): EventStore & { readonly all: readonly StoredEvent[] } {
  const all: StoredEvent[] = [];
  const streams = new Map<string, StoredEvent[]>();
  const byId = new Map<string, StoredEvent>();
  const fits = (expected: ExpectedRevision, last: number | null): boolean =>
    expected === 'any' ? true
    : expected === 'noStream' ? last === null
    : expected === 'streamExists' ? last !== null
    : last === expected;

  function repeated(stream: string, events: readonly EventToStore[]): Appended | null {
    const known = events.map(({ id }) => byId.get(id));
    if (known.every((one) => one === undefined)) return null;
    for (const [at, { id, type, data }] of events.entries()) {
      const one = known[at];
      if (one?.stream !== stream || one.type !== type || JSON.stringify(one.data) !== JSON.stringify(data))
        throw new EventIdReused(id);
    }
    const { revision, position } = known.at(-1)!;
    return { revision, position, repeated: true };
  }

  const append: EventStore['append'] = async (stream, expected, events) => {
    checkAppend(stream, expected, events);
    const before = repeated(stream, events);
    if (before !== null) return before;
    const own = streams.get(stream) ?? [];
    const last = own.at(-1)?.revision ?? null;
    if (!fits(expected, last)) throw new RevisionConflict(stream, expected, last);
    streams.set(stream, own);
    for (const event of events) {
      const stored = { ...event, stream, revision: own.length, position: BigInt(all.length + 1) };
      own.push(stored);
      all.push(stored);
      byId.set(event.id, stored);
    }
    return { revision: own.length - 1, position: BigInt(all.length), repeated: false };
  };
  const read: EventStore['read'] = async (stream, { from = 0, limit = Infinity } = {}) => {
    checkRead(from, limit);
    return (streams.get(stream) ?? []).slice(from, limit === Infinity ? undefined : from + limit);
  };
  return {
    engine: 'memory',
    all,
    append,
    appendMany: (appends) => appendEach(append, appends),
    read,
    readMany: async (names) => new Map(names.map((name) => [name, [...(streams.get(name) ?? [])]])),
    readAll: async (position, { filter, limit = 1_000 } = {}): Promise<FeedPage> => {
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
      return { events, next: BigInt(at), atEnd: at === all.length };
    },
    head: async () => BigInt(all.length),
    end: async () => BigInt(all.length),
    subscribe: () => {
      throw new Error('Nobody follows the log of a simulation by itself.');
    },
    close: async () => {},
  };
}
