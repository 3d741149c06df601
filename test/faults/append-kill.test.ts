import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { createPostgresEventStore } from '../../adapters/event-store/index.ts';
import type { StoredEvent } from '../../adapters/event-store/port.ts';
import { startTestPostgres } from '../support/postgres.ts';
import { killsOr } from './support/kills.ts';

const quiet = { debug() {}, warn() {} };
const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

test('kill -9 of a process in the middle of appends: every acknowledged event is there, and no part of a batch', async () => {
  const { store, connectionString } = await setUp();
  const acknowledged: string[] = [];
  for (let round = 0; round < killsOr(4); round += 1) {
    const writer = startWriter(connectionString, `kill${round}`);
    await writer.wrote(20 + 35 * (round % 8));
    writer.child.kill('SIGKILL');
    acknowledged.push(...(await writer.ids));
  }
  await account(store, acknowledged);
});

test('kill -9 of Postgres under load: the same, and the writers and readers go on by themselves', async () => {
  const { store, server, connectionString } = await setUp();
  const writers = [startWriter(connectionString, 'a'), startWriter(connectionString, 'b')];
  const seen: StoredEvent[] = [];
  const stop = new AbortController();
  const following = (async () => {
    for await (const page of store.subscribe(0n, { signal: stop.signal })) seen.push(...page.events);
  })();
  for (let round = 0; round < killsOr(2); round += 1) {
    await Promise.all(writers.map((writer) => writer.wrote(100)));
    const pid = server.pid();
    process.kill(pid, 'SIGKILL');
    await expect.poll(() => server.isUp() && server.pid() !== pid, { timeout: 60_000 }).toBe(true);
    // The load generators and the subscription come back by themselves.
    await Promise.all(writers.map((writer) => writer.wrote(50)));
  }
  for (const { child } of writers) child.kill('SIGTERM');
  const acknowledged = (await Promise.all(writers.map(({ ids }) => ids))).flat();
  const stored = await account(store, acknowledged);
  await expect.poll(() => seen.length, { timeout: 60_000 }).toBe(stored.length);
  stop.abort();
  await following;
  expect(seen.map((one) => one.id)).toEqual(stored.map((one) => one.id));
});

async function setUp() {
  const server = await startTestPostgres({ durability: 'full' });
  ends.push(() => server.remove());
  const store = createPostgresEventStore({ connectionString: server.connectionString, log: quiet });
  ends.push(() => store.close());
  return { server, store, connectionString: server.connectionString };
}

/** Exact accounting over the whole log. Every event says which batch it is of and how many that batch has. */
async function account(
  store: ReturnType<typeof createPostgresEventStore>,
  acknowledged: readonly string[],
): Promise<readonly StoredEvent[]> {
  await expect
    .poll(
      () =>
        store.head().then(
          () => true,
          () => false,
        ),
      { timeout: 60_000 },
    )
    .toBe(true);
  // What was under way when a process was killed may still commit now: wait until the log stands still.
  let head = -1n;
  while (head !== (head = await store.head())) await sleep(200);
  const { events, atEnd } = await store.readAll(0n, { limit: 1_000_000 });
  expect(atEnd).toBe(true);
  const ids = new Set(events.map((one) => one.id));
  expect(ids.size).toBe(events.length);
  expect(acknowledged.filter((id) => !ids.has(id))).toEqual([]);
  expect(acknowledged.length).toBeGreaterThan(200);
  for (const batch of Map.groupBy(events, (one) => one.metadata.commandId).values()) {
    expect(batch).toHaveLength((batch[0]!.data as { size: number }).size);
    expect(new Set(batch.map((one) => one.stream)).size).toBe(1);
    expect(batch.map((one) => one.revision - batch[0]!.revision)).toEqual(batch.map((_, n) => n));
  }
  for (const stream of Map.groupBy(events, (one) => one.stream).values())
    expect(stream.map((one) => one.revision)).toEqual(stream.map((_, n) => n));
  return events;
}

function startWriter(
  connectionString: string,
  name: string,
): { child: ChildProcess; ids: Promise<readonly string[]>; wrote(more: number): Promise<void> } {
  const child = spawn(process.execPath, [new URL('./support/appender.ts', import.meta.url).pathname], {
    env: { ...process.env, CONNECTION: connectionString, NAME: name },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  ends.push(() => child.kill('SIGKILL'));
  const lines: string[] = [];
  let rest = '';
  child.stdout!.setEncoding('utf8').on('data', (text: string) => {
    // A line that was cut off by the kill was not acknowledged.
    const parts = (rest + text).split('\n');
    rest = parts.pop()!;
    lines.push(...parts);
  });
  return {
    child,
    ids: once(child, 'close').then(() => lines.flatMap((line) => line.split(' '))),
    async wrote(more) {
      const enough = lines.length + more;
      await expect.poll(() => lines.length, { timeout: 60_000, interval: 5 }).toBeGreaterThanOrEqual(enough);
    },
  };
}
