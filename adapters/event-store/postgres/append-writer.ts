import pg from 'pg';
import type { Logger } from 'pino';
import {
  type Append,
  type Appended,
  type AppendVerdict,
  EventIdReused,
  EventStoreUnavailable,
  type EventToStore,
  type ExpectedRevision,
  RevisionConflict,
  type StoredEvent,
} from '../port.ts';
import { booleans, ints, jsons, smallInts, texts, uuids } from './binary-array.ts';
import { asStoreError } from './errors.ts';
import { type Parameter, PreparedCall } from './prepared-call.ts';
import { createAdaptiveBatching } from './adaptive-batching.ts';
import { storedText } from './stored-text.ts';

export interface AppendWriter {
  append(stream: string, expected: ExpectedRevision, events: readonly EventToStore[]): Promise<Appended>;
  /** Each by itself, as `append`: its verdict is in the same place. */
  appendMany(appends: readonly Append[]): Promise<readonly AppendVerdict[]>;
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

const maxEvents = 2_000;
const maxBytes = 8 * 2 ** 20;
const expectedCodes = { noStream: -1, any: -2, streamExists: -3 } as const;

/**
 * Coalesces: while a batch is on its way, the appends that come in wait and go together in the next one, in one round
 * trip and one transaction on one connection. Each caller gets its own result or its own error. A caller alone pays one
 * round trip; when many append, two batches may be on their way, one behind the other (see `createSharing`).
 */
export function createAppendWriter(options: {
  readonly connectionString: string;
  readonly log: Pick<Logger, 'warn'>;
  /** Called after every batch that added something, with what it added, by position: each above all before. */
  readonly onAppended: (added: readonly StoredEvent[], bytes: number) => void;
  /** A second look at an id that was there with other content, as compared by text: the original result if it is the same after all. */
  readonly findRepeat: (stream: string, events: readonly EventToStore[]) => Promise<Appended | null>;
}): AppendWriter {
  const { connectionString, log, onAppended, findRepeat } = options;
  let queue: Waiting[] = [];
  let client: pg.Client | null = null;
  let connecting: Promise<pg.Client> | null = null;
  /** Batches that the server has not answered. */
  let asked = 0;
  /** Batches that have not been dealt with. */
  const underWay = new Set<Promise<void>>();
  /** Answers come in the order of the questions and are told of in that order. */
  let told: Promise<unknown> = Promise.resolve();
  const sharing = createAdaptiveBatching();
  let waking = false;
  /** The last batch was of several appends, and more have come since. */
  let inCompany = false;
  let closed = false;

  async function connect(): Promise<pg.Client> {
    const fresh = new pg.Client({
      connectionString,
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
      application_name: 'beckon-append',
      pipeline: true,
    } as pg.ClientConfig);
    const forget = () => {
      if (client === fresh) client = null;
    };
    fresh.on('error', (error) => {
      forget();
      log.warn({ err: error }, 'the connection that appends was lost');
    });
    fresh.on('end', forget);
    await fresh.connect();
    // Sequential scans for es.append_one: plans outlive the statistics of an empty table.
    await fresh.query(`set enable_seqscan = off; ${prepareAppend}; ${prepareAppendOne}`);
    return (client = fresh);
  }

  function wake(): void {
    if (waking) return;
    waking = true;
    // Callers that were answered together append again within two turns of the event loop, each in its own: without the
    // second turn the first of them goes alone, and all others a commit later.
    if (inCompany) setImmediate(() => setImmediate(pump));
    else if (asked === 0) queueMicrotask(pump);
    else setImmediate(pump);
  }

  function pump(): void {
    waking = false;
    if (queue.length === 0) inCompany = false;
    while (queue.length > 0) {
      // Behind another one only as large as that half: what is few waits and goes with more.
      if (asked > 0 && !(asked === 1 && client !== null && sharing.worthIt(2 * queue.length))) return;
      const alone = asked === 0;
      const batch = takeBatch(alone && sharing.worthIt(queue.length) ? Math.ceil(queue.length / 2) : queue.length);
      if (alone) sharing.sent(batch.length + queue.length, performance.now());
      inCompany = batch.length > 1;
      const work = carry(batch).finally(() => {
        underWay.delete(work);
        if (queue.length > 0) wake();
      });
      underWay.add(work);
    }
  }

  function takeBatch(most: number): readonly Waiting[] {
    let events = 0;
    let bytes = 0;
    let count = 0;
    for (const waiting of queue) {
      events += waiting.events.length;
      bytes += waiting.bytes;
      if (count > 0 && (count === most || events > maxEvents || bytes > maxBytes)) break;
      count += 1;
    }
    const batch = queue.slice(0, count);
    queue = queue.slice(count);
    return batch;
  }

  /** Brings a batch to its end, whatever that is: never throws. */
  async function carry(batch: readonly Waiting[]): Promise<void> {
    try {
      const [only] = batch;
      if (batch.length === 1 && only!.events.length === 1 && (await ask(batch, 'append_one', encodeOne(only!)))) return;
      await ask(batch, 'append', encode(batch));
    } catch (error) {
      await fail(batch, asStoreError(error));
    }
  }

  /** Sends a batch and settles it. False: something is in the way of the one that was sent, and nothing was written. */
  async function ask(
    batch: readonly Waiting[],
    statement: 'append' | 'append_one',
    values: readonly Parameter[],
  ): Promise<boolean> {
    asked += 1;
    let to = client;
    try {
      to ??= await (connecting ??= connect().finally(() => (connecting = null)));
    } catch (error) {
      asked -= 1;
      throw error;
    }
    const call = new PreparedCall(statement, values);
    const sentAt = performance.now();
    to.query(call);
    const before = told;
    const answer = call.answer.finally(() => {
      // Those who are answered together may all append again: they go together.
      if (batch.length > 1) wake();
      asked -= 1;
    });
    const settled = answer.then(async (rows) => {
      if (statement === 'append') sharing.answered(sentAt, Number(rows[0]![5]), performance.now());
      await before;
      if (statement === 'append') settle(batch, rows as unknown as readonly Verdict[]);
      else if (rows[0]![0] === null) return false;
      else {
        // {revision,position}
        const [revision, position] = rows[0]![0]!.slice(1, -1).split(',');
        settle(batch, [['1', 'appended', revision!, position!, null, '0']]);
      }
      return true;
    });
    told = settled.catch(() => {});
    try {
      return await settled;
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
      const waiting = batch[Number(number) - 1]!;
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
    for (const waiting of batch) await carry([waiting]);
  }

  function enqueue({ stream, expected, events }: Append, end: Pick<Waiting, 'resolve' | 'reject'>): void {
    if (closed) throw new EventStoreUnavailable('The event store is closed.');
    // Written out now: whatever the caller does to its objects later, this is what was appended.
    const data = events.map((event) => JSON.stringify(event.data));
    const metadata = events.map((event) => JSON.stringify(event.metadata));
    let bytes = 0;
    for (const text of data) bytes += text.length;
    for (const text of metadata) bytes += text.length;
    queue.push({ stream, expected, events, data, metadata, bytes, ...end });
    wake();
  }

  return {
    append: (stream, expected, events) =>
      new Promise<Appended>((resolve, reject) => enqueue({ stream, expected, events }, { resolve, reject })),
    appendMany: (appends) =>
      new Promise((resolve, reject) => {
        const verdicts: AppendVerdict[] = [];
        let open = appends.length;
        appends.forEach((append, at) => {
          const settled = (verdict: AppendVerdict): void => {
            verdicts[at] = verdict;
            if ((open -= 1) === 0) resolve(verdicts);
          };
          enqueue(append, {
            resolve: settled,
            reject: (error) =>
              error instanceof RevisionConflict || error instanceof EventIdReused ? settled(error) : reject(error),
          });
        });
      }),
    async close() {
      closed = true;
      while (queue.length > 0 || underWay.size > 0)
        await (underWay.size > 0 ? Promise.all(underWay) : new Promise(setImmediate));
      await client?.end();
    },
  };
}

/** The events of an append as a reader would get them: their data as it was written, their revisions and positions one after another. */
function asStored({ stream, events, data, metadata }: Waiting, { revision, position }: Appended): StoredEvent[] {
  const before = events.length - 1;
  return events.map(({ id, type, version }, n) =>
    storedText(
      {
        id: id.toLowerCase(),
        type,
        version,
        stream,
        revision: revision - before + n,
        position: position - BigInt(before - n),
      },
      data[n]!,
      metadata[n]!,
    ),
  );
}

/** append (from 1), outcome, last revision, last position, event id: see `es.append`; ms until then. As text. */
type Verdict = readonly [
  string,
  'appended' | 'repeated' | 'conflict' | 'reused',
  string | null,
  string | null,
  string | null,
  string,
];

const prepareAppend = `prepare append (text[], int[], int[], bool[], int[], uuid[], text[], smallint[], json[], json[]) as
  select append, outcome, last_revision, last_position, event,
    extract(epoch from clock_timestamp() - statement_timestamp()) * 1000
  from es.append($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`;

const prepareAppendOne = `prepare append_one (text, int, uuid, text, smallint, json, json) as
  select es.append_one($1, $2, $3, $4, $5, $6, $7)`;

function encodeOne({ stream, expected, events, data, metadata }: Waiting): Parameter[] {
  const { id, type, version } = events[0]!;
  return [
    stream,
    String(typeof expected === 'number' ? expected : expectedCodes[expected]),
    id,
    type,
    String(version),
    data[0]!,
    metadata[0]!,
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
