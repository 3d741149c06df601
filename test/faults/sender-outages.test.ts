import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startSandbox, type Sandbox } from '../../sandbox/index.ts';
import type { Workers } from '../../workers/index.ts';
import { eventually } from '../support/eventually.ts';
import { freePort } from '../support/ports.ts';
import { startTestPostgres } from '../support/postgres.ts';
import {
  account,
  type Callbacks,
  createTenant,
  openSpine,
  receiveCallbacks,
  type Spine,
  unlimited,
} from '../support/spine.ts';
import { texts } from '../support/outbox.ts';

const number = '+14155550180';
const lookUp = {
  graceMs: 300,
  intervalMs: 300,
  longestIntervalMs: 600,
  attempts: 3,
  certainAfterMs: 2_000,
  maxUnknowns: 4,
  pollMs: 100,
  concurrency: 8,
};

let server: Awaited<ReturnType<typeof startTestPostgres>>;
let spine: Spine;
let callbacks: Callbacks;
let sandbox: Sandbox;
let folder: string;
let port: number;
let running: Workers[];

beforeEach(async () => {
  server = await startTestPostgres();
  spine = await openSpine(server.connectionString);
  callbacks = await receiveCallbacks(spine.commands);
  folder = mkdtempSync(join(tmpdir(), 'beckon-carrier-'));
  port = await freePort();
  await openCarrier();
  running = [];
});
afterEach(async () => {
  await Promise.all(running.map((workers) => workers.stop()));
  await sandbox.close();
  await callbacks.close();
  await spine.close();
  await server.remove();
  rmSync(folder, { recursive: true, force: true });
});

/** The same carrier again, with everything it had. */
async function openCarrier(): Promise<void> {
  sandbox = await startSandbox({
    port,
    folder,
    accounts: [account],
    seed: 3,
    numbers: [{ number, accountSid: account.sid, smsUrl: null }],
    behaviour: {
      create: { delayMs: 10, jitterMs: 20 },
      progress: { sentAfterMs: 20, deliveredAfterMs: 20, jitterMs: 20 },
      retry: { firstMs: 100, maxMs: 1_000 },
    },
  });
}
async function start(): Promise<Workers> {
  const workers = spine.workers({
    publicUrl: callbacks.url,
    baseUrl: `http://127.0.0.1:${port}`,
    timeoutMs: 10_000,
    leaseMs: 2_000,
    sender: {
      rateFor: unlimited,
      concurrency: 16,
      retryFirstMs: 200,
      retryLongestMs: 1_000,
      lookUp,
      breaker: { unsureFailures: 8, firstMs: 100, longestMs: 500 },
    },
  });
  await workers.start();
  running.push(workers);
  return workers;
}
async function queueMany(count: number): Promise<{ id: string; phone: string }[]> {
  const tenant = await createTenant(spine, number);
  return Promise.all(
    Array.from({ length: count }, async (_, i) => {
      const phone = `+1500555${String(6000 + i)}`;
      return { phone, id: await tenant.queue(await tenant.subscriber(phone), `Message ${i}`) };
    }),
  );
}
const atCarrier = () => sandbox.carrier.messages({ direction: 'outbound' });
const sentSoFar = (least: number) =>
  eventually(
    () => atCarrier().length,
    (count) => count >= least,
  );
/** Postgres as it is now; not the one that was killed last. */
async function killPostgres(): Promise<void> {
  const pid = server.pid();
  process.kill(pid, 'SIGKILL');
  await eventually(
    () => server.isUp() && server.pid() !== pid,
    (back) => back,
  );
}

/** Every message was delivered, and the carrier had each once. */
async function accountFor(messages: readonly { id: string; phone: string }[]): Promise<void> {
  await eventually(
    async () => {
      const { rows } = await sql<{ type: string; count: number }>`
      select type, count(*)::int as count from es.events
        where type in ('MessageDelivered', 'MessageFailed', 'MessageSuppressed') group by type`.execute(spine.db);
      return rows;
    },
    (rows) => rows.some((row) => row.type === 'MessageDelivered' && row.count === messages.length),
    120_000,
  );
  expect(
    atCarrier()
      .map((message) => message.to)
      .toSorted(),
  ).toEqual(messages.map(({ phone }) => phone).toSorted());
  for (const { id } of messages) {
    const types = (await spine.store.read(`message-${id}`)).map((event) => event.type);
    expect(types.at(-1), types.join(' ')).toBe('MessageDelivered');
    expect(types.filter((type) => type === 'MessageDelivered')).toHaveLength(1);
  }
  const left = await eventually(
    () => running[0]!.status(),
    ({ sender }) => sender.pending + sender.sending + sender.unknown === 0,
  );
  expect(left.watchdog).toEqual([]);
}

describe('the sender', () => {
  it('Postgres killed three times under load: nothing lost, nothing twice', async () => {
    const messages = await queueMany(400);
    await start();
    await start();
    for (let kill = 1; kill <= 3; kill++) {
      await sentSoFar(kill * 60);
      await killPostgres();
    }
    await accountFor(messages);
  });

  it('the carrier gone for a while, twice: messages wait, unknown ones are looked up, each arrives once', async () => {
    const messages = await queueMany(300);
    await start();
    for (const least of [50, 150]) {
      await sentSoFar(least);
      await sandbox.close();
      await new Promise((resolve) => setTimeout(resolve, 700));
      await openCarrier();
    }
    await accountFor(messages);
  });

  it('a stop finishes what is under way and claims nothing more; another process does the rest', async () => {
    const messages = await queueMany(300);
    // A carrier that takes its time: when the stop comes, much is left.
    sandbox.carrier.configure({ create: { delayMs: 200, jitterMs: 100 } });
    const first = await start();
    await sentSoFar(40);
    await first.stop();
    sandbox.carrier.configure({ create: { delayMs: 10, jitterMs: 20 } });
    const rows = await texts.rows(spine.db, ['state']);
    expect(new Set(rows.map(({ state }) => state))).toEqual(new Set(['done', 'pending']));
    const whenStopped = atCarrier().length;
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(atCarrier()).toHaveLength(whenStopped);
    running = [];
    await start();
    await accountFor(messages);
    const tries = await texts.rows(spine.db, ['attempts']);
    expect(Math.max(...tries.map(({ attempts }) => attempts))).toBe(1);
  });
});
