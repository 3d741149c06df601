import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from 'kysely';
import { startSandbox, type Sandbox } from '../../sandbox/index.ts';
import { chosenSeed, seededChance } from '../support/chance.ts';
import { awakePhones } from '../support/awake.ts';
import { context } from '../support/callers.ts';
import { broadcast, untilOver, worksFor } from '../support/broadcasts.ts';
import { eventually } from '../support/eventually.ts';
import { subscribeMany } from '../support/subscribers.ts';
import { startTestPostgres } from '../support/postgres.ts';
import {
  account,
  type Callbacks,
  createTenant,
  openSpine,
  receiveCallbacks,
  type Spine,
  type Tenant,
} from '../support/spine.ts';
import { type Child, startChild } from './support/child.ts';
import { killsOr } from './support/kills.ts';

/** By command: `RECIPIENTS=20000 KILLS=20 npm run test:faults -- broadcast-killed`. */
const recipients = Number(process.env['RECIPIENTS'] ?? 1_500);
const kills = killsOr(4);
const number = '+14155550170';

let server: Awaited<ReturnType<typeof startTestPostgres>>;
let spine: Spine;
let sandbox: Sandbox;
let callbacks: Callbacks;
let tenant: Tenant;
let child: Child | null = null;

beforeAll(async () => {
  server = await startTestPostgres();
  spine = await openSpine(server.connectionString);
  await spine.runner.start();
  callbacks = await receiveCallbacks(spine.commands);
});
afterAll(async () => {
  await child?.kill('SIGKILL');
  await sandbox.close();
  await callbacks.close();
  await spine.close();
  await server.remove();
});

const start = () =>
  startChild('./worker-process.ts', {
    SPINE: JSON.stringify({
      connectionString: server.connectionString,
      config: {
        publicUrl: callbacks.url,
        baseUrl: sandbox.url,
        timeoutMs: 5_000,
        segmentsPerSecond: 1_000_000,
        leaseMs: 1_200,
        broadcasts: { pollMs: 100, lookMs: 200 },
        sender: {
          ...{ concurrency: 32, retryFirstMs: 50, retryLongestMs: 500, askAfterMs: 3_000 },
          breaker: { unsureFailures: 50, firstMs: 50, longestMs: 200 },
          lookUp: {
            ...{ graceMs: 300, intervalMs: 300, longestIntervalMs: 600, attempts: 3, certainAfterMs: 2_000 },
            ...{ mostUnknowns: 4, pollMs: 100, concurrency: 8 },
          },
        },
      },
    }),
  });
const atCarrier = () => sandbox.carrier.messages({ direction: 'outbound' });

const said =
  `kill -9 of the worker, ${kills} times through a broadcast to ${recipients}, Postgres killed in between, ` +
  'a carrier in bad shape, callbacks doubled, reordered and lost: each once, and it adds up';
it(
  said,
  async () => {
    const seed = chosenSeed();
    const chance = seededChance(seed);
    console.log(`seed ${seed}`);
    sandbox = await startSandbox({
      accounts: [account],
      seed,
      numbers: [{ number, accountSid: account.sid, smsUrl: null }],
      behaviour: {
        create: { delayMs: 20, jitterMs: 40 },
        progress: { sentAfterMs: 300, deliveredAfterMs: 300, jitterMs: 2_000 },
        status: { duplicateRate: 0.1, reorderRate: 0.2, reorderByMs: 300, lossRate: 0.02 },
        retry: { firstMs: 100, maxMs: 1_000 },
      },
    });
    tenant = await createTenant(spine, number);
    const me = () => context(worksFor(tenant.businessId));
    // Among them those of whom the carrier answers 429, 500, not at all, or cuts the line, having taken it or not.
    const magic = ['0429', '0500', '0408', '1408', '0104', '1104', '0111', '3007', '3005'].map(
      (end) => `+1500555${end}`,
    );
    const phones = [...magic, ...awakePhones(recipients - magic.length)];
    const people = await subscribeMany(spine, tenant.businessId, phones);
    const leaves = people.at(-1)!;

    let next = await start();
    const id = await broadcast(spine, tenant, 'Hello {{first_name|there}}');
    const stops = Math.floor(kills / 2);
    for (let kill = 0; kill < kills; kill++) {
      child = next;
      const enough = Math.ceil(((kill + 0.1 + 0.8 * chance()) / kills) * recipients * 0.8);
      const following = start();
      child.go();
      await eventually(
        () => atCarrier().length,
        (count) => count >= enough,
        180_000,
      );
      if (kill === stops) {
        // STOP in the middle: nothing is claimed for them afterwards. And the database goes, and comes back.
        await spine.commands.contacts.optOut(me(), { contactId: leaves });
        process.kill(server.pid(), 'SIGKILL');
        await eventually(
          () => server.isUp(),
          (up) => up,
        );
      }
      if (kill === stops + 1) {
        await eventually(async () => {
          await spine.commands.broadcasts.pause(me(), { broadcastId: id });
          return true;
        }, Boolean);
        await new Promise((resolve) => setTimeout(resolve, 500));
        const paused = atCarrier().length;
        await new Promise((resolve) => setTimeout(resolve, 300));
        expect(atCarrier().length).toBe(paused);
        await spine.commands.broadcasts.resume(me(), { broadcastId: id });
      }
      await child.kill('SIGKILL');
      next = await following;
    }
    const sentWhileKilling = atCarrier().length;
    child = next;
    child.go();
    const report = await untilOver(spine, id, 180_000);
    await sandbox.carrier.idle();

    const { sums } = report;
    expect(report.status).toBe('completed');
    expect(report.recipients + report.leftOut.length).toBe(recipients);
    expect(Object.values(sums).reduce((sum, count) => sum + count, 0)).toBe(report.recipients);
    expect(sums.waiting + sums.held + sums.sent + sums.stopped + sums.expired).toBe(0);
    const tos = atCarrier().map(({ to }) => to);
    expect(tos.length).toBe(new Set(tos).size);
    expect(sums.undelivered).toBe(2);
    expect(sums.delivered + sums.undelivered).toBe(tos.length);
    if (report.stories.get(leaves)?.includes('MessageQueued') !== true) expect(tos).not.toContain(phones.at(-1));
    const { rows } = await sql<{ again: number; found: number }>`
    select count(*) filter (where attempts > 1)::int as again, count(*) filter (where note like 'found%')::int as found
      from ops.outbox`.execute(spine.db);
    console.log(
      `${recipients} recipients, ${kills} kills, ${sentWhileKilling} sent while killing: ${JSON.stringify(sums)}; ` +
        `${rows[0]!.again} claimed again, ${rows[0]!.found} found at the carrier`,
    );
    expect(sentWhileKilling).toBeLessThan(recipients);
  },
  800_000,
);
