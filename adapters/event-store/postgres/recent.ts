import type { FeedFilter, FeedPage, Position, StoredEvent } from '../port.ts';

/** What this process appended last, so that its own subscriptions need not read it back. */
export interface Recent {
  /** Events that have committed, ascending, all newer than those before. `bytes` is roughly what they hold in memory. */
  add(events: readonly StoredEvent[], bytes: number): void;
  /** The next events after `position` if this process appended the very next one, else null: then the database has to be asked. */
  after(position: Position, filter: FeedFilter | undefined, limit: number): FeedPage | null;
}

// Few: what lives for seconds is copied by the collector of short-lived objects, and every text waits for that.
const mostEvents = 500;
const mostBytes = 4 * 2 ** 20;

/**
 * Positions have no gaps (`es.append` gives out the last one plus one, under a lock that is held to the commit). So an
 * event here whose position is exactly one above what a reader has seen is the next one: nothing of another process can
 * be between.
 */
export function createRecent(): Recent {
  const held: { readonly event: StoredEvent; readonly bytes: number }[] = [];
  let bytesHeld = 0;

  function indexOf(position: Position): number {
    let low = 0;
    let high = held.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (held[middle]!.event.position < position) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  return {
    add(events, bytes) {
      const each = bytes / events.length;
      for (const event of events) held.push({ event, bytes: each });
      bytesHeld += bytes;
      let drop = Math.max(0, held.length - mostEvents);
      for (let index = 0; index < drop; index += 1) bytesHeld -= held[index]!.bytes;
      while (bytesHeld > mostBytes && drop < held.length) bytesHeld -= held[drop++]!.bytes;
      held.splice(0, drop);
    },
    after(position, filter, limit) {
      const events: StoredEvent[] = [];
      let next = position;
      for (let index = indexOf(position + 1n); index < held.length && events.length < limit; index += 1) {
        const { event } = held[index]!;
        if (event.position !== next + 1n) break;
        next = event.position;
        if (wanted(event, filter)) events.push(event);
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
