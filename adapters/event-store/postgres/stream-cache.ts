import type { Position, StoredEvent } from '../port.ts';

/**
 * Streams as this process knows them. What is in one never changes, and positions have no gaps: who knows all that the log
 * says up to a place knows these streams up to there, and need only look at what has come behind that, whatever it is about.
 */
export interface StreamCache {
  /** All events of a stream from a revision on, up to the first gap; null: they are not known. */
  of(stream: string, from: number): readonly StoredEvent[] | null;
  /** Streams are about to be read, from a revision on: what is told of them meanwhile is not missed. */
  expect(streams: ReadonlyMap<string, number>): Expected;
  /** Events without gaps, as they stand in the log. */
  added(events: readonly StoredEvent[]): void;
  /** It is not what it was taken for. */
  forget(stream: string): void;
  /** The log may be another one, or more has come than is worth reading. */
  clear(): void;
  /** Another number after each `clear`. */
  era(): number;
  /** What of the log is not known, from the first gap on to whatever its end may be; null: it is known from nowhere on. */
  gaps(): readonly Gap[] | null;
  /** What is kept from now on is known from here on. */
  beginAt(position: Position): void;
}

/** What is behind one position and before another; null: to the end of the log. */
export interface Gap {
  readonly after: Position;
  readonly before: Position | null;
}

export interface Expected {
  /** As they were read. */
  keep(read: ReadonlyMap<string, readonly StoredEvent[]>): void;
  /** In any case, when the reading is over. */
  end(): void;
}

/** Events in each of two halves, some 2 KB each; a stream counts as one more. */
const most = 12_000;
/** A longer stream would take the place of many. */
const longest = 64;

/** So often what was told of has gaps before it, it is begun anew: nobody has asked for anything meanwhile. */
const maxGaps = 1_000;

interface CachedStream {
  readonly from: number;
  readonly events: readonly StoredEvent[];
}
const nextOf = ({ from, events }: CachedStream): number => from + events.length;
const weightOf = ({ events }: CachedStream): number => events.length + 1;

/**
 * A step of an automation reads its contact, its run and its text some ten times within seconds: they are kept, those
 * that were used last. When one half is full, the other, which holds what was used longest ago, goes as a whole.
 */
export function createStreamCache(): StreamCache {
  let recent = new Map<string, CachedStream>();
  let older = new Map<string, CachedStream>();
  let weight = 0;
  let era = 0;
  let upTo: Position | null = null;
  /** What was told of beyond a gap: from and to which position. */
  let beyond: (readonly [first: Position, last: Position])[] = [];
  /** The last event of all that were told of. */
  let highest: Position = 0n;
  /** Streams that are being read, and what was told of them meanwhile. */
  const expected = new Map<string, Set<StoredEvent[]>>();

  function drop(stream: string): void {
    const known = recent.get(stream);
    if (known !== undefined) weight -= weightOf(known);
    recent.delete(stream);
    older.delete(stream);
  }
  function set(stream: string, kept: CachedStream): void {
    drop(stream);
    // Of a long one only that nothing has come since.
    if (kept.events.length > longest) kept = { from: nextOf(kept), events: [] };
    if (weight + weightOf(kept) > most) [older, recent, weight] = [recent, new Map(), 0];
    weight += weightOf(kept);
    recent.set(stream, kept);
  }

  /** With what was told of it, in any order. */
  function withNews(kept: CachedStream, news: readonly StoredEvent[]): CachedStream | null {
    const next = nextOf(kept);
    const fresh = news.filter(({ revision }) => revision >= next);
    if (fresh.length === 0) return kept;
    return fresh.every(({ revision }, n) => revision === next + n) ?
        { from: kept.from, events: [...kept.events, ...fresh] }
      : null;
  }

  function moveOn(first: Position, last: Position): void {
    if (last > highest) highest = last;
    if (upTo === null) return;
    if (last > upTo) beyond.push([first, last]);
    if (beyond.length > maxGaps) return clear();
    beyond.sort(([a], [b]) => (a < b ? -1 : 1));
    while (beyond.length > 0 && beyond[0]![0] <= upTo + 1n) {
      const [[, end]] = beyond as [readonly [Position, Position]];
      if (end > upTo) upTo = end;
      beyond.shift();
    }
  }

  function clear(): void {
    [recent, older, weight, upTo, beyond, highest] = [new Map(), new Map(), 0, null, [], 0n];
    era += 1;
  }

  return {
    of(stream, from) {
      const kept = recent.get(stream) ?? older.get(stream);
      if (kept === undefined || kept.from > from) return null;
      if (!recent.has(stream)) set(stream, kept);
      return kept.from === from ? kept.events : kept.events.slice(from - kept.from);
    },
    expect(streams) {
      const begun = upTo === null ? null : era;
      const told = new Map<string, StoredEvent[]>();
      for (const stream of streams.keys()) {
        const news: StoredEvent[] = [];
        told.set(stream, news);
        const waiting = expected.get(stream) ?? new Set();
        expected.set(stream, waiting.add(news));
      }
      return {
        keep(read) {
          // Else something may have come after it was read that nobody here was told of.
          if (begun !== era) return;
          for (const [stream, news] of told) {
            const kept = withNews({ from: streams.get(stream)!, events: read.get(stream) ?? [] }, news);
            if (kept !== null) set(stream, kept);
          }
        },
        end() {
          for (const [stream, news] of told) {
            const waiting = expected.get(stream)!;
            waiting.delete(news);
            if (waiting.size === 0) expected.delete(stream);
          }
        },
      };
    },
    added(events) {
      if (events.length === 0) return;
      for (const [stream, those] of Map.groupBy(events, (event) => event.stream)) {
        for (const news of expected.get(stream) ?? []) news.push(...those);
        const known = recent.get(stream) ?? older.get(stream);
        // One that begins here is read next; of one that began before, more may have been told of already.
        const begins = upTo !== null && those[0]!.revision === 0 && those[0]!.position > highest;
        const before = known ?? (begins ? { from: 0, events: [] } : null);
        const kept = before === null ? null : withNews(before, those);
        if (kept !== null) {
          if (kept !== known) set(stream, kept);
        } else drop(stream);
      }
      moveOn(events[0]!.position, events.at(-1)!.position);
    },
    forget: drop,
    clear,
    era: () => era,
    gaps() {
      if (upTo === null) return null;
      const gaps: Gap[] = [];
      let after = upTo;
      // Sorted, none of them right behind `upTo`.
      for (const [first, last] of beyond) {
        if (first > after + 1n) gaps.push({ after, before: first });
        if (last > after) after = last;
      }
      return [...gaps, { after, before: null }];
    },
    beginAt(position) {
      upTo ??= position;
    },
  };
}
