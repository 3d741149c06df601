import type { EventStore, StoredEvent } from '../adapters/event-store/port.ts';

/**
 * The store, with reads of whole streams that are asked for in the same turn of the event loop put into one round trip. Each caller waits
 * for one query either way, and the database answers one in place of sixty-four. If the joint read fails, each is read alone, so that a stream that can't be
 * read fails for who asked for it and nobody else.
 */
export function shareReads(store: EventStore, most = 256): EventStore {
  interface Asked {
    readonly streams: readonly string[];
    readonly resolve: (found: ReadonlyMap<string, readonly StoredEvent[]>) => void;
    readonly reject: (error: unknown) => void;
  }
  let waiting: Asked[] = [];

  const flush = () => {
    const asked = waiting;
    waiting = [];
    if (asked.length === 0) return;
    const alone = (one: Asked) => { store.readMany(one.streams).then(one.resolve, one.reject); };
    if (asked.length === 1) return alone(asked[0]!);
    store.readMany([...new Set(asked.flatMap(({ streams }) => streams))]).then(
      (found) => { for (const one of asked) one.resolve(found); },
      () => { asked.forEach(alone); },
    );
  };

  const readMany = (streams: readonly string[]) =>
    new Promise<ReadonlyMap<string, readonly StoredEvent[]>>((resolve, reject) => {
      if (waiting.length === 0) setImmediate(flush);
      waiting.push({ streams, resolve, reject });
      if (waiting.length >= most) flush();
    });

  return {
    ...store,
    readMany,
    read: async (stream, options) => (options === undefined ? ((await readMany([stream])).get(stream) ?? []) : store.read(stream, options)),
  };
}
