import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { startSandbox } from '../../sandbox/index.ts';
import { account, createTenant, openSpine, receiveCallbacks, type Spine, system, unlimited } from '../support/spine.ts';
import type { BenchResult } from './result.ts';
import { benchPostgres } from './support/postgres.ts';
import { texts as outbox } from '../support/outbox.ts';

const texts = 6_000;
const contacts = 1_500;
const sends = 2_000;

/**
 * How many texts a second the inbound worker reacts to (plain texts of known and new contacts, one in ten START with
 * its confirmation), and how many messages a second one sender takes from queued to delivered, against the carrier of
 * the sandbox: all in this process, full durability.
 */
export async function run(): Promise<BenchResult[]> {
  const server = await benchPostgres();
  try {
    const spine = await openSpine(server.connectionString);
    const callbacks = await receiveCallbacks(spine.commands);
    const sandbox = await startSandbox({
      accounts: [account],
      numbers: [{ number: '+14155550190', accountSid: account.sid, smsUrl: null }],
      behaviour: { progress: { sentAfterMs: 0, deliveredAfterMs: 0, jitterMs: 0 } },
    });
    try {
      const tenant = await createTenant(spine, '+14155550190');
      const inbound = await measureInbound(spine, tenant.number);
      const people = await inParallel(500, (i) => tenant.subscriber(`+1500555${String(7_000 + i)}`));
      await inParallel(sends, (i) => tenant.queue(people[i % people.length]!, `Message ${i}`));
      const sending = await measureSending(spine, { publicUrl: callbacks.url, baseUrl: sandbox.url });
      return [
        result(
          'inbound: texts reacted to, against the 1,000/s that must be sustained',
          inbound,
          1_000,
          `${texts} texts of ${contacts} contacts waiting in the feed`,
        ),
        result(
          'sending: messages queued to accepted by one process, against 10 numbers at 10/s',
          sending,
          100,
          `${sends} messages, 64 requests at once; carrier and callbacks in the same process`,
        ),
      ];
    } finally {
      await sandbox.close();
      await callbacks.close();
      await spine.close();
    }
  } finally {
    await server.remove();
  }
}

const result = (name: string, measured: number, baseline: number, detail: string): BenchResult => ({
  name,
  ratio: measured / baseline,
  target: { atLeast: 1 },
  unit: 'messages/s',
  measured,
  baseline,
  pass: measured >= baseline,
  detail,
});

async function measureInbound(spine: Spine, number: string): Promise<number> {
  const context = () => ({
    ...system(),
    caller: {
      role: 'carrier' as const,
      actor: { kind: 'carrier' as const, name: 'twilio' },
      tenant: { agencyId: null, businessId: null },
    },
  });
  await inParallel(texts, (i) =>
    spine.commands.messages.receive(context(), {
      provider: 'twilio',
      providerMessageId: `SM${i}`,
      from: `+1202${String(5_550_000 + (i % contacts))}`,
      to: number,
      body: i % 10 === 0 ? 'START' : `Hello number ${i}`,
      media: [],
      receivedAt: new Date().toISOString(),
    }),
  );
  const workers = spine.workers({
    publicUrl: 'http://127.0.0.1:9',
    baseUrl: 'http://127.0.0.1:9',
    sender: { rateFor: () => ({ segmentsPerSecond: 0.001, burst: 1 }) },
  });
  const started = performance.now();
  await workers.start();
  const { events } = await spine.store.readAll(0n, { filter: { types: ['MessageReceived'] }, limit: texts });
  while (
    (await workers.status()).workers.find((worker) => worker.name === 'inbound')!.position < events.at(-1)!.position
  )
    await sleep(20);
  const rate = texts / ((performance.now() - started) / 1_000);
  await workers.stop();
  await outbox.change(spine.db, { state: 'done', doneAt: sql`now()` }, {}, { state: 'done' });
  return rate;
}

async function measureSending(spine: Spine, config: { publicUrl: string; baseUrl: string }): Promise<number> {
  const workers = spine.workers({ ...config, sender: { rateFor: unlimited } });
  const started = performance.now();
  await workers.start();
  for (;;) {
    if ((await outbox.count(spine.db, { state: 'done' }, { providerMessageId: null })) >= sends) break;
    await sleep(20);
  }
  const rate = sends / ((performance.now() - started) / 1_000);
  await workers.stop();
  return rate;
}

async function inParallel<R>(count: number, work: (index: number) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let from = 0; from < count; from += 200)
    results.push(...(await Promise.all(Array.from({ length: Math.min(200, count - from) }, (_, i) => work(from + i)))));
  return results;
}

if (import.meta.main)
  for (const one of await run())
    console.log(
      `${one.name}: ${Math.round(one.measured)} ${one.unit} (${one.ratio.toFixed(2)} of ${one.baseline}); ${one.detail}`,
    );
