import type { FeedFilter, FeedPage, Position, StoredEvent } from '../port.ts';

/** What this process appended last, so that its own subscriptions need not read it back. */
export interface Recent {
  /**
   * Events that have committed together, without gaps, all newer than those before. `bytes` is roughly what they hold in
   * memory.
   */
  add(events: readonly StoredEvent[], bytes: number): void;
  /** The next events after `position` if this process appended the very next one, else null: then the database has to be asked. */
  after(position: Position, filter: FeedFilter | undefined, limit: number): FeedPage | null;
}

// Few: what lives for seconds is copied by the collector of short-lived objects, and every text waits for that.
const mostEvents = 500;
/** A file of contacts comes in thousands: so many heaps of events are held however many events they are. */
const fewHeaps = 8;
const mostBytes = 8 * 2 ** 20;

interface Heap {
  readonly first: Position;
  readonly last: Position;
  readonly events: readonly StoredEvent[];
  readonly types: ReadonlySet<string>;
  readonly bytes: number;
}

/**
 * Positions have no gaps (`es.append` gives out the last one plus one, under a lock that is held to the commit). So an
 * event here whose position is exactly one above what a reader has seen is the next one: nothing of another process can
 * be between.
 */
export function createRecent(): Recent {
  const heaps: Heap[] = [];
  let eventsHeld = 0;
  let bytesHeld = 0;

  /** The heap that `position` is in, or the first one behind it. */
  function indexOf(position: Position): number {
    let low = 0;
    let high = heaps.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (heaps[middle]!.last < position) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  return {
    add(events, bytes) {
      const [first, last] = [events[0]!.position, events.at(-1)!.position];
      heaps.push({ first, last, events, types: new Set(events.map(({ type }) => type)), bytes });
      eventsHeld += events.length;
      bytesHeld += bytes;
      let drop = 0;
      while (
        drop < heaps.length &&
        ((eventsHeld > mostEvents && heaps.length - drop > fewHeaps) || bytesHeld > mostBytes)
      ) {
        const dropped = heaps[drop++]!;
        eventsHeld -= dropped.events.length;
        bytesHeld -= dropped.bytes;
      }
      heaps.splice(0, drop);
    },
    after(position, filter, limit) {
      const events: StoredEvent[] = [];
      let next = position;
      for (let index = indexOf(position + 1n); index < heaps.length && events.length < limit; index += 1) {
        const heap = heaps[index]!;
        if (heap.first > next + 1n) break;
        if (filter?.types?.some((type) => heap.types.has(type)) === false) {
          next = heap.last;
          continue;
        }
        for (let at = Number(next + 1n - heap.first); at < heap.events.length && events.length < limit; at += 1) {
          const event = heap.events[at]!;
          next = event.position;
          if (wanted(event, filter)) events.push(event);
        }
      }
      return next === position ? null : { events, next, atEnd: events.length < limit };
    },
  };
}

function wanted(event: StoredEvent, filter: FeedFilter | undefined): boolean {
  if (filter?.types !== undefined && !filter.types.includes(event.type)) return false;
  return (
    filter?.streamPrefixes === undefined || filter.streamPrefixes.some((prefix) => event.stream.startsWith(prefix))
  );
}
