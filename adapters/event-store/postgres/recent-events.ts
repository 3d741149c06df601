import type { FeedFilter, FeedPage, Position, StoredEvent } from '../port.ts';

/**
 * The end of the log as this process holds it, so that its subscriptions are served from here and need not each ask the
 * database: what it appended itself, and what one of them has read for all of them.
 */
export interface RecentEvents {
  /** Events without gaps, as they stand in the log. `bytes` is roughly what they hold in memory. */
  add(events: readonly StoredEvent[], bytes: number): void;
  /** The next events after `position`; null: the very next one is not held. */
  after(position: Position, wanted: Wanted, limit: number): FeedPage | null;
  /** The first event that is held behind `position`; null: none. */
  firstAfter(position: Position): Position | null;
  /** Whether nothing behind `position` was let go: what is missing has only just come. */
  isNear(position: Position): boolean;
  /** Somebody has read up to the end. */
  endsAt(position: Position): void;
  /** The log may be another one. */
  clear(): void;
  /** Another number after each `clear`. */
  era(): number;
}

/** A filter that is asked of many events. */
export interface Wanted {
  readonly types: ReadonlySet<string> | null;
  readonly streamPrefixes: readonly string[] | null;
}
export const wantedBy = (filter: FeedFilter | undefined): Wanted => ({
  types: filter?.types === undefined ? null : new Set(filter.types),
  streamPrefixes: filter?.streamPrefixes ?? null,
});

// Few: what lives for seconds is copied by the collector of short-lived objects, and every text waits for that.
const maxEvents = 2_000;
/** A file of contacts comes in thousands: so many heaps of events are held however many events they are. */
const fewHeaps = 8;
const maxBytes = 8 * 2 ** 20;

interface Heap {
  readonly first: Position;
  readonly last: Position;
  readonly events: readonly StoredEvent[];
  /** Which are among them, each once. */
  readonly types: readonly string[];
  readonly bytes: number;
}

/**
 * Positions have no gaps (`es.append` gives out the last one plus one, under a lock that is held to the commit). So an
 * event here whose position is exactly one above what a reader has seen is the next one: nothing of another process can
 * be between. Between two heaps there is what another process appended and nobody here has read.
 */
export function createRecentEvents(): RecentEvents {
  /** By position, none with a part of another. */
  let heaps: Heap[] = [];
  let eventsHeld = 0;
  let bytesHeld = 0;
  /** Behind this nothing was let go; null: nobody here has been at the end. */
  let floor: Position | null = null;
  let era = 0;

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

  function hold(events: readonly StoredEvent[], bytes: number): void {
    const [first, last] = [events[0]!.position, events.at(-1)!.position];
    const heap = { first, last, events, types: [...new Set(events.map(({ type }) => type))], bytes };
    heaps.splice(indexOf(first), 0, heap);
    eventsHeld += events.length;
    bytesHeld += bytes;
  }

  function letGo(): void {
    let drop = 0;
    while (
      drop < heaps.length &&
      ((eventsHeld > maxEvents && heaps.length - drop > fewHeaps) || bytesHeld > maxBytes)
    ) {
      const dropped = heaps[drop++]!;
      eventsHeld -= dropped.events.length;
      bytesHeld -= dropped.bytes;
      floor = dropped.last;
    }
    if (drop > 0) heaps.splice(0, drop);
  }

  return {
    add(events, bytes) {
      floor ??= events[0]!.position - 1n;
      let run: StoredEvent[] = [];
      const end = () => {
        if (run.length > 0) hold(run, (bytes * run.length) / events.length);
        run = [];
      };
      // What is appended here may have been read before it was known here, and the other way round.
      for (const event of events) {
        const { position } = event;
        const isHeld = position <= floor || (heaps[indexOf(position)]?.first ?? position + 1n) <= position;
        if (isHeld) end();
        else run.push(event);
      }
      end();
      letGo();
    },
    after(position, { types, streamPrefixes }, limit) {
      const events: StoredEvent[] = [];
      let next = position;
      let index = indexOf(position + 1n);
      for (; index < heaps.length && events.length < limit; index += 1) {
        const heap = heaps[index]!;
        if (heap.first > next + 1n) break;
        if (types !== null && !heap.types.some((type) => types.has(type))) {
          next = heap.last;
          continue;
        }
        for (let at = Number(next + 1n - heap.first); at < heap.events.length && events.length < limit; at += 1) {
          const event = heap.events[at]!;
          next = event.position;
          if (types?.has(event.type) === false) continue;
          if (streamPrefixes?.some((prefix) => event.stream.startsWith(prefix)) === false) continue;
          events.push(event);
        }
      }
      return next === position ? null : { events, next, atEnd: events.length < limit && index === heaps.length };
    },
    firstAfter: (position) => heaps[indexOf(position + 1n)]?.first ?? null,
    isNear: (position) => floor !== null && position >= floor,
    endsAt(position) {
      floor ??= position;
    },
    clear() {
      [heaps, eventsHeld, bytesHeld, floor] = [[], 0, 0, null];
      era += 1;
    },
    era: () => era,
  };
}
