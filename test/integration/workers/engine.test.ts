import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { systemClock } from '../../../adapters/clock/system.ts';
import { untraced } from '../../../adapters/tracing/port.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createLocalBus } from '../../../adapters/bus/local.ts';
import { createLeases } from '../../../adapters/database/lease.ts';
import { createDatabase } from '../../../adapters/database/pool.ts';
import { createPostgresEventStore } from '../../../adapters/event-store/index.ts';
import type { EventStore } from '../../../adapters/event-store/port.ts';
import {
  adoptLog,
  CheckpointMoved,
  loadCheckpoint,
  moveCheckpoint,
  resumeWorker,
} from '../../../workers/engine/checkpoints.ts';
import { follow, type SubscriptionState } from '../../../workers/engine/subscription.ts';
import { fireDueTimers, runTimers, setTimers } from '../../../workers/engine/timers.ts';
import { createBell } from '../../../workers/engine/wait.ts';
import type { Worker } from '../../../workers/engine/worker.ts';
import { eventually } from '../../support/eventually.ts';
import { createTestDatabase, type TestDatabase } from '../../support/postgres.ts';
import { quietLog as log } from '../../support/quiet.ts';
import { said } from '../../support/said.ts';

let database: TestDatabase;
let db: Kysely<unknown>;
let closeDb: () => Promise<void>;
let store: EventStore;
let stop: AbortController;
let running: Promise<void>[];

beforeAll(async () => {
  database = await createTestDatabase();
  ({ db, close: closeDb } = createDatabase({ connectionString: database.connectionString, log }));
  store = createPostgresEventStore({ connectionString: database.connectionString, bus: createLocalBus({ log }), log });
  await sql`create table public.seen (worker text, event uuid, number int)`.execute(db);
});
afterAll(async () => {
  await store.close();
  await closeDb();
  await database.drop();
});
beforeEach(() => {
  stop = new AbortController();
  running = [];
});
afterEach(async () => {
  stop.abort();
  await Promise.all(running);
});

const type = () => `Happened${randomUUID().slice(0, 8)}`;
const append = async (name: string, from: number, count: number) => {
  const events = Array.from({ length: count }, (_, n) => ({ type: name, version: 1, data: { number: from + n } }));
  await store.append(`test-${randomUUID()}`, 'noStream', said(events));
};
/** A worker that writes down what it sees, and fails at the numbers in `poison`. */
const scribe = (name: string, handles: string, poison = new Set<number>()): Worker => ({
  kind: 'recording',
  name,
  handles: [handles],
  batchSize: 100,
  async record(events, trx) {
    for (const event of events) {
      const { number } = event.data as { number: number };
      await sql`insert into public.seen values (${name}, ${event.id}::uuid, ${number})`.execute(trx);
      if (poison.has(number)) throw new Error(`poison ${number}`);
    }
  },
});
const run = (worker: Worker, signal = stop.signal): SubscriptionState => {
  const state: SubscriptionState = { phase: 'waiting', lastError: null };
  running.push(
    follow(worker, { store, db, log, clock: systemClock, tracing: untraced, attempts: 3, retryMs: 1 }, state, signal),
  );
  return state;
};
const seen = async (name: string) => {
  const { rows } = await sql<{
    number: number;
  }>`select number from public.seen where worker = ${name} order by number`.execute(db);
  return rows.map((row) => row.number);
};
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index);

describe('a worker that records', () => {
  it('sees each event once, over restarts and live', async () => {
    const name = type();
    await append(name, 0, 250);
    const first = new AbortController();
    run(scribe(name, name), first.signal);
    await eventually(
      () => seen(name),
      (numbers) => numbers.length > 0,
    );
    first.abort();
    await Promise.all(running);
    run(scribe(name, name));
    await append(name, 250, 50);
    expect(
      await eventually(
        () => seen(name),
        (numbers) => numbers.length >= 300,
      ),
    ).toEqual(upTo(300));
  });

  it('two processes without a lease between them: the guard of the checkpoint lets one win, and nothing is written twice', async () => {
    const name = type();
    await append(name, 0, 500);
    run(scribe(name, name));
    run(scribe(name, name));
    await append(name, 500, 500);
    expect(
      await eventually(
        () => seen(name),
        (numbers) => numbers.length >= 1_000,
      ),
    ).toEqual(upTo(1_000));
  });

  it('stops before an event that fails for good, says which, skips nothing, and goes on when told to; others go on meanwhile', async () => {
    const name = type();
    const healthy = `${name}-healthy`;
    const poison = new Set([7]);
    await append(name, 0, 20);
    const state = run(scribe(name, name, poison));
    run(scribe(healthy, name));
    await eventually(
      () => state.phase,
      (phase) => phase === 'paused',
    );
    expect(await seen(name)).toEqual(upTo(7));
    const { paused } = await loadCheckpoint(db, name);
    expect(paused?.reason).toContain('poison 7');
    expect(
      await eventually(
        () => seen(healthy),
        (numbers) => numbers.length === 20,
      ),
    ).toEqual(upTo(20));

    await resumeWorker(db, name); // still poisoned: it pauses again at the same event
    await eventually(
      async () => (await loadCheckpoint(db, name)).paused,
      (again) => again !== null,
    );
    expect(await seen(name)).toEqual(upTo(7));

    poison.clear();
    expect(await resumeWorker(db, name)).toBe(true);
    expect(
      await eventually(
        () => seen(name),
        (numbers) => numbers.length === 20,
      ),
    ).toEqual(upTo(20));
  });

  it('gets over a trouble that passes', async () => {
    const name = type();
    let failures = 2;
    const worker: Worker = {
      kind: 'commanding',
      name,
      handles: [name],
      async issue(events) {
        if (failures-- > 0) throw new Error('passing');
        for (const event of events)
          await sql`insert into public.seen values (${name}, ${event.id}::uuid, ${(event.data as { number: number }).number})`.execute(
            db,
          );
      },
    };
    await append(name, 0, 3);
    run(worker);
    expect(
      await eventually(
        () => seen(name),
        (numbers) => numbers.length === 3,
      ),
    ).toEqual(upTo(3));
  });

  it('pauses when the log ends before its checkpoint, and after adopt-log handles what came since', async () => {
    const name = type();
    await append(name, 0, 3);
    const lost = await store.head();
    await loadCheckpoint(db, name);
    await moveCheckpoint(db, name, 0n, lost + 10n);
    run(scribe(name, name));
    const { paused } = await eventually(
      () => loadCheckpoint(db, name),
      (checkpoint) => checkpoint.paused !== null,
    );
    expect(paused).toMatchObject({ eventId: null, position: lost });
    expect(paused!.reason).toMatch(/The event log ends at \d+, before \d+.*adopt-log/);
    // The log grows past the checkpoint: whoever had waited would have gone on behind these.
    await append(name, 3, 20);
    expect(await seen(name)).toEqual([]);
    expect(await adoptLog(db, await store.end())).toContain(name);
    expect(
      await eventually(
        () => seen(name),
        (numbers) => numbers.length >= 20,
      ),
    ).toEqual(upTo(23).slice(3));
  });
});

describe('a checkpoint', () => {
  it('moves only from where it was read', async () => {
    const name = type();
    await loadCheckpoint(db, name);
    await moveCheckpoint(db, name, 0n, 5n);
    await expect(moveCheckpoint(db, name, 0n, 9n)).rejects.toBeInstanceOf(CheckpointMoved);
    expect((await loadCheckpoint(db, name)).position).toBe(5n);
  });
});

describe('timers', () => {
  const due = new Date('2026-01-01T00:00:00Z');
  const timer = (kind: string, at = due) => ({ id: randomUUID(), kind, dueAt: at, payload: { n: 1 } });

  it('fire once when due, whoever looks, and setting one again changes nothing', async () => {
    const kind = type();
    const timers = Array.from({ length: 120 }, () => timer(kind));
    await setTimers(db, timers);
    await setTimers(db, timers);
    await setTimers(db, [timer(kind, new Date(due.getTime() + 1))]);
    const fired: string[] = [];
    const handlers = { [kind]: async ({ id }: { id: string }) => void fired.push(id) };
    const look = () => fireDueTimers(db, handlers, due, log);
    await Promise.all([look(), look(), look()]);
    await look();
    expect(fired.toSorted()).toEqual(timers.map(({ id }) => id).toSorted());
  });

  it('fall due when they do: neither one that comes with a ring nor one that was set by another waits for the next look', async () => {
    const [first, second] = [type(), type()];
    const fired: string[] = [];
    const handlers = {
      [first]: () => setTimers(db, [timer(second, new Date(Date.now() + 300))]),
      [second]: async ({ kind }: { kind: string }) => void fired.push(kind),
    };
    const bell = createBell(systemClock);
    running.push(runTimers({ db, handlers, clock: systemClock, log, bell, pollMs: 600_000 }, stop.signal));
    await setTimers(db, [timer(first)]);
    bell.ring();
    await eventually(
      () => fired,
      (kinds) => kinds.length > 0,
    );
    expect(fired).toEqual([second]);
  });

  it('that fail are tried again later, and set aside in the end, without stopping the others', async () => {
    const kind = type();
    await setTimers(db, [timer(kind), timer(`${kind}-good`)]);
    let good = 0;
    const handlers = { [kind]: () => Promise.reject(new Error('no')), [`${kind}-good`]: async () => void good++ };
    for (let hours = 0; hours < 24; hours++)
      await fireDueTimers(db, handlers, new Date(due.getTime() + hours * 3_600_000), log);
    expect(good).toBe(1);
    const { rows } = await sql<{
      attempts: number;
      failed_at: Date | null;
    }>`select attempts, failed_at from ops.timers where kind = ${kind}`.execute(db);
    expect(rows).toMatchObject([{ attempts: 8 }]);
    expect(rows[0]!.failed_at).not.toBeNull();
  });
});

describe("a dead process's work", () => {
  it('is taken over when its lease runs out, and not before', async () => {
    const name = `worker-${randomUUID()}`;
    const dying = createLeases({ db, holder: 'dying', log, ttlMs: 60_000 });
    const heir = createLeases({ db, holder: 'heir', log, ttlMs: 60_000 });
    const held = await dying.tryAcquire(name);
    expect(held).not.toBeNull();
    expect(await heir.tryAcquire(name)).toBeNull();
    await sql`update ops.leases set expires_at = clock_timestamp() - interval '1 second' where name = ${name}`.execute(
      db,
    );
    const taken = await heir.tryAcquire(name);
    expect(taken!.token).toBeGreaterThan(held!.token);
    await taken!.release();
    await held!.release();
  });
});
