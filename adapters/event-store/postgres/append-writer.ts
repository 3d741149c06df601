import pg from 'pg';
import type { Logger } from 'pino';
import {
  type Appended,
  EventIdReused,
  EventStoreUnavailable,
  type EventToStore,
  type ExpectedRevision,
  RevisionConflict,
  type StoredEvent,
} from '../port.ts';
import { booleans, ints, jsons, smallInts, texts, uuids } from './binary-array.ts';
import { asStoreError } from './errors.ts';

export interface AppendWriter {
  append(stream: string, expected: ExpectedRevision, events: readonly EventToStore[]): Promise<Appended>;
  /** Waits for what is under way, refuses what comes after. */
  close(): Promise<void>;
}

interface Waiting {
  readonly stream: string;
  readonly expected: ExpectedRevision;
  readonly events: readonly EventToStore[];
  readonly data: readonly string[];
  readonly metadata: readonly string[];
  readonly bytes: number;
  readonly resolve: (result: Appended) => void;
  readonly reject: (error: unknown) => void;
}

const mostEvents = 2_000;
const mostBytes = 8 * 2 ** 20;
const expectedCodes = { noStream: -1, any: -2, streamExists: -3 } as const;

/**
 * Coalesces: while one batch is on its way, the appends that come in wait and go together in the next one, in one round trip and one
 * transaction on one connection. Each caller gets its own result or its own error. A caller alone pays one round trip.
 */
export function createAppendWriter(options: {
  readonly connectionString: string;
  readonly log: Pick<Logger, 'warn'>;
  /** Called after every batch that added something, with what it added, by position. */
  readonly onAppended: (added: readonly StoredEvent[], bytes: number) => void;
  /** A second look at an id that was there with other content, as compared by text: the original result if it is the same after all. */
  readonly findRepeat: (stream: string, events: readonly EventToStore[]) => Promise<Appended | null>;
}): AppendWriter {
  const { connectionString, log, onAppended, findRepeat } = options;
  let queue: Waiting[] = [];
  let client: pg.Client | null = null;
  let running: Promise<void> | null = null;
  let closed = false;

  async function connection(): Promise<pg.Client> {
    if (client !== null) return client;
    const fresh = new pg.Client({
      connectionString,
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
      application_name: 'beckon-append',
    });
    const forget = () => {
      if (client === fresh) client = null;
    };
    fresh.on('error', (error) => {
      forget();
      log.warn({ err: error }, 'the connection that appends was lost');
    });
    fresh.on('end', forget);
    await fresh.connect();
    // For es.append_one: plans outlive the statistics of an empty table.
    await fresh.query('set enable_seqscan = off');
    return (client = fresh);
  }

  async function run(): Promise<void> {
    while (queue.length > 0) {
      const batch = takeBatch();
      try {
        settle(batch, await send(batch));
      } catch (error) {
        await fail(batch, asStoreError(error));
      }
      // Those who were just answered may append again at once: let them join the next batch.
      if (batch.length > 1) await new Promise(setImmediate);
    }
    running = null;
  }

  function takeBatch(): readonly Waiting[] {
    let events = 0;
    let bytes = 0;
    let count = 0;
    for (const waiting of queue) {
      events += waiting.events.length;
      bytes += waiting.bytes;
      if (count > 0 && (events > mostEvents || bytes > mostBytes)) break;
      count += 1;
    }
    const batch = queue.slice(0, count);
    queue = queue.slice(count);
    return batch;
  }

  async function send(batch: readonly Waiting[]): Promise<readonly Verdict[]> {
    const to = await connection();
    try {
      if (batch.length === 1 && batch[0]!.events.length === 1) {
        const { rows } = await to.query<[readonly [string, string] | null]>({
          name: 'append_one',
          text: appendOneText,
          values: encodeOne(batch[0]!),
          rowMode: 'array',
        } as pg.QueryArrayConfig);
        const written = rows[0]![0];
        if (written !== null) return [[1, 'appended', Number(written[0]), written[1], null]];
      }
      const { rows } = await to.query<Verdict>({
        name: 'append',
        text: appendText,
        values: encode(batch),
        rowMode: 'array',
      } as pg.QueryArrayConfig);
      return rows;
    } catch (error) {
      // A connection in doubt is not used again.
      if (asStoreError(error) instanceof EventStoreUnavailable && client === to) {
        client = null;
        to.end().catch(() => {});
      }
      throw error;
    }
  }

  function settle(batch: readonly Waiting[], verdicts: readonly Verdict[]): void {
    const added: StoredEvent[] = [];
    let bytes = 0;
    for (const [number, outcome, revision, position, event] of verdicts) {
      const waiting = batch[number - 1]!;
      const { stream, expected, events, resolve, reject } = waiting;
      if (outcome === 'appended') {
        const appended = { revision: Number(revision), position: BigInt(position!), repeated: false };
        added.push(...asStored(waiting, appended));
        bytes += waiting.bytes;
        resolve(appended);
      } else if (outcome === 'repeated')
        resolve({ revision: Number(revision), position: BigInt(position!), repeated: true });
      else if (outcome === 'conflict')
        reject(new RevisionConflict(stream, expected, Number(revision) < 0 ? null : Number(revision)));
      else
        findRepeat(stream, events).then(
          (repeat) => (repeat === null ? reject(new EventIdReused(event!)) : resolve(repeat)),
          (error: unknown) => reject(asStoreError(error)),
        );
    }
    if (added.length > 0)
      onAppended(
        added.sort((a, b) => (a.position < b.position ? -1 : 1)),
        bytes,
      );
  }

  /**
   * Of an error of the database in a batch only its own append shall suffer: each is tried alone. A lost connection
   * leaves the outcome open for all.
   */
  async function fail(batch: readonly Waiting[], error: unknown): Promise<void> {
    if (batch.length === 1 || error instanceof EventStoreUnavailable) {
      for (const { reject } of batch) reject(error);
      return;
    }
    for (const waiting of batch) {
      try {
        settle([waiting], await send([waiting]));
      } catch (own) {
        waiting.reject(asStoreError(own));
      }
    }
  }

  return {
    append(stream, expected, events) {
      return new Promise<Appended>((resolve, reject) => {
        if (closed) throw new EventStoreUnavailable('The event store is closed.');
        // Written out now: whatever the caller does to its objects later, this is what was appended.
        const data = events.map((event) => JSON.stringify(event.data));
        const metadata = events.map((event) => JSON.stringify(event.metadata));
        let bytes = 0;
        for (const text of data) bytes += text.length;
        for (const text of metadata) bytes += text.length;
        queue.push({ stream, expected, events, data, metadata, bytes, resolve, reject });
        running ??= Promise.resolve().then(run);
      });
    },
    async close() {
      closed = true;
      await running;
      await client?.end();
    },
  };
}

/** The events of an append as a reader would get them: their data as it was written, their revisions and positions one after another. */
function asStored({ stream, events, data, metadata }: Waiting, { revision, position }: Appended): StoredEvent[] {
  const before = events.length - 1;
  return events.map(({ id, type, version }, n) => {
    let parsed: StoredEvent['data'] | undefined;
    let parsedMetadata: StoredEvent['metadata'] | undefined;
    return {
      id: id.toLowerCase(),
      type,
      version,
      stream,
      revision: revision - before + n,
      position: position - BigInt(before - n),
      // Parsed only when somebody follows.
      get data() {
        return (parsed ??= JSON.parse(data[n]!) as StoredEvent['data']);
      },
      get metadata() {
        return (parsedMetadata ??= JSON.parse(metadata[n]!) as StoredEvent['metadata']);
      },
    };
  });
}

/** append (from 1), outcome, last revision, last position, event id: see `es.append`. */
type Verdict = readonly [
  number,
  'appended' | 'repeated' | 'conflict' | 'reused',
  number | null,
  string | null,
  string | null,
];

const appendText = `select append, outcome, last_revision, last_position, event
from es.append($1::text[], $2::int[], $3::int[], $4::bool[], $5::int[], $6::uuid[], $7::text[], $8::smallint[], $9::json[], $10::json[])`;

const appendOneText = 'select es.append_one($1::text, $2::int, $3::uuid, $4::text, $5::smallint, $6::json, $7::json)';

function encodeOne({ stream, expected, events, data, metadata }: Waiting): unknown[] {
  const { id, type, version } = events[0]!;
  return [
    stream,
    typeof expected === 'number' ? expected : expectedCodes[expected],
    id,
    type,
    version,
    data[0],
    metadata[0],
  ];
}

function encode(batch: readonly Waiting[]): Buffer[] {
  const seen = new Set<string>();
  const streams: string[] = [],
    expected: number[] = [],
    firsts: number[] = [],
    alone: boolean[] = [];
  const owners: number[] = [],
    ids: string[] = [],
    types: string[] = [],
    versions: number[] = [],
    data: string[] = [],
    metadata: string[] = [];
  batch.forEach((append, index) => {
    streams.push(append.stream);
    expected.push(typeof append.expected === 'number' ? append.expected : expectedCodes[append.expected]);
    firsts.push(ids.length + 1);
    let fresh = seen.size < seen.add(`stream ${append.stream}`).size;
    append.events.forEach((event, n) => {
      if (batch.length > 1 && seen.size === seen.add(event.id.toLowerCase()).size) fresh = false;
      owners.push(index + 1);
      ids.push(event.id);
      types.push(event.type);
      versions.push(event.version);
      data.push(append.data[n]!);
      metadata.push(append.metadata[n]!);
    });
    alone.push(fresh);
  });
  return [
    texts(streams),
    ints(expected),
    ints(firsts),
    booleans(alone),
    ints(owners),
    uuids(ids),
    texts(types),
    smallInts(versions),
    jsons(data),
    jsons(metadata),
  ];
}
