import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { createLocalBus } from '../../../adapters/bus/index.ts';
import { createPostgresEventStore } from '../../../adapters/event-store/index.ts';
import type { EventStore, StoredEvent } from '../../../adapters/event-store/port.ts';
import { createTestDatabase, type TestDatabase } from '../../support/postgres.ts';
import { event, events, follow, streamName, unique } from './support/events.ts';

const quiet = { debug() {}, info() {}, warn() {}, error() {} };

describe('the event store on postgres, beyond the contract', () => {
  let database: TestDatabase;
  let store: EventStore;
  const ends: (() => unknown)[] = [];
  const connect = async () => {
    const client = new pg.Client(database.connectionString);
    await client.connect();
    ends.push(() => client.end());
    return client;
  };
  const open = (bus: Parameters<typeof createPostgresEventStore>[0]['bus'] = null) => {
    const fresh = createPostgresEventStore({ connectionString: database.connectionString, log: quiet, bus });
    ends.push(() => fresh.close());
    return fresh;
  };
  beforeAll(async () => {
    database = await createTestDatabase();
    store = createPostgresEventStore({ connectionString: database.connectionString, log: quiet });
  });
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end();
  });
  afterAll(async () => {
    await store.close();
    await database.drop();
  });

  test('a process that follows what it appends itself misses nothing of what others append in between, and sees it as it is stored', async () => {
    const start = await store.head();
    const type = unique('Between');
    const [mine, other] = [open(createLocalBus({ log: quiet })), open()];
    const followers = [undefined, { types: [type] }, { streamPrefixes: ['between-'] }].map((filter) =>
      follow(mine, start, (seen) => seen.length >= 150, filter === undefined ? {} : { filter }),
    );
    for (let n = 0; n < 50; n += 1) {
      await other.append(`between-other-${type}`, 'any', [event({ type })]);
      await mine.append(`between-mine-${type}`, 'any', [
        event({ type, data: { n, gone: undefined } }),
        event({ type }),
      ]);
    }
    const stored = (await store.readAll(start, { filter: { types: [type] }, limit: 1_000 })).events;
    expect(stored).toHaveLength(150);
    for (const follower of followers) expect((await follower).filter((seen) => seen.type === type)).toEqual(stored);
  });

  test('what a process knows of streams is never all that it shows: what others have appended since is there', async () => {
    const [mine, other] = [open(), open()];
    const [own, theirs] = [streamName('known'), streamName('known')];
    for (let n = 0; n < 70; n += 1) {
      // Past what is kept of a stream.
      await (n % 3 === 0 ? other : mine).append(own, n === 0 ? 'noStream' : n - 1, [event({ data: { n } })]);
      if (n % 7 === 0) await other.append(theirs, 'any', [event({ data: { n } }), event({ data: { n } })]);
      if (n % 2 === 1) continue;
      const found = await mine.readMany([own, theirs]);
      expect(found.get(own)).toEqual(await other.read(own));
      expect(found.get(theirs)).toEqual(await other.read(theirs));
    }
  });

  test('a log that was put back under a process is read as it is', async () => {
    const mine = open();
    const stream = streamName('put-back');
    await mine.append(stream, 'noStream', [event(), event()]);
    expect((await mine.readMany([stream])).get(stream)).toHaveLength(2);
    const admin = await connect();
    await admin.query('delete from es.events where stream = $1 and revision = 1', [stream]);
    // A server that was stopped for it ends its connections.
    const ended = await admin.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'beckon-events' and datname = current_database() and state = 'idle'`);
    expect(ended.rowCount).toBeGreaterThan(0);
    await expect
      .poll(async () => (await mine.readMany([stream]).catch(() => new Map())).get(stream)?.length, { timeout: 20_000 })
      .toBe(1);
  });

  test('who forgot nothing but was overtaken looks at what is there', async () => {
    const [mine, other] = [open(), open()];
    const stream = streamName('overtaken');
    await mine.append(stream, 'noStream', [event()]);
    await other.append(stream, 0, [event()]);
    await expect(mine.append(stream, 0, [event()])).rejects.toMatchObject({ actual: 1 });
    const [verdict] = await mine.appendMany([{ stream, expected: 0, events: [event()] }]);
    expect(verdict).toMatchObject({ actual: 1 });
    expect((await mine.readMany([stream])).get(stream)).toEqual(await other.read(stream));
  });

  test('who follows while thousands come at once has all of them in order, and of what is wanted alone nothing else', async () => {
    const start = await store.head();
    const [much, little] = [unique('Much'), unique('Little')];
    const [mine, other] = [open(createLocalBus({ log: quiet })), open()];
    const heaps = 12;
    const isAll = (seen: readonly StoredEvent[]) => seen.filter(({ type }) => type === little).length === heaps;
    const [all, some, none] = [
      follow(mine, start, isAll),
      follow(mine, start, isAll, { filter: { types: [little] } }),
      // What is passed over as a whole is passed over once.
      follow(mine, start, (_, { next }) => next >= start + BigInt(heaps * 1_502), {
        filter: { types: [unique('None')] },
      }),
    ];
    for (let heap = 0; heap < heaps; heap += 1) {
      await mine.appendMany(
        Array.from({ length: 1_500 }, () => ({
          stream: streamName('heap'),
          expected: 'noStream' as const,
          events: [event({ type: much })],
        })),
      );
      await mine.append(streamName('heap'), 'noStream', [event({ type: little })]);
      await other.append(streamName('heap'), 'noStream', [event({ type: much })]);
    }
    const stored: StoredEvent[] = [];
    for (let position = start; ;) {
      const page = await store.readAll(position);
      stored.push(...page.events);
      if (page.atEnd) break;
      position = page.next;
    }
    const upToLast = stored.slice(0, stored.findLastIndex(({ type }) => type === little) + 1);
    expect((await all).slice(0, upToLast.length)).toEqual(upToLast);
    expect(await some).toEqual(stored.filter(({ type }) => type === little));
    expect(await none).toEqual([]);
  });

  /** What is asked of the log by name, from now on. */
  const reads = () => {
    const asked = vi.spyOn(pg.Pool.prototype, 'query');
    ends.push(() => asked.mockRestore());
    return (name: string) =>
      asked.mock.calls.filter(([query]) => (query as unknown as { readonly name?: string }).name === name).length;
  };

  test('what a process appends itself, however much, is not what it has to catch up with', async () => {
    const mine = open();
    const known = streamName();
    await store.append(known, 'noStream', [event()]);
    await mine.read(known);
    await mine.read(known);
    const asked = reads();
    for (let heap = 0; heap < 5; heap += 1) {
      // One of another process, and behind it more than the process would read of others at once.
      await store.append(streamName(), 'noStream', [event()]);
      await mine.appendMany(
        Array.from({ length: 1_000 }, () => ({ stream: streamName(), expected: 'noStream', events: [event()] })),
      );
    }
    await store.append(known, 0, [event()]);
    expect(await mine.read(known)).toHaveLength(2);
    expect(asked('read_many')).toBe(0);
    expect(asked('read_for_all')).toBe(1);
  });

  describe('forty that follow in one process', () => {
    /** Follows by forty filters until each has seen the last event; what each of them saw. */
    function forty(mine: EventStore, start: bigint, types: readonly string[], last: string) {
      let [waiting, passed] = [0, start];
      const all = Array.from({ length: 40 }, (_, n) => {
        const filter = n === 0 ? undefined : { types: [types[n % types.length]!, last] };
        return follow(
          mine,
          start,
          (seen, { next }) => {
            waiting += next >= passed ? 1 : 0;
            return seen.some(({ type }) => type === last);
          },
          filter === undefined ? {} : { filter },
        );
      });
      return {
        all: Promise.all(all),
        /** Until each of them has come to the end of the log as it is. */
        async rested() {
          passed = await mine.head();
          waiting = 0;
          await store.append(streamName('nudge'), 'noStream', [event({ type: unique('Nudge') })]);
          await expect.poll(() => waiting, { timeout: 20_000 }).toBeGreaterThanOrEqual(40);
        },
        wanted: (stored: readonly StoredEvent[], n: number) =>
          stored.filter(({ type }) => n === 0 || type === types[n % types.length] || type === last),
      };
    }
    const since = async (start: bigint) => (await store.readAll(start, { limit: 100_000 })).events;

    test('read what another process appends once for all of them', async () => {
      const types = Array.from({ length: 10 }, () => unique('Shared'));
      const [mine, last] = [open(), unique('Last')];
      await store.append(streamName(), 'noStream', [event()]);
      const start = await store.head();
      const followers = forty(mine, start, types, last);
      await followers.rested();
      const asked = reads();
      for (let n = 0; n < 60; n += 1) {
        await store.append(streamName(), 'noStream', [event({ type: types[n % types.length]! })]);
        // Its own between them, so that what is missing lies between what it has.
        if (n % 4 === 0) await mine.append(streamName(), 'noStream', [event({ type: types[n % 7]! })]);
        if (n % 3 === 0) await sleep(5);
      }
      await store.append(streamName(), 'noStream', [event({ type: last })]);
      const seen = await followers.all;
      const [alone, shared] = [asked('read_filtered') + asked('read_all'), asked('read_for_all')];
      const stored = await since(start);
      for (const [n, those] of seen.entries()) expect(those).toEqual(followers.wanted(stored, n));
      expect(alone).toBe(0);
      // No more than there were appends, whoever asked: by themselves they would have been forty times that.
      expect(shared).toBeGreaterThan(0);
      expect(shared).toBeLessThan(160);
    });

    test('have all of what another process appends by the thousand, also where it is more than is held', async () => {
      const types = Array.from({ length: 10 }, () => unique('Many'));
      const [mine, last] = [open(createLocalBus({ log: quiet })), unique('Last')];
      await store.append(streamName(), 'noStream', [event()]);
      const start = await store.head();
      const followers = forty(mine, start, types, last);
      await followers.rested();
      for (let heap = 0; heap < 6; heap += 1) {
        const of = (type: string) => ({
          stream: streamName(),
          expected: 'noStream' as const,
          events: [event({ type })],
        });
        await store.appendMany(Array.from({ length: 1_500 }, (_, n) => of(types[n % types.length]!)));
        await mine.appendMany(Array.from({ length: 300 }, (_, n) => of(types[n % 3]!)));
      }
      await store.append(streamName(), 'noStream', [event({ type: last })]);
      const seen = await followers.all;
      const stored = await since(start);
      for (const [n, those] of seen.entries())
        expect(those.map(({ id }) => id)).toEqual(followers.wanted(stored, n).map(({ id }) => id));
    });

    test('go on where they were when the read for all of them failed, and see a log that was put back as it is', async () => {
      const types = Array.from({ length: 10 }, () => unique('Failing'));
      const [mine, last] = [open(), unique('Last')];
      await store.append(streamName(), 'noStream', [event()]);
      const start = await store.head();
      const followers = forty(mine, start, types, last);
      await followers.rested();
      const admin = await connect();
      for (let n = 0; n < 20; n += 1) {
        await store.append(streamName(), 'noStream', [event({ type: types[n % types.length]! })]);
        if (n % 5 === 0)
          await admin.query(`select pg_terminate_backend(pid) from pg_stat_activity
            where application_name = 'beckon-events' and datname = current_database() and pid <> pg_backend_pid()`);
      }
      await expect
        .poll(
          () =>
            store.append(streamName(), 'noStream', [event({ type: last })]).then(
              () => true,
              () => false,
            ),
          { timeout: 20_000 },
        )
        .toBe(true);
      const seen = await followers.all;
      const stored = await since(start);
      for (const [n, those] of seen.entries())
        expect(those.map(({ id }) => id)).toEqual(followers.wanted(stored, n).map(({ id }) => id));
    });
  });

  test('a transaction that takes its position early and commits late is missed by nobody', async () => {
    const start = await store.head();
    const type = unique('Slow');
    const slow = await connect();
    let writing = true;
    let expected = 0;
    const readers = [{}, { filter: { types: [type] } }].map((options) => {
      const reader = open();
      return follow(
        reader,
        start,
        async (seen, page) => !writing && seen.length >= expected && page.next >= (await reader.head()),
        options,
      );
    });
    const fast = Array.from({ length: 8 }, async (_, lane) => {
      for (let n = 0; n < 20; n += 1) await store.append(`slow-${lane}-${type}`, 'any', [event({ type })]);
    });
    for (let n = 0; n < 5; n += 1) {
      await slow.query('begin');
      const { id, data, metadata } = event();
      const { rows } = await slow.query<{ at: string[] }>(
        'select es.append_one($1, -2, $2, $3, 1::smallint, $4, $5) as at',
        [`slow-late-${type}`, id, type, JSON.stringify(data), JSON.stringify(metadata)],
      );
      expect(Number(rows[0]!.at[0])).toBe(n);
      await sleep(40);
      await slow.query(n === 2 ? 'rollback' : 'commit');
      if (n === 2) {
        await slow.query('begin');
        await slow.query('select es.append_one($1, -2, $2, $3, 1::smallint, $4, $5)', [
          `slow-late-${type}`,
          id,
          type,
          JSON.stringify(data),
          JSON.stringify(metadata),
        ]);
        await slow.query('commit');
      }
    }
    await Promise.all(fast);
    expected = 8 * 20 + 5;
    writing = false;
    await store.append(streamName(), 'any', [event({ type: 'Over' })]);
    for (const seen of await Promise.all(readers)) {
      const mine = seen.filter((one) => one.type === type);
      expect(new Set(mine.map((one) => one.id)).size).toBe(expected);
      expect(mine).toHaveLength(expected);
      expect(mine.filter((one) => one.stream === `slow-late-${type}`).map((one) => one.revision)).toEqual([
        0, 1, 2, 3, 4,
      ]);
    }
  });

  test('several processes that append at once: every reader sees every acknowledged event once, in order', async () => {
    const start = await store.head();
    const type = unique('Processes');
    const writers = Array.from({ length: 3 }, (_, n) =>
      writerProcess(database.connectionString, { type, lanes: 8, appends: 30, name: `p${n}` }),
    );
    for (const { child } of writers) ends.push(() => child.kill('SIGKILL'));
    let done: readonly string[] | null = null;
    const reader = open();
    const reading = follow(
      reader,
      start,
      async (seen, page) => done !== null && seen.length >= done.length && page.next >= (await reader.head()),
    );
    const acknowledged = (await Promise.all(writers.map(({ ids }) => ids))).flat();
    expect(acknowledged.length).toBeGreaterThan(3 * 8 * 30);
    done = acknowledged;
    await store.append(streamName(), 'any', [event({ type: 'Over' })]);
    const seen = (await reading).filter((one) => one.type === type);
    expect(seen.map((one) => one.id).sort()).toEqual([...acknowledged].sort());
    expect(seen.every((one, n) => n === 0 || one.position > seen[n - 1]!.position)).toBe(true);
    for (const list of Map.groupBy(seen, (one) => one.stream).values())
      expect(list.map((one) => one.revision)).toEqual(list.map((_, n) => n));
  });

  test('a bad event of one caller does not spoil the appends that travel with it', async () => {
    const names = Array.from({ length: 6 }, () => streamName());
    // Nothing that gets past the checks is refused by the database, so let the table itself refuse something.
    const client = await connect();
    await client.query(`alter table es.events add constraint no_poison check (type <> 'Poison')`);
    try {
      const settled = await Promise.allSettled(
        names.map((name, n) => store.append(name, 'noStream', [event({ type: n === 3 ? 'Poison' : 'Tried' })])),
      );
      expect(settled.map((one) => one.status)).toEqual([
        'fulfilled',
        'fulfilled',
        'fulfilled',
        'rejected',
        'fulfilled',
        'fulfilled',
      ]);
      expect(await Promise.all(names.map(async (name) => (await store.read(name)).length))).toEqual([1, 1, 1, 0, 1, 1]);
    } finally {
      await client.query('alter table es.events drop constraint no_poison');
    }
  });

  test('of many callers at once, some with bad events or conflicts, each gets its own answer, and who follows sees all in order', async () => {
    const mine = open();
    const start = await mine.head();
    const type = unique('Crowd');
    const taken = streamName();
    await mine.append(taken, 'noStream', [event({ type })]);
    const acknowledged = new Set<string>();
    const refused: string[] = [];
    let total = Infinity;
    const ofType = (seen: readonly StoredEvent[]) => seen.filter((one) => one.type === type);
    const following = follow(mine, start, (seen) => ofType(seen).length >= total);
    const client = await connect();
    await client.query(`alter table es.events add constraint no_poison check (type <> 'Poison')`);
    try {
      // Many, so that batches are on their way behind one another.
      await Promise.all(
        Array.from({ length: 200 }, async (_, caller) => {
          for (let round = 0; round < 10; round += 1) {
            const one = event({ type: caller === 100 ? 'Poison' : type });
            const appended = mine.append(caller === 50 ? taken : streamName(), 'noStream', [one]);
            await appended.then(
              () => acknowledged.add(one.id),
              (error: Error) => refused.push(error.name),
            );
          }
        }),
      );
    } finally {
      await client.query('alter table es.events drop constraint no_poison');
    }
    expect(Object.groupBy(refused, (name) => name)).toMatchObject({
      RevisionConflict: { length: 10 },
      error: { length: 10 },
    });
    const { events: stored } = await mine.readAll(start, { filter: { types: [type] }, limit: 5_000 });
    expect(new Set(stored.slice(1).map(({ id }) => id))).toEqual(acknowledged);
    total = stored.length;
    await mine.append(streamName(), 'noStream', [event({ type: unique('End') })]);
    expect(ofType(await following)).toEqual(stored);
  });

  test('a hint on the bus wakes a subscription of another adapter', async () => {
    const bus = createLocalBus({ log: quiet });
    ends.push(() => bus.close());
    const start = await store.head();
    const hints: unknown[] = [];
    bus.subscribe('events.appended', (message) => hints.push(message));
    const reading = follow(open(bus), start, (seen) => seen.length >= 3);
    await open(bus).append(streamName(), 'noStream', events(3));
    expect(await reading).toHaveLength(3);
    expect(hints).toHaveLength(1);
  });

  test('a sparse filter finds what it wants in a long feed, and pages end where it was looked', async () => {
    const client = await connect();
    const type = unique('Rare');
    const start = await store.head();
    // Written past the adapter: thirty thousand events, of which every ten-thousandth is wanted.
    await client.query(
      `insert into es.events (position, revision, version, id, stream, type, data, metadata)
       select $1::bigint + n, n - 1, 1, gen_random_uuid(), 'long-' || $2, case when n % 10000 = 0 then $2 else 'Common' end, '{}', '{}'
          from generate_series(1, 30000) n`,
      [start, type],
    );
    const first = await store.readAll(start, { filter: { types: [type] }, limit: 2 });
    expect(first.events.map((one) => one.revision)).toEqual([9_999, 19_999]);
    expect(first.next).toBe(start + 20_000n);
    expect(first.atEnd).toBe(false);
    const rest = await store.readAll(first.next, { filter: { types: [type] }, limit: 2 });
    expect(rest.events.map((one) => one.revision)).toEqual([29_999]);
    expect(rest).toMatchObject({ next: start + 30_000n, atEnd: true });
    // A prefix without a category can't be jumped to: it is looked for in steps, and the feed still gets to its end.
    const seen = await follow(store, start, (_all, page) => page.next >= start + 30_000n, {
      filter: { streamPrefixes: ['nothing-begins-so', 'no'] },
    });
    expect(seen).toEqual([]);
  });
});

/** Appends from a process of its own; gives the ids that were acknowledged there. */
function writerProcess(
  connectionString: string,
  work: { readonly type: string; readonly lanes: number; readonly appends: number; readonly name: string },
): { child: ChildProcess; ids: Promise<readonly string[]> } {
  const child = spawn(process.execPath, [new URL('./support/writer-process.ts', import.meta.url).pathname], {
    env: { ...process.env, CONNECTION: connectionString, WORK: JSON.stringify(work) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ids: string[] = [];
  createInterface({ input: child.stdout! }).on('line', (line) => ids.push(...line.split(' ')));
  return { child, ids: once(child, 'close').then(() => ids) };
}
