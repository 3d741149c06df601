import { setTimeout as sleep } from 'node:timers/promises';
import type { AllStreamResolvedEvent, AllStreamSubscription, EventStoreDBClient } from '@eventstore/db-client';
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
import { fromWire } from './events.ts';
import { serverFilter, wants } from './filter.ts';

interface Checkpoint {
  readonly checkpoint: Position;
}

interface Feed {
  readonly client: EventStoreDBClient;
  readonly log: Pick<Logger, 'warn'>;
  /** Tells it from the others of this process in the log. */
  readonly number: number;
  readonly head: () => Promise<Position>;
  readonly end: () => Promise<Position>;
  readonly readAll: (
    position: Position,
    options: { readonly filter?: FeedFilter; readonly limit: number },
  ) => Promise<FeedPage>;
}

const firstQuietMs = 20;
const longestQuietMs = 500;
/** How often, and how far apart, a log has to be found too short before it is believed. */
const doubts = 6;
const doubtMs = 500;

/**
 * A catch-up subscription on $all as pages. The subscription's buffer holds at most a page: as long as the consumer is busy, nothing is taken from it, gRPC's flow control
 * stops the server. A cut connection is followed by a new subscription from where we were; what arrives twice is dropped by its position.
 *
 * With a filter the server only now and then says how far it has looked (checkpoint). So when it is quiet though the feed has moved on, we look at the few events in between ourselves.
 */
export async function* catchUp(
  feed: Feed,
  start: Position,
  filter: FeedFilter | undefined,
  limit: number,
  signal: AbortSignal,
): AsyncGenerator<FeedPage> {
  let position = start;
  const outage = createOutage(feed.log, 'the event store', { subscription: feed.number });
  let live = false;
  let pause = 50;
  while (!signal.aborted) {
    const subscription = open(feed.client, position, filter, limit);
    const buffer = watch(subscription, signal);
    try {
      for (let quiet = firstQuietMs; !signal.aborted;) {
        const { events, reached } = take(subscription, position, filter, limit);
        if (reached > position) {
          position = reached;
          outage.works();
          quiet = firstQuietMs;
          pause = 50;
          if (!live && subscription.readableLength === 0) live = position >= (await feed.head());
          yield { events, next: position, atEnd: live && subscription.readableLength === 0 };
          continue;
        }
        if (await buffer.more(quiet)) continue;
        quiet = Math.min(quiet * 2, longestQuietMs);
        if (signal.aborted) continue;
        outage.works();
        const head = await feed.head();
        if (head < position) await refuseShorterLog(feed, position, signal);
        if (head <= position) continue;
        const page = await feed.readAll(position, filter === undefined ? { limit } : { filter, limit });
        live = page.atEnd;
        position = page.next;
        yield page;
      }
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof EventStoreUnavailable)) throw error;
      outage.failed(error);
      await sleep(pause, undefined, { signal }).catch(() => {});
      pause = Math.min(pause * 2, 1_000);
    } finally {
      buffer.release();
      void subscription.unsubscribe().catch(() => {});
    }
  }
}

/**
 * Throws when the log ends before `position`. A leader that has been cut off from the others may say so for a while before it gives up: it has to be
 * said several times in a row.
 */
async function refuseShorterLog({ end }: Feed, position: Position, signal: AbortSignal): Promise<void> {
  for (let look = 1; ; look += 1) {
    const found = await end();
    if (found >= position || signal.aborted) return;
    if (look === doubts) throw new LogEndsEarlier(position, found);
    await sleep(doubtMs, undefined, { signal }).catch(() => {});
  }
}

function open(
  client: EventStoreDBClient,
  position: Position,
  filter: FeedFilter | undefined,
  limit: number,
): AllStreamSubscription {
  return client.subscribeToAll(
    {
      fromPosition: position === 0n ? 'start' : { commit: position, prepare: position },
      // Into the same queue as the events, so that it is taken after those that came before it.
      filter: serverFilter(filter, (subscription, { commit }) => {
        subscription.push({ checkpoint: commit } satisfies Checkpoint);
      }),
    },
    { highWaterMark: limit },
  );
}

/** Everything that is in the buffer, up to `limit` events. */
function take(
  subscription: AllStreamSubscription,
  position: Position,
  filter: FeedFilter | undefined,
  limit: number,
): { events: StoredEvent[]; reached: Position } {
  const events: StoredEvent[] = [];
  let reached = position;
  while (events.length < limit) {
    const item = subscription.read() as AllStreamResolvedEvent | Checkpoint | null;
    if (item === null) break;
    const event = 'checkpoint' in item ? null : fromWire(item);
    const at = 'checkpoint' in item ? item.checkpoint : event?.position;
    if (at === undefined || at <= reached) continue;
    reached = at;
    if (event !== null && wants(filter, event)) events.push(event);
  }
  return { events, reached };
}

/** Waits for a subscription to have something; a subscription that failed or ended is an `EventStoreUnavailable`. */
function watch(subscription: AllStreamSubscription, signal: AbortSignal) {
  let over: EventStoreUnavailable | null = null;
  let wake = () => {};
  const end = (error?: Error) => {
    over ??= new EventStoreUnavailable(error?.message ?? 'The server ended the subscription.', { cause: error });
    wake();
  };
  const onReadable = () => wake();
  const onEnd = () => end();
  const onAbort = () => wake();
  subscription.on('readable', onReadable);
  subscription.on('end', onEnd);
  subscription.on('close', onEnd);
  // Stays: an error may still come after we have let go.
  subscription.on('error', end);
  signal.addEventListener('abort', onAbort);
  return {
    /** True: look again. False: it was quiet for `ms`. */
    async more(ms: number): Promise<boolean> {
      if (over === null && subscription.readableLength === 0 && !signal.aborted) {
        let timer: NodeJS.Timeout | undefined;
        const quiet = await new Promise<boolean>((resolve) => {
          wake = () => resolve(false);
          timer = setTimeout(() => resolve(true), ms);
        });
        clearTimeout(timer);
        wake = () => {};
        if (quiet && over === null) return false;
      }
      if (over !== null && subscription.readableLength === 0) throw over;
      return true;
    },
    release(): void {
      subscription.off('readable', onReadable);
      subscription.off('end', onEnd);
      subscription.off('close', onEnd);
      signal.removeEventListener('abort', onAbort);
    },
  };
}
