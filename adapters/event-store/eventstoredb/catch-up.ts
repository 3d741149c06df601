import { setTimeout as sleep } from 'node:timers/promises';
import { convertToCommandError } from '@eventstore/db-client';
import type { Logger } from 'pino';
import { createOutage } from '../../database/outage.ts';
import {
  type FeedFilter,
  type FeedPage,
  EventStoreUnavailable,
  LogEndsEarlier,
  type Position,
  type StoredEvent,
} from '../port.ts';
import type { Answers, Wire } from './client.ts';
import { asStoreError, wasTooSlow } from './errors.ts';
import { fromWire, isSystem } from './events.ts';
import { serverFilter, wants } from './filter.ts';
import type { ReadAnswer } from './messages.ts';

interface Feed {
  readonly wire: Wire;
  readonly log: Pick<Logger, 'warn'>;
  /** Tells it from the others of this process in the log. */
  readonly number: number;
  readonly end: () => Promise<Position>;
  readonly readAll: (
    position: Position,
    options: { readonly filter?: FeedFilter; readonly limit: number },
  ) => Promise<FeedPage>;
}

const firstQuietMs = 20;
const longestQuietMs = 500;
/** A consumer of smaller pages than this is not behind when one is full. */
const fewest = 100;
/** How often, and how far apart, a log has to be found too short before it is believed. */
const doubts = 6;
const doubtMs = 500;

/**
 * Follows $all: what is there in pages, of which one is fetched ahead while the consumer works, and from the end of the
 * log on by a subscription. It begins after the last page's position, and the server itself reads from there what came
 * in between, so that nothing is skipped or doubled; whatever arrives twice would be dropped by its position. A
 * consumer that falls behind gets pages again: the server would have to read for it, too, one event at a time.
 *
 * A cut connection is followed by pages from where we were.
 */
export async function* catchUp(
  feed: Feed,
  start: Position,
  filter: FeedFilter | undefined,
  limit: number,
  signal: AbortSignal,
): AsyncGenerator<FeedPage> {
  const outage = createOutage(feed.log, 'the event store', { subscription: feed.number });
  let position = start;
  let pause = 50;
  while (!signal.aborted) {
    try {
      for await (const page of stretch()) {
        outage.works();
        pause = 50;
        if (signal.aborted) return;
        if (page === null) continue;
        position = page.next;
        yield page;
      }
    } catch (error) {
      if (signal.aborted) return;
      const known = asStoreError(error);
      if (!(known instanceof EventStoreUnavailable)) throw known;
      if (wasTooSlow(known))
        feed.log.warn(
          { subscription: feed.number },
          'the event store ended a subscription that fell behind: it goes on from where it was, in pages',
        );
      else outage.failed(known);
      await sleep(pause, undefined, { signal }).catch(() => {});
      pause = Math.min(pause * 2, 1_000);
    }
  }

  /** Until the consumer has fallen behind, or the connection is lost. Null: the server has answered, and nothing is new. */
  async function* stretch(): AsyncGenerator<FeedPage | null> {
    yield* pages();
    await refuseShorterLog(feed, position, signal);
    const live = await subscribe(feed.wire, position, filter, limit, signal);
    try {
      yield* following(live);
    } finally {
      live.close();
    }
  }

  async function* pages(): AsyncGenerator<FeedPage> {
    const read = (from: Position) => feed.readAll(from, filter === undefined ? { limit } : { filter, limit });
    for (let next = read(position); ;) {
      const page = await next;
      if (page.atEnd) {
        if (page.next > position) yield page;
        return;
      }
      next = read(page.next);
      // Who gives up in between hears of it no more.
      next.catch(() => {});
      yield page;
    }
  }

  /**
   * With a filter the server only now and then says how far it has looked. So when it is quiet though the log has moved
   * on, we look at the few events in between ourselves.
   */
  async function* following(live: Subscription): AsyncGenerator<FeedPage | null> {
    for (let quiet = firstQuietMs; !signal.aborted;) {
      const { events, reached } = live.take(position);
      if (reached > position) {
        quiet = firstQuietMs;
        yield { events, next: reached, atEnd: live.isEmpty() };
        if (live.isBehind()) return;
        continue;
      }
      if (await live.more(quiet)) continue;
      quiet = Math.min(quiet * 2, longestQuietMs);
      const end = await refuseShorterLog(feed, position, signal);
      yield end > position ? await feed.readAll(position, filter === undefined ? { limit } : { filter, limit }) : null;
    }
  }
}

/**
 * Throws when the log ends before `position`. A leader that has been cut off from the others may say so for a while
 * before it gives up: it has to be said several times in a row. Returns where it ends. (The server ends a subscription
 * from beyond its log without a word.)
 */
async function refuseShorterLog({ end }: Feed, position: Position, signal: AbortSignal): Promise<Position> {
  for (let look = 1; ; look += 1) {
    const found = await end();
    if (found >= position || signal.aborted) return found;
    if (look === doubts) throw new LogEndsEarlier(position, found);
    await sleep(doubtMs, undefined, { signal }).catch(() => {});
  }
}

interface Subscription {
  /** Everything that has arrived and is after `position`. */
  take(position: Position): { readonly events: readonly StoredEvent[]; readonly reached: Position };
  isEmpty(): boolean;
  /** More has arrived than one page holds since it was last asked. */
  isBehind(): boolean;
  /** Waits. True: look again. False: it was quiet for `ms`. Throws when the subscription has ended. */
  more(ms: number): Promise<boolean>;
  close(): void;
}

/** At most `limit` answers wait here; while the consumer is busy, gRPC's flow control stops the server. */
async function subscribe(
  wire: Wire,
  position: Position,
  filter: FeedFilter | undefined,
  limit: number,
  signal: AbortSignal,
): Promise<Subscription> {
  const call: Answers = await wire.read({ from: { all: position }, filter: serverFilter(filter) });
  let arrived: ReadAnswer[] = [];
  let behind = false;
  let over: unknown = null;
  let wake = () => {};
  const ended = (error: unknown) => {
    over ??= error;
    wake();
  };
  call.on('data', (answer: ReadAnswer) => {
    arrived.push(answer);
    if (arrived.length >= limit) {
      behind = limit >= fewest;
      call.pause();
    }
    wake();
  });
  call.on('error', (error: Error) => ended(convertToCommandError(error)));
  call.on('end', () => ended(new EventStoreUnavailable('The server ended the subscription.')));
  const onAbort = () => wake();
  signal.addEventListener('abort', onAbort);
  return {
    take(after) {
      const events: StoredEvent[] = [];
      let reached = after;
      for (const answer of arrived) {
        if ('ofNoInterest' in answer) continue;
        const at = 'checkpoint' in answer ? answer.checkpoint : answer.event.position;
        if (at <= reached) continue;
        reached = at;
        if ('event' in answer && !isSystem(answer.event) && wants(filter, answer.event))
          events.push(fromWire(answer.event));
      }
      arrived = [];
      call.resume();
      return { events, reached };
    },
    isEmpty: () => arrived.length === 0,
    isBehind: () => behind,
    async more(ms) {
      if (arrived.length > 0 || signal.aborted) return true;
      if (over === null) {
        let timer: NodeJS.Timeout | undefined;
        await new Promise<void>((resolve) => {
          wake = resolve;
          timer = setTimeout(resolve, ms);
        });
        clearTimeout(timer);
        wake = () => {};
      }
      if (arrived.length > 0 || signal.aborted) return true;
      if (over !== null) throw over;
      return false;
    },
    close() {
      signal.removeEventListener('abort', onAbort);
      call.cancel();
    },
  };
}
