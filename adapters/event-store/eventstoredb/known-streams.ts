import type { Position, StoredEvent } from '../port.ts';
import { contentDigest } from './events.ts';

export interface KnownEvent {
  readonly revision: number;
  readonly position: Position;
  readonly digest: string;
}

/** All events of a stream up to and including `revision` (-1: none). */
export interface KnownStream {
  revision: number;
  readonly events: Map<string, KnownEvent>;
}

const maxEvents = 100_000;

/**
 * What this process knows of the streams it appends to. The past of a stream never changes, so what is known stays
 * true; only its end may have moved on. The least recently used streams are forgotten.
 */
export function createKnownStreams() {
  const streams = new Map<string, KnownStream>();
  let size = 0;

  function forget(stream: string): void {
    size -= streams.get(stream)?.events.size ?? 0;
    streams.delete(stream);
  }

  function forgetOldest(but: string): void {
    for (const [oldest] of streams) {
      if (size <= maxEvents || oldest === but) break;
      forget(oldest);
    }
  }

  return {
    get(stream: string): KnownStream {
      const known = streams.get(stream) ?? { revision: -1, events: new Map() };
      streams.delete(stream);
      streams.set(stream, known);
      return known;
    },
    add(stream: string, events: readonly StoredEvent[]): void {
      const known = this.get(stream);
      for (const event of events) {
        if (event.revision !== known.revision + 1) continue;
        known.revision = event.revision;
        known.events.set(event.id, {
          revision: event.revision,
          position: event.position,
          digest: contentDigest(event),
        });
        size += 1;
      }
      forgetOldest(stream);
    },
    /** What this process has appended itself, behind what was known. */
    addOwn(stream: string, eventId: string, event: KnownEvent): void {
      const known = this.get(stream);
      if (event.revision !== known.revision + 1) return;
      known.revision = event.revision;
      known.events.set(eventId, event);
      size += 1;
      forgetOldest(stream);
    },
    forget,
  };
}
