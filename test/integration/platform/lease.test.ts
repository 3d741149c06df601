import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createLeases } from '../../../adapters/database/lease.ts';
import { createDatabase, type Database } from '../../../adapters/database/pool.ts';
import type { Clock } from '../../../adapters/clock/port.ts';
import { holderIsDead } from '../../../workers/engine/presence.ts';
import { eventually } from '../../support/eventually.ts';
import { createTestDatabase, type TestDatabase } from '../../support/postgres.ts';

const log = { info: () => {}, warn: () => {} };
let made: TestDatabase;
let database: Database<unknown>;
beforeAll(async () => {
  made = await createTestDatabase();
  database = createDatabase({ connectionString: made.connectionString, log, max: 20 });
});
afterAll(async () => {
  await database.close();
  await made.drop();
});
beforeEach(async () => {
  await sql`truncate ops.leases`.execute(database.db);
});

const process = (ttlMs = 600) => createLeases({ db: database.db, holder: randomUUID(), log, ttlMs });

test('of twenty that ask at once, one gets it', async () => {
  const got = (await Promise.all(Array.from({ length: 20 }, () => process(60_000).tryAcquire('sender')))).filter(
    (lease) => lease !== null,
  );
  expect(got).toHaveLength(1);
  await got[0]!.release();
});

test('different names have different holders', async () => {
  const [a, b] = [await process().tryAcquire('a'), await process().tryAcquire('b')];
  expect(a && b).not.toBeNull();
  await Promise.all([a!.release(), b!.release()]);
});

test('given back, the next one gets it at once, with a higher token, and the giver is told to stop', async () => {
  const first = await process(60_000).tryAcquire('sender');
  await first!.release();
  expect(first!.signal.aborted).toBe(true);
  const second = await process(60_000).tryAcquire('sender');
  expect(second!.token).toBeGreaterThan(first!.token);
  await second!.release();
});

test('held, it is renewed for as long as the holder lives', async () => {
  const mine = await process(6_000).tryAcquire('sender');
  const expiry = async () =>
    (await sql<{ at: Date }>`select expires_at as at from ops.leases where name = 'sender'`.execute(database.db))
      .rows[0]!.at;
  const first = await expiry();
  await eventually(expiry, (now) => now > first);
  expect(mine!.signal.aborted).toBe(false);
  expect(await process().tryAcquire('sender')).toBeNull();
  await mine!.release();
});

test("a dead holder's lease goes over to the one who waits", async () => {
  const gone = createDatabase({ connectionString: made.connectionString, log, max: 1, patienceMs: 0 });
  const dead = await createLeases({ db: gone.db, holder: 'dead', log, ttlMs: 400 }).tryAcquire('sender');
  await gone.close(); // It can renew nothing any more.
  const next = await process(400).acquire('sender', new AbortController().signal);
  expect(next!.token).toBeGreaterThan(dead!.token);
  expect(dead!.signal.aborted).toBe(true); // It had let go by its own clock, before anybody else could take over.
  await next!.release();
});

test('a holder whose row was taken is told', async () => {
  const mine = await process(300).tryAcquire('sender');
  await sql`update ops.leases set holder = 'other', token = token + 1, expires_at = clock_timestamp() + interval '1 hour'`.execute(
    database.db,
  );
  await vi.waitFor(() => expect(mine!.signal.aborted).toBe(true), { timeout: 60_000 });
  await mine!.release();
  const { rows } = await sql<{
    holder: string;
  }>`select holder from ops.leases where expires_at > clock_timestamp()`.execute(database.db);
  expect(rows).toEqual([{ holder: 'other' }]); // Giving back what is no longer one's own takes nothing from the new holder.
});

test('waiting ends when it is called off', async () => {
  const mine = await process(60_000).tryAcquire('sender');
  const off = new AbortController();
  const waiting = process(60_000).acquire('sender', off.signal);
  off.abort();
  expect(await waiting).toBeNull();
  await mine!.release();
});

/** Time passes for a process when it is told to: then its leases are renewed once. */
function paced(holder: string) {
  const sleepers = new Set<() => void>();
  const clock: Clock = {
    now: () => new Date(),
    elapsed: () => 0,
    sleep: (_, signal) =>
      new Promise((resolve) => {
        sleepers.add(resolve);
        signal?.addEventListener('abort', () => resolve(), { once: true });
      }),
  };
  const leases = createLeases({ db: database.db, holder, log, clock });
  const expiry = async () =>
    (
      await sql<{ at: string }>`select expires_at::text as at from ops.leases where holder = ${holder}`.execute(
        database.db,
      )
    ).rows[0]!.at;
  return {
    acquire: async () => (await leases.tryAcquire(`process-${holder}`))!,
    async renews(): Promise<void> {
      const before = await expiry();
      const wake = [...sleepers];
      sleepers.clear();
      wake.forEach((resolve) => resolve());
      await eventually(expiry, (after) => after !== before);
      // It sleeps again when all that follows from a renewal is done.
      await eventually(
        async () => sleepers.size,
        (count) => count === 2,
      );
    },
  };
}
const dead = async () =>
  (
    await sql<{ holder: string }>`select h.holder from unnest(array['living', 'dying', 'looking']) as h (holder)
      where ${holderIsDead('h.holder')} order by 1`.execute(database.db)
  ).rows.map(({ holder }) => holder);

test('a process whose lease has run out is dead when it misses what others do: no clock says so', async () => {
  const [living, dying, looking] = [paced('living'), paced('dying'), paced('looking')];
  const leases = [await living.acquire(), await dying.acquire(), await looking.acquire()];
  // As if the database's clock had been set an hour ahead, or the machine had been suspended.
  await sql`update ops.leases set expires_at = expires_at - interval '1 hour'`.execute(database.db);
  expect(await dead()).toEqual([]);
  await looking.renews();
  await looking.renews();
  expect(await dead()).toEqual([]);
  await living.renews();
  await looking.renews();
  expect(await dead()).toEqual(['dying']);
  // It was only slow.
  await dying.renews();
  expect(await dead()).toEqual([]);
  await Promise.all(leases.map((lease) => lease.release()));
  expect(await dead()).toEqual(['dying', 'living', 'looking']);
});
