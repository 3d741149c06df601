import {
  type Appended,
  EventIdReused,
  EventStoreUnavailable,
  type EventToStore,
  type ExpectedRevision,
  RevisionConflict,
  type StoredEvent,
} from '../port.ts';
import { createAppendStream } from './append-stream.ts';
import type { Wire } from './client.ts';
import { asStoreError, isNotLeader } from './errors.ts';
import { type Outgoing, outgoing } from './events.ts';
import { createKnownStreams, type KnownStream } from './known-streams.ts';

/** The server answers or refuses within its deadline; this is for a connection that says nothing at all. */
const patienceMs = 20_000;

/**
 * Appends with the semantics of the port, which are stricter than the engine's: a repeat is recognised for every
 * expected revision and said to be one, and an id with other content is refused.
 *
 * For that, the ids in a stream are known before anything is written: from an earlier read or append of this process,
 * and else read now. The write itself always names the revision that was looked at, so that the server refuses it if
 * anything came in between; then we look again. Appends of this process to one stream take turns.
 */
export function createAppend(wire: Wire, read: (stream: string, from: number) => Promise<readonly StoredEvent[]>) {
  const server = createAppendStream(wire);
  const streams = createKnownStreams();
  const turns = new Map<string, Promise<unknown>>();

  async function lookFurther(stream: string): Promise<KnownStream> {
    streams.add(stream, await read(stream, streams.get(stream).revision + 1));
    return streams.get(stream);
  }

  async function decide(stream: string, expected: ExpectedRevision, events: readonly Outgoing[]): Promise<Appended> {
    let known = streams.get(stream);
    // Where nothing is expected, the server's word is enough: looking first would only cost.
    let looked = expected === 'noStream' || (typeof expected === 'number' && known.revision === expected);
    for (;;) {
      if (!looked) known = await lookFurther(stream);
      const repeat = findRepeat(known, events);
      if (repeat !== null) return repeat;
      const at = known.revision;
      if (
        expected === 'noStream' ? at >= 0
        : expected === 'streamExists' ? at < 0
        : typeof expected === 'number' && at !== expected
      ) {
        if (looked) known = await lookFurther(stream);
        throw new RevisionConflict(stream, expected, known.revision < 0 ? null : known.revision);
      }
      const appended = await write(stream, at, events);
      if (appended !== null) return appended;
      looked = false;
    }
  }

  /** Null: the stream is not at this revision. */
  async function write(stream: string, at: number, events: readonly Outgoing[]): Promise<Appended | null> {
    const written = await server.append(stream, at, events).catch((error: unknown) => {
      streams.forget(stream);
      throw error;
    });
    if (written === 'wrongRevision') return null;
    const { revision, position } = written;
    if (revision !== at + events.length)
      throw new EventStoreUnavailable(`The server appended to ${stream} up to ${revision}, not ${at + events.length}.`);
    if (events.length === 1 && position !== null) {
      const { eventId, digest } = events[0]!;
      streams.addOwn(stream, eventId, { revision, position, digest });
      return { revision, position, repeated: false };
    }
    // The server says where the append is, not where each of its events is.
    const known = await lookFurther(stream);
    return { revision, position: known.events.get(events.at(-1)!.eventId)!.position, repeated: false };
  }

  async function inTurn<T>(stream: string, work: () => Promise<T>): Promise<T> {
    const before = turns.get(stream) ?? Promise.resolve();
    const mine = before.then(work, work);
    turns.set(stream, mine);
    try {
      return await mine;
    } finally {
      if (turns.get(stream) === mine) turns.delete(stream);
    }
  }

  return {
    async append(stream: string, expected: ExpectedRevision, events: readonly EventToStore[]): Promise<Appended> {
      // Written out now: whatever the caller does to its objects later, this is what was appended.
      const texts = events.map(outgoing);
      return inTurn(stream, async () => {
        for (let attempt = 1; ; attempt += 1) {
          try {
            return await patiently(decide(stream, expected, texts));
          } catch (error) {
            if (isNotLeader(error) && attempt < 5) continue;
            throw asStoreError(error);
          }
        }
      });
    },
    /** Waits for what is under way. */
    async close(): Promise<void> {
      await Promise.allSettled(turns.values());
      await server.close();
    },
  };
}

/** The original result when all these events are there, in this order and with this content; null when none is. Else an id was reused. */
function findRepeat({ events: known }: KnownStream, events: readonly Outgoing[]): Appended | null {
  const found = events.map(({ eventId }) => known.get(eventId));
  const first = found[0];
  if (found.every((event) => event === undefined)) return null;
  events.forEach(({ eventId, digest }, n) => {
    const there = found[n];
    const same =
      there !== undefined && first !== undefined && there.revision === first.revision + n && there.digest === digest;
    if (same) return;
    throw new EventIdReused(
      there === undefined ? events[found.findIndex((other) => other !== undefined)]!.eventId : eventId,
    );
  });
  const last = found.at(-1)!;
  return { revision: last.revision, position: last.position, repeated: true };
}

async function patiently<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new EventStoreUnavailable(`The server did not answer within ${patienceMs / 1000} s.`)),
      patienceMs,
    );
  });
  try {
    return await Promise.race([work, silence]);
  } finally {
    clearTimeout(timer);
  }
}
