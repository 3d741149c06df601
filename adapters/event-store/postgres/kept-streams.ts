import type { StoredEvent } from '../port.ts';

/** Streams as this process knows them: what is in one never changes, so that only what came since has to be asked for. */
export interface KeptStreams {
  /** All that is known of a stream, from its first event on; empty: nothing. */
  of(stream: string): readonly StoredEvent[];
  /** A stream as it was just read. */
  keep(stream: string, events: readonly StoredEvent[]): void;
  /** What this process has appended. */
  added(events: readonly StoredEvent[]): void;
  /** It is not what it was taken for. */
  forget(stream: string): void;
  /** The log may be another one: a connection to it was lost. */
  clear(): void;
  /** Another number after each `clear`. */
  era(): number;
}

/** Events in each of two halves, some 2 KB each. */
const mostEvents = 8_000;
/** A longer stream would take the place of many. */
const longest = 64;
const nothing: readonly StoredEvent[] = [];

/**
 * A step of an automation reads its contact, its run and its text some ten times within seconds: they are kept, those
 * that were used last, and what is kept of a stream is never more than the beginning of it. When one half is full, the
 * other, which holds what was used longest ago, goes as a whole.
 */
export function createKeptStreams(): KeptStreams {
  let recent = new Map<string, readonly StoredEvent[]>();
  let older = new Map<string, readonly StoredEvent[]>();
  let events = 0;
  let era = 0;

  function set(stream: string, kept: readonly StoredEvent[]): void {
    const before = recent.get(stream)?.length ?? 0;
    if (kept.length > longest) {
      recent.delete(stream);
      older.delete(stream);
      events -= before;
      return;
    }
    if (events + kept.length - before > mostEvents) [older, recent, events] = [recent, new Map(), 0];
    events += kept.length - (recent.get(stream)?.length ?? 0);
    recent.set(stream, kept);
  }
  const find = (stream: string): readonly StoredEvent[] | undefined => recent.get(stream) ?? older.get(stream);

  return {
    of(stream) {
      const kept = recent.get(stream);
      if (kept !== undefined) return kept;
      const found = older.get(stream);
      if (found !== undefined) set(stream, found);
      return found ?? nothing;
    },
    keep(stream, read) {
      if (read.length > (find(stream)?.length ?? 0)) set(stream, read);
    },
    added(appended) {
      for (const [stream, those] of Map.groupBy(appended, (event) => event.stream)) {
        const known = find(stream);
        const first = those[0]!.revision;
        if (first === (known?.length ?? 0)) set(stream, known === undefined ? those : [...known, ...those]);
      }
    },
    forget(stream) {
      events -= recent.get(stream)?.length ?? 0;
      recent.delete(stream);
      older.delete(stream);
    },
    clear() {
      [recent, older, events] = [new Map(), new Map(), 0];
      era += 1;
    },
    era: () => era,
  };
}
