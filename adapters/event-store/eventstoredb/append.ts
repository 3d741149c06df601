import { type EventStoreDBClient, WrongExpectedVersionError } from '@eventstore/db-client';
import {
  type Appended,
  EventIdReused,
  EventStoreUnavailable,
  type EventToStore,
  type ExpectedRevision,
  RevisionConflict,
  type StoredEvent,
} from '../port.ts';
import { asStoreError, isNotLeader } from './errors.ts';
import { contentDigest, toWire } from './events.ts';
import { createKnownStreams, type KnownStream } from './known-streams.ts';

/** The server answers or refuses within its deadline; this is for a connection that says nothing at all. */
const patienceMs = 20_000;

/**
 * Appends with the semantics of the port, which are stricter than the engine's: a repeat is recognised for every expected revision and said to be
 * one, and an id with other content is refused.
 *
 * For that, the ids in a stream are known before anything is written: from an earlier read or append of this process, and else read now. The write itself always names
 * the revision that was looked at, so that the server refuses it if anything came in between; then we look again. Appends of this process to one stream take turns.
 */
export function createAppend(
  client: EventStoreDBClient,
  read: (stream: string, from: number) => Promise<readonly StoredEvent[]>,
) {
  const streams = createKnownStreams();
  const turns = new Map<string, Promise<unknown>>();

  async function lookFurther(stream: string): Promise<KnownStream> {
    streams.add(stream, await read(stream, streams.get(stream).revision + 1));
    return streams.get(stream);
  }

  async function decide(
    stream: string,
    expected: ExpectedRevision,
    events: readonly EventToStore[],
  ): Promise<Appended> {
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
      try {
        return await write(stream, at, events);
      } catch (error) {
        if (!(error instanceof WrongExpectedVersionError)) {
          streams.forget(stream);
          throw error;
        }
        looked = false;
      }
    }
  }

  async function write(stream: string, at: number, events: readonly EventToStore[]): Promise<Appended> {
    const { success, nextExpectedRevision, position } = await client.appendToStream(stream, events.map(toWire), {
      expectedRevision: at < 0 ? 'no_stream' : BigInt(at),
      requiresLeader: true,
    });
    // A connection string may say that conflicts are not thrown.
    if (!success)
      throw new WrongExpectedVersionError(undefined, {
        streamName: stream,
        expected: at < 0 ? 'no_stream' : BigInt(at),
        current: nextExpectedRevision,
      });
    const revision = Number(nextExpectedRevision);
    if (revision !== at + events.length)
      throw new EventStoreUnavailable(`The server appended to ${stream} up to ${revision}, not ${at + events.length}.`);
    if (events.length === 1 && position !== undefined) {
      streams.add(stream, [
        { ...events[0]!, id: events[0]!.id.toLowerCase(), stream, revision, position: position.commit },
      ]);
      return { revision, position: position.commit, repeated: false };
    }
    // The server says where the append is, not where each of its events is.
    const known = await lookFurther(stream);
    return { revision, position: known.events.get(events.at(-1)!.id.toLowerCase())!.position, repeated: false };
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
      // Copied as it will be stored: whatever the caller does to its objects later, this is what was appended.
      const copies = events.map(
        (event) =>
          ({
            ...event,
            data: JSON.parse(JSON.stringify(event.data)),
            metadata: JSON.parse(JSON.stringify(event.metadata)),
          }) as EventToStore,
      );
      return inTurn(stream, async () => {
        for (let attempt = 1; ; attempt += 1) {
          try {
            return await patiently(decide(stream, expected, copies));
          } catch (error) {
            if (isNotLeader(error) && attempt < 5) continue;
            throw asStoreError(error);
          }
        }
      });
    },
    /** Waits for what is under way. */
    async settled(): Promise<void> {
      await Promise.allSettled(turns.values());
    },
  };
}

/** The original result when all these events are there, in this order and with this content; null when none is. Else an id was reused. */
function findRepeat({ events: known }: KnownStream, events: readonly EventToStore[]): Appended | null {
  const found = events.map((event) => known.get(event.id.toLowerCase()));
  if (found.every((event) => event === undefined)) return null;
  const first = found[0];
  events.forEach((event, n) => {
    const there = found[n];
    const same =
      there !== undefined &&
      first !== undefined &&
      there.revision === first.revision + n &&
      there.digest === contentDigest(event);
    if (!same)
      throw new EventIdReused(
        (there === undefined ? events[found.findIndex((other) => other !== undefined)]! : event).id,
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
