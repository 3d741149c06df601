import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';
import { type Bus, subjects } from '../../bus/port.ts';
import { createOutage } from '../../database/outage.ts';
import { checkAppend, checkFeed, checkName, checkRead } from '../check-input.ts';
import {
  type Appended,
  type EventStore,
  EventStoreUnavailable,
  type EventToStore,
  type FeedFilter,
  type FeedPage,
  LogEndsEarlier,
  type Position,
  RevisionConflict,
  type StoredEvent,
} from '../port.ts';
import { createAppendWriter } from './append-writer.ts';
import { asStoreError } from './errors.ts';
import { createStreamCache, type Gap } from './stream-cache.ts';
import { createReadAhead } from './read-ahead.ts';
import { singleFlight } from './single-flight.ts';
import { createRecentEvents, type Wanted, wantedBy } from './recent-events.ts';
import { storedText } from './stored-text.ts';
import { createTail } from './tail.ts';

export interface PostgresEventStoreOptions {
  /** A database that the migrations have run in. */
  readonly connectionString: string;
  /** Spreads and brings the hint that something was appended. Without it subscriptions look by themselves, at most 250 ms later. */
  readonly bus?: Bus | null;
  readonly log: Pick<Logger, 'debug' | 'warn'>;
  /** Connections for reading, besides the one that appends. Default 8. */
  readonly readers?: number;
}

const pageSize = 1_000;
/** How much is read at once for all who follow near the end. */
const sharedPage = 500;
/** So few subscriptions read by themselves: most of the log may be of no interest to them. */
const fewSubscriptions = 3;
/** How many events a filtered page looks at one by one before it says how far it has come. */
const reach = 100_000;
const columns = 'position, revision, version, id, stream, type, data, metadata';
type Head = readonly [position: bigint, revision: number, version: number, id: string, stream: string, type: string];
type Row = readonly [...head: Head, data: object, metadata: object];
type TextRow = readonly [...head: Head, data: string, metadata: string];
/** So many pages behind, a process no longer follows what others append. */
const maxShared = 8;
/** So long nothing is kept where others append more than can be followed. */
const restMs = 1_000;
/** Larger than any position. */
const beyondAll = 2n ** 63n - 1n;

/** The event log in the table `es.events` (migrations/0002_event_store.ts). Any number of processes may use it at once. */
export function createPostgresEventStore(options: PostgresEventStoreOptions): EventStore {
  const { log, bus } = options;
  const pool = new pg.Pool({
    connectionString: options.connectionString,
    max: options.readers ?? 8,
    keepAlive: true,
    connectionTimeoutMillis: 5_000,
    application_name: 'beckon-events',
    types: { getTypeParser },
    // Plans outlive the statistics of an empty table; every read has an index.
    onConnect: (client) => client.query('set enable_seqscan = off') as unknown as void,
  });
  const kept = createStreamCache();
  const recent = createRecentEvents();
  /** The log may be another one. */
  const forget = (): void => {
    kept.clear();
    recent.clear();
  };
  pool.on('error', (error) => {
    forget();
    log.warn({ err: error }, 'an idle connection to the event store was lost');
  });

  const closing = new AbortController();
  /** Tells the subscriptions of this process apart in what is logged. */
  let number = 1;
  let subscriptions = 0;
  let restUntil = -Infinity;
  const tail = createTail(head, log, bus?.kind === 'local' ? 'alone' : 'among');
  const self = randomUUID();
  const stopListening = bus?.subscribe(subjects.appended, (message) => {
    if ((message as { by?: unknown }).by !== self) tail.hint();
  });
  const readAhead = createReadAhead(recent, readForAll, tail.hints);
  const writer = createAppendWriter({
    connectionString: options.connectionString,
    log,
    findRepeat,
    onAppended(added, bytes) {
      recent.add(added, bytes);
      kept.added(added);
      // Its own subscriptions at once: the bus would tell them a turn of the event loop later.
      tail.hint();
      bus?.publish(subjects.appended, { by: self });
    },
  });

  async function query<R extends readonly unknown[]>(
    name: string,
    text: string,
    values: readonly unknown[],
  ): Promise<R[]> {
    try {
      if (closing.signal.aborted) throw new EventStoreUnavailable('The event store is closed.');
      return (await pool.query<R>({ name, text, values: [...values], rowMode: 'array' } as pg.QueryArrayConfig)).rows;
    } catch (error) {
      const failed = asStoreError(error);
      if (failed instanceof EventStoreUnavailable) forget();
      throw failed;
    }
  }

  async function head(): Promise<Position> {
    const rows = await query<[bigint]>('head', 'select position from es.events order by position desc limit 1', []);
    return rows[0]?.[0] ?? 0n;
  }

  async function readAll(
    position: Position,
    { filter, limit = pageSize }: { readonly filter?: FeedFilter; readonly limit?: number } = {},
  ): Promise<FeedPage> {
    checkFeed(position, limit, filter);
    const most = Math.min(limit, 0x7fff_ffff);
    if (filter?.types === undefined && filter?.streamPrefixes === undefined) {
      // One more than is wanted tells whether there is more.
      const rows = await query<Row>(
        'read_all',
        `select ${columns} from es.events where position > $1 order by position limit $2::bigint + 1`,
        [position, most],
      );
      const atEnd = rows.length <= most;
      if (!atEnd) rows.pop();
      return { events: rows.map(toEvent), next: rows.at(-1)?.[0] ?? position, atEnd };
    }
    const { types = null, streamPrefixes = null } = filter;
    const patterns = streamPrefixes?.map((prefix) => `${prefix.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`) ?? null;
    const categories =
      streamPrefixes?.every((prefix) => prefix.includes('-')) ?
        [...new Set(streamPrefixes.map((prefix) => prefix.split('-')[0]))]
      : null;
    const rows = await query<Row | [bigint, null, null, null, null, null, null, null, bigint]>(
      'read_filtered',
      `select ${columns}, head from es.read_filtered($1, $2, $3, $4, $5, $6)`,
      [position, types, patterns, categories, most, reach],
    );
    const [looked, , , , , , , , end] = rows.pop() as [bigint, null, null, null, null, null, null, null, bigint];
    const events = (rows as Row[]).map(toEvent);
    const reached = events.length === most ? events.at(-1)!.position : looked;
    return { events, next: reached > position ? reached : position, atEnd: reached >= end };
  }

  /** All events of streams, each from a revision on. */
  async function readStreams(streams: ReadonlyMap<string, number>): Promise<ReadonlyMap<string, StoredEvent[]>> {
    const rows = await query<Row>(
      'read_many',
      `select ${columns} from unnest($1::text[], $2::int[]) as s (name, wanted) cross join lateral (
         select * from es.events where stream = s.name and revision >= s.wanted order by revision) e`,
      [listOf([...streams.keys()]), [...streams.values()]],
    );
    return Map.groupBy(rows.map(toEvent), ({ stream }) => stream);
  }

  /**
   * The same, of which this process knows most: no more is asked for than what it does not know, and what has come to the
   * log since.
   */
  async function known(wanted: ReadonlyMap<string, number>): Promise<ReadonlyMap<string, readonly StoredEvent[]>> {
    const found = new Map<string, readonly StoredEvent[]>();
    let open = wanted;
    for (let round = 0; open.size > 0; round += 1) {
      const era = kept.era();
      // What is let go while it is asked what has come since is read after all.
      const missing = new Map([...open].filter(([name, from]) => round > 1 || kept.of(name, from) === null));
      const expected = kept.expect(missing);
      let read: ReadonlyMap<string, readonly StoredEvent[]> = new Map();
      try {
        [read] = await Promise.all([
          missing.size === 0 ? read : readStreams(missing),
          missing.size < open.size || kept.gaps() === null ? catchUp() : null,
        ]);
        expected.keep(read);
      } finally {
        expected.end();
      }
      for (const [name, from] of open) {
        const events = kept.era() === era ? kept.of(name, from) : null;
        const fresh = missing.has(name) ? (read.get(name) ?? []) : null;
        // What several hold of an event is one object, which is parsed and opened once.
        const newest = events !== null && events.length >= (fresh?.length ?? 0) ? events : fresh;
        if (newest !== null) found.set(name, newest);
      }
      open = new Map([...open].filter(([name]) => !found.has(name)));
    }
    return found;
  }

  /** Brings what is kept up to the end of the log as it is after the call; asked by many at once, in one read. */
  const catchUp = singleFlight(async () => {
    for (let page = 0; page < maxShared; page += 1) {
      const gaps = kept.gaps();
      if (gaps === null) {
        if (performance.now() < restUntil) return;
        kept.beginAt(await head());
        return;
      }
      if ((await readForAll(gaps)) !== null) return;
    }
    // More than is worth reading: others append by the thousand.
    kept.clear();
    restUntil = performance.now() + restMs;
  });

  /** The same ids, in the same order and stream, with data that is equal though written in another order of its fields. */
  async function findRepeat(stream: string, events: readonly EventToStore[]): Promise<Appended | null> {
    const rows = await query<Row>('by_id', `select ${columns} from es.events where id = any ($1) order by position`, [
      events.map((event) => event.id),
    ]);
    const same =
      rows.length === events.length &&
      rows.map(toEvent).every((stored, n) => {
        const event = events[n]!;
        return (
          stored.stream === stream &&
          stored.revision === rows[0]![1] + n &&
          stored.id === event.id.toLowerCase() &&
          stored.type === event.type &&
          stored.version === event.version &&
          isDeepStrictEqual(stored.data, JSON.parse(JSON.stringify(event.data)))
        );
      });
    const last = rows.at(-1);
    return same && last !== undefined ? { revision: last[1], position: last[0], repeated: true } : null;
  }

  /**
   * What nobody here knows yet, into `recent` and `kept`: of 1,000 gaps between what this process has appended itself no
   * more than what others have. Answers where the log ends, if the last gap goes on to there and all was read.
   */
  async function readForAll(gaps: readonly Gap[]): Promise<Position | null> {
    const era = recent.era();
    const rows = await query<TextRow>(
      'read_for_all',
      `select position, revision, version, id, stream, type, data::text, metadata::text
       from unnest($1::bigint[], $2::bigint[]) as gap (after, before) cross join lateral (
         select * from es.events where position > gap.after and position < gap.before order by position limit $3) e
       limit $3`,
      [gaps.map(({ after }) => after), gaps.map(({ before }) => before ?? beyondAll), sharedPage],
    );
    if (recent.era() !== era) return null;
    for (const gap of withoutGaps(rows)) {
      let bytes = 0;
      const events = gap.map(([position, revision, version, id, stream, type, data, metadata]) => {
        bytes += data.length + metadata.length;
        return storedText({ id, type, version, stream, revision, position }, data, metadata);
      });
      recent.add(events, bytes);
      kept.added(events);
    }
    if (rows.length === sharedPage) return null;
    const { after, before } = gaps.at(-1)!;
    const last = rows.at(-1)?.[0] ?? after;
    return (
      before !== null ? null
      : last > after ? last
      : after
    );
  }

  /** The next page of a subscription, and the hints that it knows of. */
  async function pageAfter(
    position: Position,
    filter: FeedFilter | undefined,
    wanted: Wanted,
    limit: number,
  ): Promise<{ readonly page: FeedPage; readonly hints: number }> {
    for (;;) {
      const hints = tail.hints();
      const held = recent.after(position, wanted, limit);
      if (held !== null) return { page: held, hints };
      if (subscriptions <= fewSubscriptions || !recent.isNear(position)) {
        const page = await readAll(position, filter === undefined ? { limit } : { filter, limit });
        if (page.atEnd && page.next > position) recent.endsAt(page.next);
        return { page, hints };
      }
      const read = await readAhead(position);
      // Whoever asked first may have asked before the last hint.
      if (read.end === position) return { page: { events: [], next: position, atEnd: true }, hints: read.hints };
    }
  }

  async function* follow(
    start: Position,
    filter: FeedFilter | undefined,
    limit: number,
    signal: AbortSignal,
  ): AsyncGenerator<FeedPage> {
    let position = start;
    let pause = 50;
    const wanted = wantedBy(filter);
    const outage = createOutage(log, 'the event store', { subscription: number++ });
    subscriptions += 1;
    try {
      while (!signal.aborted) {
        let found: Awaited<ReturnType<typeof pageAfter>>;
        try {
          found = await pageAfter(position, filter, wanted, limit);
          outage.works();
          pause = 50;
        } catch (error) {
          if (signal.aborted) return;
          if (!(error instanceof EventStoreUnavailable)) throw error;
          outage.failed(error);
          await sleep(pause, undefined, { signal }).catch(() => {});
          pause = Math.min(pause * 2, 1_000);
          continue;
        }
        const { page, hints } = found;
        if (signal.aborted) return;
        if (page.next > position) {
          position = page.next;
          yield page;
        }
        if (page.atEnd)
          await tail.wait(position, hints, signal).catch((error: unknown) => {
            if (error instanceof LogEndsEarlier) forget();
            throw error;
          });
      }
    } finally {
      subscriptions -= 1;
    }
  }

  return {
    engine: 'postgres',
    async append(stream, expected, events) {
      checkAppend(stream, expected, events);
      return writer.append(stream, expected, events).catch((error: unknown) => {
        if (error instanceof RevisionConflict) kept.forget(stream);
        throw error;
      });
    },
    async appendMany(appends) {
      for (const { stream, expected, events } of appends) checkAppend(stream, expected, events);
      if (appends.length === 0) return [];
      const verdicts = await writer.appendMany(appends);
      for (const verdict of verdicts) if (verdict instanceof RevisionConflict) kept.forget(verdict.stream);
      return verdicts;
    },
    async read(stream, { from = 0, limit = Infinity } = {}) {
      checkName('stream', stream);
      checkRead(from, limit);
      if (limit === Infinity) return (await known(new Map([[stream, from]]))).get(stream)!;
      const rows = await query<Row>(
        'read',
        `select ${columns} from es.events where stream = $1 and revision >= $2 order by revision limit $3`,
        [stream, from, limit],
      );
      return rows.map(toEvent);
    },
    async readMany(names) {
      for (const name of names) checkName('stream', name);
      return known(new Map(names.map((name) => [name, 0])));
    },
    readAll,
    head,
    // Every event is an event of ours here.
    end: head,
    subscribe(position, { filter, batchSize = pageSize, signal }) {
      checkFeed(position, batchSize, filter);
      return follow(position, filter, batchSize, AbortSignal.any([signal, closing.signal]));
    },
    async close() {
      if (closing.signal.aborted) return;
      stopListening?.();
      await writer.close();
      closing.abort();
      await pool.end();
    },
  };
}

/** An array of texts as Postgres reads it: the driver escapes each with two patterns, which names of streams never need. */
const listOf = (names: readonly string[]): string | readonly string[] =>
  names.every((name) => plainName.test(name)) ? `{${names.join(',')}}` : names;
const plainName = /^[\w-]+-[\w.:-]*$/;

/** Rows whose positions follow each other stay together. */
function withoutGaps(rows: readonly TextRow[]): readonly (readonly TextRow[])[] {
  const parts: TextRow[][] = [];
  for (const [n, row] of rows.entries()) {
    if (n > 0 && row[0] === rows[n - 1]![0] + 1n) parts.at(-1)!.push(row);
    else parts.push([row]);
  }
  return parts;
}

function toEvent([position, revision, version, id, stream, type, data, metadata]: Row): StoredEvent {
  return {
    id,
    type,
    version,
    data: data as StoredEvent['data'],
    metadata: metadata as StoredEvent['metadata'],
    stream,
    revision,
    position,
  };
}

const parsers = new Map<number, (text: string) => unknown>([
  [pg.types.builtins.INT8, BigInt],
  [pg.types.builtins.JSON, JSON.parse],
]);

function getTypeParser(oid: number, format?: string): (text: string) => unknown {
  return parsers.get(oid) ?? (pg.types.getTypeParser(oid, format as 'text') as (text: string) => unknown);
}
