import { createSecretKey, type KeyObject, randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { withCodec } from '../../../adapters/event-store/index.ts';
import {
  type Appended,
  type AppendVerdict,
  type EventStore,
  EventIdReused,
  EventStoreUnavailable,
  type EventToStore,
  type ExpectedRevision,
  type FeedPage,
  LogEndsEarlier,
  RevisionConflict,
  type StoredEvent,
} from '../../../adapters/event-store/port.ts';
import { engines, type Log, ranOn, stopContainer } from './support/engines.ts';
import { AnyCatalogue, event, events, follow, metadata, streamName, unique } from './support/events.ts';

console.log(ranOn);
afterAll(stopContainer);

const keys = new Map<string, KeyObject>();
const testKeys = async (subjects: readonly string[]) =>
  new Map(
    subjects.map((subject) => {
      if (!keys.has(subject)) keys.set(subject, createSecretKey(randomBytes(32)));
      return [subject, keys.get(subject)!];
    }),
  );
const plain = { named: '', wrap: (store: EventStore) => store };
const coded = {
  named: ' with the codec',
  wrap: (store: EventStore) =>
    withCodec(store, { subjectKeys: { forReading: testKeys, forWriting: testKeys }, catalogue: new AnyCatalogue() }),
};

describe.each(
  engines.flatMap((engine) =>
    [plain, coded].map((variant) => ({ name: engine.name + variant.named, engine, wrap: variant.wrap })),
  ),
)('the event store on $name', ({ engine, wrap }) => {
  let log: Log;
  let store: EventStore;
  const opened: EventStore[] = [];
  const ends: (() => Promise<unknown>)[] = [];
  const open = (options?: Parameters<Log['open']>[0]) => {
    const fresh = wrap(log.open(options));
    opened.push(fresh);
    return fresh;
  };
  beforeAll(async () => {
    log = await engine.start();
    store = open();
  });
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end();
  });
  afterAll(async () => {
    await Promise.all(opened.map((one) => one.close()));
    await log.remove();
  });

  describe('appending', () => {
    test('gives revisions from 0 and growing positions, and reads back what was written', async () => {
      const stream = streamName();
      const first = events(2);
      const second = events(3);
      const a = await store.append(stream, 'noStream', first);
      const b = await store.append(stream, 1, second);
      expect(a).toEqual({ revision: 1, position: a.position, repeated: false });
      expect(b).toEqual({ revision: 4, position: b.position, repeated: false });
      const read = await store.read(stream);
      expect(read.map(({ stream: _s, revision: _r, position: _p, ...rest }) => rest)).toEqual([...first, ...second]);
      expect(read.map((one) => one.revision)).toEqual([0, 1, 2, 3, 4]);
      expect(read.every((one) => one.stream === stream)).toBe(true);
      expect(read[1]!.position).toBe(a.position);
      expect(read[4]!.position).toBe(b.position);
      expect(isGrowing(read.map((one) => one.position))).toBe(true);
    });

    test.each<[ExpectedRevision, 'none' | 'some', number | null | 'ok']>([
      ['noStream', 'none', 'ok'],
      ['noStream', 'some', 1],
      ['streamExists', 'none', null],
      ['streamExists', 'some', 'ok'],
      ['any', 'none', 'ok'],
      ['any', 'some', 'ok'],
      [0, 'none', null],
      [0, 'some', 1],
      [1, 'some', 'ok'],
      [2, 'some', 1],
      [7, 'some', 1],
    ])('expecting %s of a stream with %s events: %s', async (expected, there, outcome) => {
      // By another adapter, so that nothing is known from having written it.
      const stream = streamName();
      if (there === 'some') await open().append(stream, 'noStream', events(2));
      const append = store.append(stream, expected, [event()]);
      if (outcome === 'ok') expect(await append).toMatchObject({ revision: there === 'some' ? 2 : 0, repeated: false });
      else {
        const error = await append.then(
          () => null,
          (caught: unknown) => caught,
        );
        expect(error).toBeInstanceOf(RevisionConflict);
        expect(error).toMatchObject({ stream, expected, actual: outcome });
        expect(await store.read(stream)).toHaveLength(there === 'some' ? 2 : 0);
      }
    });

    test('twenty racers for one revision: one winner, nineteen conflicts', async () => {
      for (const expected of ['noStream', 0] as const) {
        const stream = streamName();
        if (expected === 0) await store.append(stream, 'noStream', [event()]);
        const rivals = Array.from({ length: 4 }, () => open());
        const outcomes = await Promise.allSettled(
          Array.from({ length: 20 }, (_, n) => rivals[n % 4]!.append(stream, expected, events(2))),
        );
        const lost = outcomes.filter((one) => one.status === 'rejected').map((one) => one.reason as unknown);
        expect(lost).toHaveLength(19);
        for (const error of lost) {
          expect(error).toBeInstanceOf(RevisionConflict);
          expect(error).toMatchObject({ actual: expected === 0 ? 2 : 1 });
        }
        expect(await store.read(stream)).toHaveLength(expected === 0 ? 3 : 2);
      }
    });

    test('many at once to one stream that expect nothing all get in, each whole and in a row', async () => {
      const stream = streamName();
      const rivals = Array.from({ length: 3 }, () => open());
      const batches = Array.from({ length: 30 }, () => events(3));
      const results = await Promise.all(batches.map((batch, n) => rivals[n % 3]!.append(stream, 'any', batch)));
      const read = await store.read(stream);
      expect(read).toHaveLength(90);
      results.forEach(({ revision }, n) =>
        expect(read.slice(revision - 2, revision + 1).map((one) => one.id)).toEqual(batches[n]!.map((one) => one.id)),
      );
    });

    test('an append that conflicts leaves nothing behind, whatever it came with', async () => {
      const stream = streamName();
      await store.append(stream, 'noStream', [event()]);
      const neighbours = Array.from({ length: 10 }, () => streamName());
      const settled = await Promise.allSettled([
        ...neighbours.slice(0, 5).map((name) => store.append(name, 'noStream', events(2))),
        store.append(stream, 5, events(4)),
        ...neighbours.slice(5).map((name) => store.append(name, 'noStream', events(2))),
      ]);
      expect(settled.filter((one) => one.status === 'rejected')).toHaveLength(1);
      expect(await store.read(stream)).toHaveLength(1);
      for (const name of neighbours) expect(await store.read(name)).toHaveLength(2);
    });

    test('appends of one process to one stream build on each other, also when they travel together', async () => {
      const stream = streamName();
      const results = await Promise.all([
        store.append(stream, 'noStream', [event()]),
        store.append(stream, 0, [event()]),
        store.append(stream, 1, [event()]),
        store.append(stream, 'any', [event()]),
      ]);
      expect(results.map((one) => one.revision)).toEqual([0, 1, 2, 3]);
    });

    test('in a batch where much is in the way, everything that is not goes where it belongs', async () => {
      const names = Array.from({ length: 6 }, () => streamName());
      await store.append(names[0]!, 'noStream', events(3));
      const repeat = events(2);
      await store.append(names[1]!, 'noStream', repeat);
      const appends: [string, ExpectedRevision, EventToStore[]][] = [
        [names[2]!, 'noStream', events(1)],
        [names[0]!, 'noStream', events(2)],
        [names[3]!, 'any', events(3)],
        [names[2]!, 0, events(2)],
        [names[1]!, 'noStream', repeat],
        [names[3]!, 2, events(1)],
        [names[4]!, 'streamExists', events(1)],
        [names[0]!, 2, events(2)],
        [names[2]!, 'any', events(1)],
        [names[5]!, 'any', events(4)],
      ];
      const outcomes = (await Promise.allSettled(appends.map((one) => store.append(...one)))).map((one) =>
        one.status === 'rejected' ?
          (one.reason as Error).name
        : `${one.value.revision}${one.value.repeated ? ' repeated' : ''}`,
      );
      expect(outcomes).toEqual([
        '0',
        'RevisionConflict',
        '2',
        '2',
        '1 repeated',
        '3',
        'RevisionConflict',
        '4',
        '3',
        '3',
      ]);
      const found = await store.readMany(names);
      const idsIn = (n: number) => found.get(names[n]!)!.map((one) => one.id);
      const idsOf = (...which: number[]) => which.flatMap((n) => appends[n]![2].map((one) => one.id));
      expect(idsIn(0).slice(3)).toEqual(idsOf(7));
      expect(idsIn(1)).toEqual(idsOf(4));
      expect(idsIn(2)).toEqual(idsOf(0, 3, 8));
      expect(idsIn(3)).toEqual(idsOf(2, 5));
      expect(idsIn(4)).toEqual([]);
      expect(idsIn(5)).toEqual(idsOf(9));
    });
  });

  describe('many appends at once', () => {
    const verdictOf = (verdict: AppendVerdict): string =>
      verdict instanceof Error ? verdict.name : `${verdict.revision}${verdict.repeated ? ' repeated' : ''}`;

    test('each have their verdict in its place, and what is in the way of one is in the way of no other', async () => {
      const names = Array.from({ length: 5 }, () => streamName());
      const repeat = events(2);
      await store.append(names[1]!, 'noStream', repeat);
      await store.append(names[2]!, 'noStream', events(3));
      const wanted = [
        { stream: names[0]!, expected: 'noStream' as const, events: events(2) },
        { stream: names[1]!, expected: 'noStream' as const, events: repeat },
        { stream: names[2]!, expected: 'noStream' as const, events: events(1) },
        { stream: names[3]!, expected: 'streamExists' as const, events: events(1) },
        { stream: names[4]!, expected: 'any' as const, events: events(3) },
      ];
      const verdicts = await store.appendMany(wanted);
      expect(verdicts.map(verdictOf)).toEqual(['1', '1 repeated', 'RevisionConflict', 'RevisionConflict', '2']);
      const found = await store.readMany(names);
      expect(names.map((name) => found.get(name)!.length)).toEqual([2, 2, 3, 0, 3]);
      for (const at of [0, 4]) {
        const { stream } = wanted[at]!;
        expect(found.get(stream)!.map(({ id }) => id)).toEqual(wanted[at]!.events.map(({ id }) => id));
        expect(found.get(stream)!.at(-1)!.position).toBe((verdicts[at] as Appended).position);
      }
    });

    test('thousands of streams, again and again, are there once', async () => {
      const wanted = Array.from({ length: 3_000 }, () => ({
        stream: streamName('heap'),
        expected: 'noStream' as const,
        events: events(1),
      }));
      const [first] = await Promise.all([store.appendMany(wanted), store.appendMany(wanted.slice(500))]);
      const again = await store.appendMany(wanted);
      expect(again.map(verdictOf)).toEqual(wanted.map(() => '0 repeated'));
      expect(again.map((one) => (one as Appended).position)).toEqual(first.map((one) => (one as Appended).position));
      const found = await store.readMany(wanted.map(({ stream }) => stream));
      expect([...found.values()].every(({ length }) => length === 1)).toBe(true);
    });

    test('are none when one of them makes no sense, and none are none', async () => {
      const stream = streamName();
      const good = { stream, expected: 'any' as const, events: events(1) };
      await expect(
        store.appendMany([good, { stream: streamName(), expected: 'any', events: [] }]),
      ).rejects.toBeInstanceOf(TypeError);
      expect(await store.read(stream)).toEqual([]);
      expect(await store.appendMany([])).toEqual([]);
    });
  });

  describe('appending again', () => {
    test.each<ExpectedRevision>(['noStream', 1, 'any', 'streamExists'])(
      'the same events, expecting %s, gives the original result and writes nothing',
      async (expected) => {
        const stream = streamName();
        if (expected !== 'noStream') await store.append(stream, 'noStream', events(2));
        const batch = events(3);
        const original = await store.append(stream, expected, batch);
        for (const other of [store, open()])
          expect(await other.append(stream, expected, batch)).toEqual({ ...original, repeated: true });
        await store.append(stream, 'any', [event()]);
        for (const other of [store, open()])
          expect(await other.append(stream, expected, batch)).toEqual({ ...original, repeated: true });
        expect(await store.read(stream)).toHaveLength(expected === 'noStream' ? 4 : 6);
      },
    );

    test('is recognised also when the stream has moved on and that is what is expected', async () => {
      const stream = streamName();
      const batch = events(2);
      const original = await store.append(stream, 'noStream', batch);
      await store.append(stream, 1, events(2));
      expect(await open().append(stream, 3, batch)).toEqual({ ...original, repeated: true });
      expect(await store.read(stream)).toHaveLength(4);
    });

    test('twenty times at once is one append, whoever does it', async () => {
      for (const expected of ['noStream', 'any'] as const) {
        const stream = streamName();
        const batch = events(2);
        const rivals = Array.from({ length: 4 }, () => open());
        const results = await Promise.all(
          Array.from({ length: 20 }, (_, n) => rivals[n % 4]!.append(stream, expected, batch)),
        );
        expect(results.filter((one) => !one.repeated)).toHaveLength(1);
        expect(new Set(results.map((one) => `${one.revision} ${one.position}`)).size).toBe(1);
        expect(await store.read(stream)).toHaveLength(2);
      }
    });

    test('does not mind other metadata, another order of the fields or upper case in the id, and keeps what was written first', async () => {
      const stream = streamName();
      const first = event({ data: { a: 1, b: { c: [1, 2], d: null } } });
      const original = await store.append(stream, 'noStream', [first]);
      const again = {
        ...first,
        id: first.id.toUpperCase(),
        data: { b: { d: null, c: [1, 2] }, a: 1 },
        metadata: metadata({ occurredAt: '2027-01-01T00:00:00.000Z' }),
      };
      expect(await open().append(stream, 'noStream', [again])).toEqual({ ...original, repeated: true });
      expect((await store.read(stream))[0]).toMatchObject({ id: first.id, metadata: first.metadata });
    });

    const a = event({ data: { text: 'a' } });
    const b = event({ data: { text: 'b' } });
    test.each<[string, readonly EventToStore[]]>([
      ['other data', [{ ...a, data: { text: 'A' } }, b]],
      ['another type', [{ ...a, type: 'Other' }, b]],
      ['another order', [b, a]],
      ['less than it was', [a, event()]],
      ['more around it', [event(), a, b]],
      ['the second one changed', [a, { ...b, data: { text: 'b', more: true } }]],
    ])('with %s is an error and writes nothing', async (_what, batch) => {
      const stream = streamName();
      // Ids of their own in every test: they are unique in the whole log.
      const ids = new Map([a, b].map((one) => [one.id, randomUUID()]));
      const renamed = (list: readonly EventToStore[]) => list.map((one) => ({ ...one, id: ids.get(one.id) ?? one.id }));
      await store.append(stream, 'noStream', renamed([a, b]));
      for (const expected of ['noStream', 1, 'any'] as const) {
        for (const other of [store, open()])
          await expect(other.append(stream, expected, renamed(batch))).rejects.toBeInstanceOf(EventIdReused);
      }
      expect(await store.read(stream)).toHaveLength(2);
    });

    test('the second half of what was appended together is a repeat of that half', async () => {
      const stream = streamName();
      const batch = events(3);
      const original = await store.append(stream, 'noStream', batch);
      expect(await open().append(stream, 'any', batch.slice(1))).toEqual({ ...original, repeated: true });
    });

    test('an id twice in one append is an error', async () => {
      const stream = streamName();
      const one = event();
      await expect(store.append(stream, 'any', [one, one])).rejects.toMatchObject({
        name: 'EventIdReused',
        eventId: one.id,
      });
      expect(await store.read(stream)).toEqual([]);
    });

    // EventStoreDB has no index of ids: there an id is recognised within its stream.
    test.runIf(engine.name !== 'eventstoredb')(
      'an id in another stream is an error, also when both come together',
      async () => {
        const one = event();
        await store.append(streamName(), 'noStream', [one]);
        const stream = streamName();
        await expect(store.append(stream, 'noStream', [one])).rejects.toMatchObject({
          name: 'EventIdReused',
          eventId: one.id,
        });
        await expect(store.append(stream, 'any', [event(), one])).rejects.toMatchObject({
          name: 'EventIdReused',
          eventId: one.id,
        });
        expect(await store.read(stream)).toEqual([]);
        const both = event();
        const settled = await Promise.allSettled([
          store.append(streamName(), 'any', [both]),
          store.append(streamName(), 'any', [both]),
        ]);
        expect(settled.map((outcome) => outcome.status).sort()).toEqual(['fulfilled', 'rejected']);
      },
    );
  });

  describe('reading', () => {
    test('from a revision, and no more than a limit', async () => {
      const stream = streamName();
      const batch = events(5);
      await store.append(stream, 'noStream', batch);
      const ids = async (options: { from?: number; limit?: number }) =>
        (await store.read(stream, options)).map((one) => batch.findIndex(({ id }) => id === one.id));
      expect(await ids({ from: 2 })).toEqual([2, 3, 4]);
      expect(await ids({ limit: 2 })).toEqual([0, 1]);
      expect(await ids({ from: 3, limit: 1 })).toEqual([3]);
      expect(await ids({ from: 5 })).toEqual([]);
      expect(await ids({ from: 900 })).toEqual([]);
      expect(await store.read(streamName())).toEqual([]);
    });

    test('several streams at once, with an entry for every name', async () => {
      const names = Array.from({ length: 5 }, () => streamName());
      await Promise.all(names.slice(0, 3).map((name, n) => store.append(name, 'noStream', events(n + 1))));
      const found = await store.readMany([...names, names[0]!]);
      expect([...found.keys()].sort()).toEqual([...names].sort());
      expect(names.map((name) => found.get(name)!.length)).toEqual([1, 2, 3, 0, 0]);
      expect(found.get(names[2]!)).toEqual(await store.read(names[2]!));
      expect(await store.readMany([])).toEqual(new Map());
    });

    test('a stream of 10,000 events', async () => {
      const stream = streamName();
      const all = events(10_000);
      for (let n = 0; n < all.length; n += 500)
        await store.append(stream, n === 0 ? 'noStream' : n - 1, all.slice(n, n + 500));
      const read = await store.read(stream);
      expect(read.map((one) => one.id)).toEqual(all.map((one) => one.id));
      expect(read.map((one) => one.revision)).toEqual(all.map((_, n) => n));
      expect(isGrowing(read.map((one) => one.position))).toBe(true);
      expect((await store.read(stream, { from: 9_990, limit: 4 })).map((one) => one.revision)).toEqual([
        9_990, 9_991, 9_992, 9_993,
      ]);
      expect(await open().append(stream, 'any', all.slice(500, 1_000))).toMatchObject({
        revision: 999,
        repeated: true,
      });
    });

    test('an event of 1 MB', async () => {
      const stream = streamName();
      const big = event({ data: { text: 'x'.repeat(500_000) + '\u00e9'.repeat(250_000) } });
      await store.append(stream, 'noStream', [big]);
      expect((await store.read(stream))[0]!.data).toEqual(big.data);
    });

    test.each<[string, Record<string, unknown>]>([
      [
        'emoji, right-to-left and combining text',
        { text: '\u{1F355} \u05E9\u05DC\u05D5\u05DD \u0645\u0631\u062D\u0628\u0627 e\u0301' },
      ],
      ['NUL and control characters', { text: 'a\u0000b\u0001\u001f\u007f\u2028' }],
      ['half a surrogate pair', { text: 'a\ud800b' }],
      ['what could end a string of JSON or SQL', { text: `"'\\';--$1{}%_\n\t{"a":` }],
      ['numbers as they are', { values: [0, -1, 1e21, 1e-7, 0.1, 9_007_199_254_740_991, 1.7976931348623157e308] }],
      ['nesting, null and empty', { a: { b: { c: [[], {}, null, '', false] } } }],
      [
        'names of fields that mean something in JavaScript',
        JSON.parse('{"__proto__":{"x":1},"constructor":2,"toString":3,"":4}') as Record<string, unknown>,
      ],
      ['10,000 characters', { text: '\u20ac'.repeat(10_000) }],
    ])('gives back exactly: %s', async (_what, data) => {
      const stream = streamName();
      const one = event({
        data,
        metadata: metadata({
          actor: { kind: 'user', userId: randomUUID(), impersonatorId: null },
          causationId: randomUUID(),
        }),
      });
      const original = await store.append(stream, 'noStream', [one]);
      const read = (await open().read(stream))[0]!;
      expect(JSON.stringify(read.data)).toBe(JSON.stringify(data));
      expect(read.metadata).toEqual(one.metadata);
      expect(await open().append(stream, 'noStream', [one])).toEqual({ ...original, repeated: true });
    });

    test('what was appended is what it was at the call, whatever happens to the objects later', async () => {
      const stream = streamName();
      const data = { n: 1 };
      const appending = store.append(stream, 'noStream', [event({ data })]);
      data.n = 2;
      await appending;
      expect((await store.read(stream))[0]!.data).toEqual({ n: 1 });
    });

    test('event types that nobody knows come back as they are', async () => {
      const stream = streamName();
      const strange = event({ type: unique('NobodyKnows'), version: 7, data: { whatever: [1] } });
      const raw = log.open();
      opened.push(raw);
      await raw.append(stream, 'noStream', [strange]);
      const known = wrap(raw);
      const reader =
        wrap === coded.wrap ?
          withCodec(raw, { subjectKeys: { forReading: testKeys, forWriting: testKeys }, catalogue: new Map() })
        : known;
      expect((await reader.read(stream))[0]).toMatchObject(strange);
    });
  });

  describe('the feed', () => {
    test('has every event once, in the order of positions, page by page', async () => {
      const start = await store.head();
      const streams = Array.from({ length: 5 }, () => streamName());
      const appended: string[] = [];
      for (let n = 0; n < 25; n += 1) {
        const batch = events((n % 3) + 1);
        await store.append(streams[n % 5]!, 'any', batch);
        appended.push(...batch.map((one) => one.id));
      }
      const seen: StoredEvent[] = [];
      let position = start;
      for (;;) {
        const page = await store.readAll(position, { limit: 7 });
        expect(page.events.length).toBeLessThanOrEqual(7);
        seen.push(...page.events);
        expect(page.next).toBeGreaterThanOrEqual(page.events.at(-1)?.position ?? position);
        position = page.next;
        if (page.atEnd) break;
      }
      expect(seen.map((one) => one.id)).toEqual(appended);
      expect(isGrowing(seen.map((one) => one.position))).toBe(true);
      expect(await store.head()).toBe(seen.at(-1)!.position);
      expect(await store.readAll(position)).toEqual({ events: [], next: position, atEnd: true });
      // A page that holds exactly what is left has reached the end, one that lacks the last event has not.
      expect((await store.readAll(start, { limit: appended.length })).atEnd).toBe(true);
      expect((await store.readAll(start, { limit: appended.length - 1 })).atEnd).toBe(false);
      const left = await follow(open(), start, (_seen, page) => page.atEnd, { batchSize: appended.length });
      expect(left.map((one) => one.id)).toEqual(appended);
    });

    test('does not follow a log that ends before the place it shall go on from', async () => {
      const { position } = await store.append(streamName(), 'noStream', events(2));
      const end = await store.end();
      expect(end).toBeGreaterThanOrEqual(position);
      expect((await store.readAll(end)).next).toBeGreaterThanOrEqual(end);
      for (const filter of [undefined, { types: [unique('Tried')] }]) {
        const pages = store.subscribe(end + 1_000_000_000n, {
          ...(filter === undefined ? {} : { filter }),
          signal: AbortSignal.timeout(20_000),
        });
        await expect(
          (async () => {
            for await (const _ of pages);
          })(),
        ).rejects.toThrow(LogEndsEarlier);
      }
    }, 30_000);

    test('can be filtered by type, by the beginning of the stream name, and by both', async () => {
      const start = await store.head();
      const [typeA, typeB] = [unique('Kind'), unique('Kind')];
      const category = unique('cat');
      const written: { type: string; stream: string; id: string }[] = [];
      for (let n = 0; n < 60; n += 1) {
        const stream =
          n % 3 === 0 ? `${category}-${n % 6}`
          : n % 3 === 1 ? `${category}x-${n}`
          : streamName();
        // A type whose name begins with another's, and characters that mean something in patterns.
        const one = event({ type: [typeA, typeB, `${typeA}More`, 'A.B%_*(['][n % 4]! });
        await store.append(stream, 'any', [one]);
        written.push({ type: one.type, stream, id: one.id });
      }
      const all = async (filter: { types?: string[]; streamPrefixes?: string[] }) => {
        const seen: string[] = [];
        let position = start;
        for (;;) {
          const page: FeedPage = await store.readAll(position, { filter, limit: 4 });
          seen.push(...page.events.map((one) => one.id));
          position = page.next;
          if (page.atEnd) break;
        }
        expect(position).toBe(await store.head());
        const live = await follow(store, start, (_seen, page) => page.next >= position, { filter, batchSize: 4 });
        expect(live.map((one) => one.id)).toEqual(seen);
        return seen;
      };
      const ids = (keep: (one: (typeof written)[number]) => boolean) => written.filter(keep).map((one) => one.id);
      expect(await all({ types: [typeA] })).toEqual(ids((one) => one.type === typeA));
      expect(await all({ types: [typeB, 'A.B%_*(['] })).toEqual(
        ids((one) => one.type === typeB || one.type === 'A.B%_*(['),
      );
      expect(await all({ streamPrefixes: [`${category}-`] })).toEqual(
        ids((one) => one.stream.startsWith(`${category}-`)),
      );
      expect(await all({ streamPrefixes: [category] })).toEqual(ids((one) => one.stream.startsWith(category)));
      expect(await all({ streamPrefixes: [`${category}-3`, `${category}x-`] })).toEqual(
        ids((one) => one.stream.startsWith(`${category}-3`) || one.stream.startsWith(`${category}x-`)),
      );
      expect(await all({ types: [typeA], streamPrefixes: [`${category}-`] })).toEqual(
        ids((one) => one.type === typeA && one.stream.startsWith(`${category}-`)),
      );
      expect(await all({ streamPrefixes: ['%', 'cat_', '.*'] })).toEqual([]);
      expect(await all({ types: [] })).toEqual([]);
      expect(await all({ types: [unique('Never')] })).toEqual([]);
    });

    test('never skips: 24 writers race, every reader sees every event exactly once and in order', async () => {
      const start = await store.head();
      const writers = Array.from({ length: 6 }, () => open());
      const type = unique('Raced');
      const acknowledged: { id: string; position: bigint }[] = [];
      let writing = true;
      const readers = [undefined, { types: [type] }, { streamPrefixes: ['race-'] }].map((filter) => {
        const reader = open();
        return follow(
          reader,
          start,
          async (seen, page) => !writing && seen.length >= acknowledged.length && page.next >= (await reader.head()),
          filter === undefined ? {} : { filter },
        );
      });
      await Promise.all(
        Array.from({ length: 24 }, async (_, writer) => {
          for (let n = 0; n < 25; n += 1) {
            const batch = events(1 + ((writer + n) % 3), () => ({ type }));
            const { position } = await writers[writer % 6]!.append(
              n % 2 === 0 ? `race-${writer}-${type}` : `race-${n % 5}-${type}`,
              'any',
              batch,
            );
            acknowledged.push(...batch.map(({ id }) => ({ id, position })));
          }
        }),
      );
      const last = event({ type });
      acknowledged.push({ id: last.id, position: (await store.append(`race-end-${type}`, 'any', [last])).position });
      writing = false;
      // Wakes those who read the last one before they could know that it was.
      await store.append(`race-over-${type}`, 'any', [event({ type: 'Other' })]);
      for (const seen of await Promise.all(readers)) {
        const mine = seen.filter((one) => one.type === type);
        expect(mine).toHaveLength(acknowledged.length);
        expect(new Set(mine.map((one) => one.id))).toEqual(new Set(acknowledged.map((one) => one.id)));
        expect(isGrowing(mine.map((one) => one.position))).toBe(true);
        // Within a stream the order of the feed is the order of the revisions.
        const byStream = Map.groupBy(mine, (one) => one.stream);
        for (const list of byStream.values()) expect(list.map((one) => one.revision)).toEqual(list.map((_, n) => n));
      }
    });

    test('neither skips nor doubles where catching up turns into following, at whatever moment it does', async () => {
      const type = unique('Turned');
      const start = await store.head();
      const ids: string[] = [];
      const over = event({ type });
      let writing = true;
      const writers = Array.from({ length: 4 }, async (_, writer) => {
        while (writing) {
          const batch = events(1 + (ids.length % 4), () => ({ type }));
          await store.append(`turn-${writer}-${type}`, 'any', batch);
          ids.push(...batch.map(({ id }) => id));
        }
      });
      // One begins after the other while it is being written; small pages and large ones.
      const readers = [];
      for (let n = 0; n < 24; n += 1) {
        const reader = follow(store, start, (seen) => seen.at(-1)?.id === over.id, {
          filter: { types: [type] },
          batchSize: [7, 100, 150, 1_000][n % 4]!,
        });
        readers.push(reader);
        await sleep(20);
      }
      writing = false;
      await Promise.all(writers);
      await store.append(`turn-over-${type}`, 'any', [over]);
      ids.push(over.id);
      for (const seen of await Promise.all(readers)) {
        expect(seen).toHaveLength(ids.length);
        expect(new Set(seen.map(({ id }) => id))).toEqual(new Set(ids));
        expect(isGrowing(seen.map(({ position }) => position))).toBe(true);
      }
    }, 60_000);
  });

  describe('a subscription', () => {
    test('brings what is there and then what comes, in batches no larger than asked', async () => {
      const start = await store.head();
      const stream = streamName();
      const before = events(25);
      await store.append(stream, 'noStream', before);
      const after = events(5);
      let appended = false;
      const sizes: number[] = [];
      const seen = await follow(
        open(),
        start,
        async (all, page) => {
          sizes.push(page.events.length);
          if (all.length >= 25 && !appended) {
            appended = true;
            for (const one of after) await store.append(stream, 'any', [one]);
          }
          return all.length >= 30;
        },
        { batchSize: 10 },
      );
      expect(seen.map((one) => one.id)).toEqual([...before, ...after].map((one) => one.id));
      expect(Math.max(...sizes)).toBeLessThanOrEqual(10);
    });

    test('resumes after any page without loss or repetition', async () => {
      const start = await store.head();
      const type = unique('Resumed');
      const all = events(40, (n) => ({ type: n % 2 === 0 ? type : 'Between' }));
      for (let n = 0; n < 40; n += 4) await store.append(streamName(), 'noStream', all.slice(n, n + 4));
      const end = await store.head();
      const seen: string[] = [];
      let position = start;
      while (position < end) {
        const stop = new AbortController();
        for await (const page of store.subscribe(position, {
          filter: { types: [type] },
          batchSize: 3,
          signal: stop.signal,
        })) {
          seen.push(...page.events.map((one) => one.id));
          position = page.next;
          stop.abort();
        }
      }
      expect(seen).toEqual(all.filter((one) => one.type === type).map((one) => one.id));
    });

    test('waits for a slow consumer and gives it everything', async () => {
      const start = await store.head();
      const all = events(60);
      let busy = 0;
      const reading = follow(
        open(),
        start,
        async (seen) => {
          busy += 1;
          expect(busy).toBe(1);
          await sleep(5);
          busy -= 1;
          return seen.length >= 60;
        },
        { batchSize: 4 },
      );
      for (let n = 0; n < 60; n += 6) await store.append(streamName(), 'noStream', all.slice(n, n + 6));
      expect((await reading).map((one) => one.id)).toEqual(all.map((one) => one.id));
    });

    test('says how far it has come though nothing of it is wanted', async () => {
      const start = await store.head();
      await store.append(streamName(), 'noStream', events(3));
      const end = await store.head();
      const nothing = await follow(open(), start, async (_seen, page) => page.next >= end, {
        filter: { types: [unique('Never')] },
      });
      expect(nothing).toEqual([]);
    });

    test('ends without an error when it is told to, also while it waits or was told before it began', async () => {
      const waiting = new AbortController();
      setTimeout(() => waiting.abort(), 50);
      for await (const _page of store.subscribe(await store.head(), { signal: waiting.signal }));
      for await (const _page of store.subscribe(0n, { signal: AbortSignal.abort() })) expect.unreachable();
    });

    test('a consumer that breaks off or throws ends it', async () => {
      const start = await store.head();
      await store.append(streamName(), 'noStream', events(3));
      const fail = async () => {
        for await (const _page of store.subscribe(start, { signal: new AbortController().signal }))
          throw new Error('the consumer failed');
      };
      await expect(fail()).rejects.toThrow('the consumer failed');
    });
  });

  describe('without its server', () => {
    test('a closed store refuses, and closing it again is fine', async () => {
      const closed = open();
      await closed.close();
      await closed.close();
      await expect(closed.append(streamName(), 'any', [event()])).rejects.toBeInstanceOf(EventStoreUnavailable);
      await expect(closed.read(streamName())).rejects.toBeInstanceOf(EventStoreUnavailable);
    });

    // In memory there is no wire that could be cut.
    if (engine.name === 'memory') return;

    test('a subscription goes on by itself, and appends that are tried again are there once', async (context) => {
      if (log.proxy === null) return context.skip('no wire to cut');
      const proxy = await log.proxy();
      ends.push(() => proxy.close());
      const start = await store.head();
      const type = unique('Cut');
      const writer = open({ through: proxy });
      const reader = open({ through: proxy });
      const all = events(150, () => ({ type }));
      const reading = follow(reader, start, (seen) => seen.length >= all.length, {
        filter: { types: [type] },
        batchSize: 20,
      });
      let failures = 0;
      const cutting = (async () => {
        for (let n = 0; n < 6; n += 1) {
          await sleep(60);
          proxy.refuse(n % 2 === 0);
          proxy.cut();
          await sleep(40);
          proxy.refuse(false);
        }
      })();
      await Promise.all(
        Array.from({ length: 5 }, async (_, lane) => {
          const stream = streamName();
          for (let n = lane; n < all.length; n += 5) {
            for (;;) {
              try {
                await writer.append(stream, 'any', [all[n]!]);
                break;
              } catch (error) {
                expect(error).toBeInstanceOf(EventStoreUnavailable);
                failures += 1;
                await sleep(10);
              }
            }
            await sleep(5);
          }
        }),
      );
      await cutting;
      const seen = await reading;
      expect(failures).toBeGreaterThan(0);
      expect(seen.map((one) => one.id).sort()).toEqual(all.map((one) => one.id).sort());
      expect(isGrowing(seen.map((one) => one.position))).toBe(true);
    });

    test('a subscription that begins while it is away begins once it is back', async (context) => {
      if (log.proxy === null) return context.skip('no wire to cut');
      const proxy = await log.proxy();
      ends.push(() => proxy.close());
      const start = await store.head();
      const batch = events(5);
      await store.append(streamName(), 'noStream', batch);
      proxy.refuse(true);
      const reading = follow(open({ through: proxy }), start, (seen) => seen.length >= 5);
      await sleep(300);
      proxy.refuse(false);
      expect((await reading).map((one) => one.id)).toEqual(batch.map((one) => one.id));
    });

    test('every call says that it is unavailable, and works again once it is back', async (context) => {
      if (log.proxy === null) return context.skip('no wire to cut');
      const proxy = await log.proxy();
      ends.push(() => proxy.close());
      const away = open({ through: proxy });
      const stream = streamName();
      await away.append(stream, 'noStream', [event()]);
      proxy.refuse(true);
      proxy.cut();
      await expect(away.append(stream, 0, [event()])).rejects.toBeInstanceOf(EventStoreUnavailable);
      await expect(away.read(stream)).rejects.toBeInstanceOf(EventStoreUnavailable);
      await expect(away.readMany([stream])).rejects.toBeInstanceOf(EventStoreUnavailable);
      await expect(away.readAll(0n)).rejects.toBeInstanceOf(EventStoreUnavailable);
      await expect(away.head()).rejects.toBeInstanceOf(EventStoreUnavailable);
      proxy.refuse(false);
      await expect
        .poll(
          () =>
            away.read(stream).then(
              (read) => read.length,
              () => 0,
            ),
          { timeout: 15_000 },
        )
        .toBe(1);
      expect(await away.append(stream, 0, [event()])).toMatchObject({ revision: 1 });
    });
  });

  describe('bad input', () => {
    // eslint-disable-next-line @typescript-eslint/no-explicit-any -- what no type allows
    const bad: any = (over: Record<string, unknown>) => ({ ...event(), ...over });
    test.each<[string, unknown, unknown, unknown]>([
      ['no events', 'trial-1', 'any', []],
      ['an empty stream name', '', 'any', [event()]],
      ['a stream name of the engine', '$all', 'any', [event()]],
      ['a NUL in the stream name', 'trial-\u0000', 'any', [event()]],
      ['a stream name that is too long', 'x'.repeat(251), 'any', [event()]],
      ['a negative revision', 'trial-1', -1, [event()]],
      ['half a revision', 'trial-1', 0.5, [event()]],
      ['NaN', 'trial-1', NaN, [event()]],
      ['an expectation that does not exist', 'trial-1', 'maybe', [event()]],
      ['an id that is no UUID', 'trial-1', 'any', [bad({ id: 'one' })]],
      ['no type', 'trial-1', 'any', [bad({ type: '' })]],
      ['a type of the engine', 'trial-1', 'any', [bad({ type: '$metadata' })]],
      ['version 0', 'trial-1', 'any', [bad({ version: 0 })]],
      ['data that is a list', 'trial-1', 'any', [bad({ data: [] })]],
      ['data that is null', 'trial-1', 'any', [bad({ data: null })]],
      ['data that has no JSON', 'trial-1', 'any', [bad({ data: { n: 1n } })]],
      ['no metadata', 'trial-1', 'any', [bad({ metadata: undefined })]],
      ['one bad event among good ones', 'trial-1', 'any', [event(), bad({ id: '' })]],
    ])('%s is refused', async (_what, stream, expected, list) => {
      const before = await store.head();
      await expect(
        store.append(stream as string, expected as ExpectedRevision, list as EventToStore[]),
      ).rejects.toBeInstanceOf(TypeError);
      expect(await store.head()).toBe(before);
    });

    test('positions, revisions and limits that make no sense are refused', async () => {
      await expect(store.read('trial-1', { from: -1 })).rejects.toBeInstanceOf(RangeError);
      await expect(store.read('trial-1', { limit: 0 })).rejects.toBeInstanceOf(RangeError);
      await expect(store.readAll(-1n)).rejects.toBeInstanceOf(RangeError);
      await expect(store.readAll(0n, { limit: 1.5 })).rejects.toBeInstanceOf(RangeError);
      await expect(store.readMany(['$all'])).rejects.toBeInstanceOf(TypeError);
      expect(() => store.subscribe(-1n, { signal: new AbortController().signal })).toThrow(RangeError);
    });
  });
});

function isGrowing(positions: readonly bigint[]): boolean {
  return positions.every((position, n) => n === 0 || position > positions[n - 1]!);
}
