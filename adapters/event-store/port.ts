import type { EventData, EventMetadata } from '../../domain/kernel/event.ts';

/** A place in the one ordered feed. Grows, may have gaps, and nothing is ever added below what a reader has seen. */
export type Position = bigint;

/** An event on its way into the store. `id` is a UUID; appending the same id again is a repeat, not a second event. */
export interface EventToStore {
  readonly id: string;
  readonly type: string;
  /** The version of the schema of `data`. */
  readonly version: number;
  readonly data: EventData;
  readonly metadata: EventMetadata;
}

export interface StoredEvent extends EventToStore {
  readonly stream: string;
  /** 0 for the first event of a stream. */
  readonly revision: number;
  readonly position: Position;
}

export type ExpectedRevision = number | 'noStream' | 'streamExists' | 'any';

export interface Appended {
  /** The revision of the last event of the append. */
  readonly revision: number;
  /** The position of the last event of the append. */
  readonly position: Position;
  /** True when these event ids were there already: nothing was written, this is the original result. */
  readonly repeated: boolean;
}

/** The stream is not where the caller thought. `actual` is its last revision, or null when there is no stream. */
export class RevisionConflict extends Error {
  override readonly name = 'RevisionConflict';
  readonly stream: string;
  readonly expected: ExpectedRevision;
  readonly actual: number | null;
  constructor(stream: string, expected: ExpectedRevision, actual: number | null) {
    super(`The stream ${stream} is at ${actual ?? 'nothing'}, expected ${expected}.`);
    this.stream = stream;
    this.expected = expected;
    this.actual = actual;
  }
}

/**
 * An event id was used before for another content (type, version or data; metadata tells of the attempt and is not
 * compared), in another order, or in another stream. EventStoreDB has no index of ids: there the last is not noticed.
 */
export class EventIdReused extends Error {
  override readonly name = 'EventIdReused';
  readonly eventId: string;
  constructor(eventId: string) {
    super(`The event id ${eventId} was used before with other content.`);
    this.eventId = eventId;
  }
}

/** One of several appends. No two of one call have a stream in common. */
export interface Append {
  readonly stream: string;
  readonly expected: ExpectedRevision;
  readonly events: readonly EventToStore[];
}
/** What came of it: what `append` would have answered, or thrown. */
export type AppendVerdict = Appended | RevisionConflict | EventIdReused;

/** The store can't be reached now. The outcome of an append that ends so is open: append the same ids again. */
export class EventStoreUnavailable extends Error {
  override readonly name = 'EventStoreUnavailable';
}

/**
 * The agency that the event belongs to is moving to another installation, or has moved; nothing was written. `isForGood`:
 * it has left. Otherwise the same append may succeed when the move is over, here or there.
 */
export class AgencyMoving extends Error {
  override readonly name = 'AgencyMoving';
  readonly isForGood: boolean;
  constructor(isForGood: boolean) {
    super(
      isForGood ?
        'This agency has moved to another installation.'
      : 'This agency is moving to another installation. Try again in a moment.',
    );
    this.isForGood = isForGood;
  }
}

/**
 * The log ends before a place that somebody has read up to: it is not the log that was read then, but an older backup
 * of it or another server's. To wait would be to skip whatever is appended below that place.
 */
export class LogEndsEarlier extends Error {
  override readonly name = 'LogEndsEarlier';
  readonly position: Position;
  readonly end: Position;
  constructor(position: Position, end: Position) {
    super(
      `The event log ends at ${end}, before ${position}, which was read already: it is an older one or another server's. ` +
        'Give the right one (EVENT_STORE_URL, DATABASE_URL), or, if this is it (restored from a backup), take it as it is: ' +
        'npm run projections -- adopt-log',
    );
    this.position = position;
    this.end = end;
  }
}

/** What a reader of the feed wants. Left out: everything. Both given: events that match both. */
export interface FeedFilter {
  readonly types?: readonly string[];
  readonly streamPrefixes?: readonly string[];
}

export interface FeedPage {
  readonly events: readonly StoredEvent[];
  /** Continue after this position; it moves past filtered-out events too. */
  readonly next: Position;
  /** True when the page reached the end of the feed as it was then. */
  readonly atEnd: boolean;
}

export interface SubscribeOptions {
  readonly filter?: FeedFilter;
  /** The most events a batch holds. Default 1,000. */
  readonly batchSize?: number;
  /** Ends the iteration, without an error. */
  readonly signal: AbortSignal;
}

/**
 * The only source of truth. The same semantics on every engine, held by test/contract/event-store.
 * All methods throw `EventStoreUnavailable` when the engine can't be reached.
 */
export interface EventStore {
  readonly engine: string;
  /**
   * Appends all events or none. Throws `RevisionConflict` or `EventIdReused`. An empty list is an error (TypeError).
   * Events that are all there already are a repeat, whatever revision is expected: the original result comes back.
   */
  append(stream: string, expected: ExpectedRevision, events: readonly EventToStore[]): Promise<Appended>;
  /**
   * Many appends in as few round trips as the engine can, each by itself as with `append`, with its verdict in the same
   * place. Throws only what concerns them all: a TypeError, then nothing was appended, or `EventStoreUnavailable`.
   */
  appendMany(appends: readonly Append[]): Promise<readonly AppendVerdict[]>;
  /** The events of a stream from a revision on, in order; empty when there are none. `limit` default: all. */
  read(stream: string, options?: { readonly from?: number; readonly limit?: number }): Promise<readonly StoredEvent[]>;
  /** Several streams in one round trip where the engine can. The map has an entry, maybe empty, for every name. */
  readMany(streams: readonly string[]): Promise<ReadonlyMap<string, readonly StoredEvent[]>>;
  /** A page of the feed after `position` (0n: from the start), oldest first. `limit` bounds the events returned. */
  readAll(position: Position, options?: { readonly filter?: FeedFilter; readonly limit?: number }): Promise<FeedPage>;
  /** The position of the newest event, 0n when there is none. */
  head(): Promise<Position>;
  /** How far a reader of the feed can come now. Above `head` where the engine's own records are last; never below `next` of a page. */
  end(): Promise<Position>;
  /**
   * Follows the feed after `position`: what is there in large batches, then what comes. The next batch is fetched when
   * the consumer asks (back-pressure). Survives a lost connection by reconnecting and resuming where it was. A batch may be
   * empty when only `next` moved. Throws `LogEndsEarlier` when the log ends before where it is, at once or later.
   */
  subscribe(position: Position, options: SubscribeOptions): AsyncIterable<FeedPage>;
  close(): Promise<void>;
}
