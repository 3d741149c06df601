import type { Logger } from 'pino';
import { type EventStore, LogEndsEarlier, type Position, type StoredEvent } from '../../adapters/event-store/port.ts';
import { createOutage } from '../../adapters/database/outage.ts';
import { pauseFor, Signalled } from './pause.ts';

export interface Page {
  readonly events: readonly StoredEvent[];
  /** Everything wanted up to here is in `events` or in earlier pages. */
  readonly next: Position;
}

/** Somebody who reads from a feed. A feed waits for its readers, but not for one that is stuck. */
export interface Reader {
  /** It has taken everything up to here. */
  readonly taken: Position;
  readonly stuck: boolean;
}

interface Held extends Page {
  readonly from: Position;
}

export interface FeedOptions {
  readonly store: EventStore;
  readonly types: readonly string[];
  readonly log: Pick<Logger, 'warn'>;
  /** The most events of one read. */
  readonly pageSize: number;
  /** How many events are held for readers that are not yet that far. */
  readonly capacity: number;
  /** How long a full feed waits for a reader that makes no progress, in ms. */
  readonly patienceMs: number;
  /** For filling tables: readers get this many events at once, fewer only at `until`, and the next page is read meanwhile. */
  readonly window?: { readonly events: number; readonly until: Position } | undefined;
}

/** How many events are held although everybody has them: for who starts over from a checkpoint just before. */
const kept = 200;

/**
 * One reading of the event store, shared by all who follow it: each event is fetched, decrypted and parsed once. Holds
 * the newest pages; reads ahead while its readers write, and stops when they fall too far behind. Who has fallen out
 * of what is held reads for himself.
 */
export class Feed {
  readonly #options: FeedOptions;
  readonly #held: Held[] = [];
  readonly #readers = new Set<Reader>();
  readonly #grown = new Signalled();
  readonly #consumed = new Signalled();
  #count = 0;
  #delivered = 0;
  #position: Position;

  constructor(position: Position, options: FeedOptions) {
    this.#position = position;
    this.#options = options;
  }

  /** How far it has read. */
  get position(): Position {
    return this.#position;
  }
  /** How many events it has read. */
  get delivered(): number {
    return this.#delivered;
  }

  attach(reader: Reader): () => void {
    this.#readers.add(reader);
    return () => {
      this.#readers.delete(reader);
      this.#consumed.notify();
    };
  }

  /** A reader has moved on. */
  consumed(): void {
    this.#consumed.notify();
  }

  /** Follows the store until `signal`. Throws `LogEndsEarlier`; everything else is tried again. */
  async run(signal: AbortSignal): Promise<void> {
    const { store, types, log, pageSize, window } = this.#options;
    const outage = createOutage(log, 'the event feed');
    for (let pause = 100; !signal.aborted; pause = Math.min(pause * 2, 2000)) {
      try {
        const pages = store.subscribe(this.#position, { filter: { types }, batchSize: pageSize, signal });
        for await (const page of window === undefined ? pages : oneAhead(pages)) {
          outage.works();
          this.#push(page);
          await this.#room(signal);
          pause = 100;
        }
      } catch (error) {
        if (signal.aborted) break;
        if (error instanceof LogEndsEarlier) throw error;
        outage.failed(error);
      }
      if (!signal.aborted) await pauseFor(pause, signal);
    }
    this.#grown.notify();
  }

  /**
   * What came after `position`, several pages at once when they are there. Waits when there is nothing. `behind`: this is no longer held.
   * Null when `signal` or the time limit ended the wait.
   */
  async after(
    position: Position,
    most: number,
    signal: AbortSignal,
    timeoutMs?: number,
  ): Promise<Page | 'behind' | null> {
    while (!signal.aborted) {
      if (position < this.#start()) return 'behind';
      if (this.has(position)) return this.#collect(position, most);
      if (!(await this.#grown.wait(signal, timeoutMs))) return null;
    }
    return null;
  }

  /** Whether `after` would answer without waiting. */
  has(position: Position): boolean {
    if (position >= this.#position) return false;
    const { window } = this.#options;
    if (window === undefined || this.#position >= window.until) return true;
    let count = 0;
    for (const page of this.#held) if (page.next > position) count += page.events.length;
    return count >= window.events;
  }

  #start(): Position {
    return this.#held[0]?.from ?? this.#position;
  }

  #collect(position: Position, most: number): Page {
    const events: StoredEvent[] = [];
    let next = position;
    // From the newest back: who follows live wants the last few of what may be thousands.
    let first = this.#held.length;
    while (first > 0 && this.#held[first - 1]!.next > position) first -= 1;
    for (let index = first; index < this.#held.length; index += 1) {
      const page = this.#held[index]!;
      if (page.from >= position) for (const event of page.events) events.push(event);
      else for (const event of page.events) if (event.position > position) events.push(event);
      next = page.next;
      if (events.length >= most) break;
    }
    return { events, next };
  }

  #push(page: { readonly events: readonly StoredEvent[]; readonly next: Position }): void {
    if (page.next <= this.#position) return;
    const last = this.#held.at(-1);
    if (page.events.length === 0 && last && last.events.length === 0) this.#held.pop();
    this.#held.push({
      from: page.events.length === 0 && last && last.events.length === 0 ? last.from : this.#position,
      events: page.events,
      next: page.next,
    });
    this.#count += page.events.length;
    this.#delivered += page.events.length;
    this.#position = page.next;
    this.#grown.notify();
  }

  /** Lets go of what everybody has; waits for the others while too much is held. */
  async #room(signal: AbortSignal): Promise<void> {
    const { capacity, patienceMs } = this.#options;
    for (;;) {
      const oldest = this.#held[0];
      // What everybody has is let go soon: what lives for seconds makes the collector of short-lived objects slow.
      if (
        oldest &&
        this.#count > kept &&
        this.#held.length > 1 &&
        [...this.#readers].every((reader) => reader.taken >= oldest.next)
      ) {
        this.#held.shift();
        this.#count -= oldest.events.length;
        continue;
      }
      if (!oldest || this.#count <= capacity || this.#held.length === 1) return;
      const waiting = [...this.#readers].some(
        (reader) => !reader.stuck && reader.taken < oldest.next && reader.taken >= oldest.from,
      );
      if (waiting && !signal.aborted && (await this.#consumed.wait(signal, patienceMs))) continue;
      this.#held.shift();
      this.#count -= oldest.events.length;
    }
  }
}

/** The same pages; the one after the one in hand is being fetched meanwhile. */
async function* oneAhead<T>(pages: AsyncIterable<T>): AsyncGenerator<T> {
  const iterator = pages[Symbol.asyncIterator]();
  const fetch = (): Promise<IteratorResult<T>> => {
    const next = iterator.next();
    next.catch(() => {}); // Thrown where it is awaited.
    return next;
  };
  for (let next = fetch(); ;) {
    const { done, value } = await next;
    if (done === true) return;
    next = fetch();
    yield value;
  }
}
