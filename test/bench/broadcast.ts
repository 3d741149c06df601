import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { BusinessId, RateId } from '../../domain/kernel/ids.ts';
import { ledgerAmount, usd } from '../../domain/kernel/money.ts';
import { awakePhones } from '../support/awake.ts';
import { broadcast, reportOf } from '../support/broadcasts.ts';
import { quietLog } from '../support/quiet.ts';
import { account, createTenant, openSpine, receiveCallbacks, type Spine, system } from '../support/spine.ts';
import { subscribeMany } from '../support/subscribers.ts';
import type { BenchResult } from './result.ts';
import { start, told } from './support/children.ts';
import { benchPostgres, processorTimeOf } from './support/postgres.ts';
import { texts } from '../support/outbox.ts';

const number = '+14155550190';
const body = 'Hello {{first_name|there}}, this week everything with cheese is half price. Reply STOP to opt out.';
const concurrency = 64;

const say = (what: string) => console.log(`   ${what}`);
const micros = (seconds: number) => `${(seconds * 1e6).toFixed(0)} µs`;

/** Until a process has done nearly nothing for a second: its followers, which began when it did, are where the log is. */
async function comesToRest(processId: number): Promise<void> {
  const spent = processorTimeOf(processId);
  for (let before = spent(); ;) {
    await sleep(1_000);
    const now = spent();
    if (!(now - before > 0.1)) return;
    before = now;
  }
}

/** What Postgres has written to its log so far, and the pages that it has read. */
async function pagesOf(db: Parameters<ReturnType<typeof sql>['execute']>[0]) {
  const { rows } = await sql<Record<'bytes' | 'records' | 'whole' | 'read' | 'found', number>>`
    select wal_bytes::float8 as bytes, wal_records::float8 as records, wal_fpi::float8 as whole,
      (select sum(blks_read)::float8 from pg_stat_database) as read, (select sum(blks_hit)::float8 from pg_stat_database) as found
    from pg_stat_wal`.execute(db);
  return rows[0]!;
}

/**
 * A broadcast to everybody of a business, from its start to the last hand-over to a carrier without a limit, whose
 * callbacks come later, against the same requests made by the SDK alone, as it is shipped, from the same machine; how its memory grows; and
 * how long one text that a person sends meanwhile takes to be handed over. The carrier has a process of its own.
 * `fromWallet`: each text is held in a wallet before it leaves, and booked.
 */
export async function run({ recipients = 20_000, fromWallet = false } = {}): Promise<BenchResult[]> {
  const server = await benchPostgres();
  // It keeps every text that it was given, and begins with its callbacks when a million have long been sent.
  process.env['CALLBACKS_AFTER'] ??= String(3_600_000);
  const carrier = start('./carrier-process.ts', 'CARRIER', { account, number }, ['--max-old-space-size=8192']);
  const { url: baseUrl } = await told<{ url: string }>(carrier);
  const spine = await openSpine(server.connectionString, { log: quietLog });
  const callbacks = await receiveCallbacks(spine.commands);
  let workers: ChildProcess | null = null;
  try {
    const count = Math.min(recipients, 20_000);
    const statusCallback = `${callbacks.url}/webhooks/twilio/status`;
    /** The same requests without the product: messages a second, and processor time of either side for each. */
    const alone = async (client: 'sdk' | 'direct') => {
      const raw = start('./raw-sender.ts', 'RAW', {
        client,
        baseUrl,
        account,
        from: number,
        count,
        concurrency,
        statusCallback,
        body: body.replace('{{first_name|there}}', 'there'),
      });
      const spent = [processorTimeOf(raw.pid!), processorTimeOf(carrier.pid!)] as const;
      const { seconds } = await told<{ seconds: number }>(raw);
      const [sdk, atCarrier] = spent.map((each) => each() / count) as [number, number];
      raw.kill();
      say(`the SDK alone (${client}): ${(count / seconds).toFixed(0)}/s`);
      return { rate: count / seconds, sdk, atCarrier };
    };
    const direct = await alone('direct');
    const shipped = await alone('sdk');
    const baseline = shipped.rate;
    const tenant = await createTenant(spine, number);
    const phones = awakePhones(recipients);
    let last: string | undefined;
    for (let from = 0; from < recipients; from += 100_000) {
      last = (await subscribeMany(spine, tenant.businessId, phones.slice(from, from + 100_000))).at(-1);
      say(`${Math.min(recipients, from + 100_000).toLocaleString('en-US')} have subscribed`);
    }
    if (fromWallet) await fillWallet(spine, tenant.businessId, recipients);
    const reached = {
      connectionString: server.connectionString,
      baseUrl,
      publicUrl: callbacks.url,
      takesPayments: fromWallet,
    };
    // What is in use, and not only not collected yet, is asked for.
    workers = start('./broadcast-process.ts', 'BROADCAST', reached, ['--expose-gc']);
    await told(workers);
    const shown = async () => {
      const { rows } = await sql<{
        at: string;
      }>`select min(position)::text as at from ops.projection_checkpoints`.execute(spine.db);
      return BigInt(rows[0]!.at);
    };
    const head = await spine.store.head();
    while ((await shown()) < head) await sleep(100);
    if (fromWallet) while (!(await isWalletKnown(spine, tenant.businessId))) await sleep(20);
    await comesToRest(workers.pid!);
    say('the read models show them all');
    const memory = async () => (await told<{ rss: number }>(workers!, 'tell')).rss / 2 ** 20;
    const inUse = async () => (await told<{ inUse: number }>(workers!, 'collect')).inUse / 2 ** 20;
    /** How many have been on their way. Exact when all have: to count a million rows every second would be part of the figure. */
    const handedOver = async () => {
      const { rows: counters } = await sql<{ used: number }>`select used from ops.usage_counters`.execute(spine.db);
      const sending = Number(counters[0]?.used ?? 0);
      if (sending < recipients) return sending;
      return texts.count(spine.db, { state: ['accepted', 'done'] }, { broadcastId: null, providerMessageId: null });
    };
    const [inPostgres, inWorkers] = [processorTimeOf(server.processId), processorTimeOf(workers.pid!)];
    const inCarrier = processorTimeOf(carrier.pid!);
    const before = await pagesOf(spine.db);
    const begun = performance.now();
    const id = await broadcast(spine, tenant, body);
    const peaks: number[] = [];
    let live = Infinity;
    let said = 1;
    let inUseAtHalf: number | null = null;
    for (let handed = 0; handed < recipients; handed = await handedOver()) {
      await sleep(recipients > 100_000 ? 2_000 : 250);
      peaks.push(await memory());
      const seconds = (performance.now() - begun) / 1_000;
      if (seconds > 15 * said) {
        said += 1;
        say(
          `${seconds.toFixed(0)} s: ${handed.toLocaleString('en-US')} sent, ${(handed / seconds).toFixed(0)}/s; ` +
            `workers ${micros(inWorkers() / handed)}, Postgres ${micros(inPostgres() / handed)}, ${peaks.at(-1)!.toFixed(0)} MB`,
        );
      }
      if (handed > recipients / 2) inUseAtHalf ??= await inUse();
      if (live === Infinity && handed > recipients / 4) {
        const at = performance.now();
        const messageId = await tenant.queue(last!, 'A person says this.', 'livechat');
        const isHanded = async () =>
          (await spine.store.read(`message-${messageId}`)).some(({ type }) => type === 'MessageAccepted');
        while (!(await isHanded())) await sleep(5);
        live = performance.now() - at;
      }
    }
    const took = (performance.now() - begun) / 1_000;
    const rate = recipients / took;
    const after = await pagesOf(spine.db);
    const each = (what: keyof typeof before, digits = 2) => ((after[what] - before[what]) / recipients).toFixed(digits);
    const log =
      `log of Postgres per message: ${each('bytes', 0)} bytes in ${each('records', 1)} records, ${each('whole')} whole pages; ` +
      `pages read ${each('read')}, found ${each('found', 0)}`;
    const cpu =
      `processor time per message: workers ${micros(inWorkers() / recipients)}, Postgres ${micros(inPostgres() / recipients)}, ` +
      `carrier ${micros(inCarrier() / recipients)}; alone: SDK ${micros(shipped.sdk)}, carrier ${micros(shipped.atCarrier)}; ` +
      `with our HTTP client ${direct.rate.toFixed(0)} a second (${(rate / direct.rate).toFixed(2)} of it), ` +
      `SDK ${micros(direct.sdk)}, carrier ${micros(direct.atCarrier)}`;
    const seen = await told<{ texts: number; numbers: number }>(carrier, 'tell');
    const exact = seen.texts === recipients + 2 * count + 1 && seen.numbers === recipients + 2 * count;
    const report = await reportOf(spine.store, id);
    const adds = Object.values(report.sums).reduce((sum, each) => sum + each, 0) === recipients;
    const inUseAtEnd = await inUse();
    const half = peaks.slice(0, Math.ceil(peaks.length / 2));
    const growth = Math.max(...peaks) - Math.max(...half);
    return [
      {
        name: `broadcast to ${recipients.toLocaleString('en-US')}, from its start to the last hand-over`,
        ratio: rate / baseline,
        target: { atLeast: 0.7 },
        unit: 'messages/s',
        measured: rate,
        baseline,
        pass: rate / baseline >= 0.7 && exact && adds,
        detail: `${took.toFixed(1)} s; the carrier saw ${exact ? 'each once' : `${seen.texts} texts to ${seen.numbers}`}; ${cpu}; ${log}.`,
      },
      {
        name: 'one text of a person meanwhile, until it is handed over',
        ratio: live,
        target: { atMost: 1_000 },
        unit: 'ms',
        measured: live,
        baseline: 1_000,
        pass: live <= 1_000,
        detail: 'Queued when a quarter had gone out.',
      },
      {
        name: 'memory of the workers through it',
        ratio: growth,
        target: { atMost: 60 },
        unit: 'MB more in the second half',
        measured: Math.max(...peaks),
        baseline: Math.max(...half),
        pass: growth <= 60,
        detail:
          `At the peak ${Math.max(...peaks).toFixed(0)} MB resident, in the first half ${Math.max(...half).toFixed(0)}; ` +
          `in use after a collection ${inUseAtHalf?.toFixed(0) ?? '–'} MB at half, ${inUseAtEnd.toFixed(0)} at the end.`,
      },
    ];
  } finally {
    workers?.kill();
    carrier.kill();
    await callbacks.close();
    await spine.close();
    await server.remove();
  }
}

/** What the wallet costs a broadcast: the same one with and without, in turns. */
export async function runPaid({ recipients = 20_000, rounds = 3 } = {}): Promise<BenchResult[]> {
  const rates = { free: [] as number[], paid: [] as number[] };
  let isExact = true;
  for (let round = 0; round < rounds; round += 1)
    for (const kind of round % 2 === 0 ? (['free', 'paid'] as const) : (['paid', 'free'] as const)) {
      const [sent] = await run({ recipients, fromWallet: kind === 'paid' });
      rates[kind].push(sent!.measured);
      isExact &&= sent!.detail?.includes('each once') ?? false;
      say(`${kind}: ${sent!.measured.toFixed(0)}/s`);
    }
  const [free, paid] = [median(rates.free), median(rates.paid)];
  return [
    {
      name: `broadcast to ${recipients.toLocaleString('en-US')} that a wallet pays for`,
      ratio: paid / free,
      target: { atLeast: 0.95 },
      unit: 'messages/s',
      measured: paid,
      baseline: free,
      pass: paid / free >= 0.95 && isExact,
      detail: `Medians of ${rounds} in turns, the other without a wallet; the carrier saw each once: ${isExact}.`,
    },
  ];
}

const median = (figures: readonly number[]): number =>
  figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)]!;

/** A price for texts, and twice what the broadcast costs in the wallet of the business. */
async function fillWallet({ commands }: Spine, business: string, recipients: number): Promise<void> {
  const [carrier, price] = [ledgerAmount(40), ledgerAmount(79)];
  const businessId = BusinessId.parse(business);
  await commands.rates.addRate(system(), {
    agencyId: null,
    rateId: RateId.parse(randomUUID()),
    businessId: null,
    channel: 'sms',
    direction: 'out',
    country: null,
    carrierClass: null,
    currency: usd,
    from: new Date().toISOString().slice(0, 8) + '01',
    carrier,
    price,
  });
  await commands.wallets.grantCredit(system(), {
    payer: { kind: 'business', id: businessId },
    currency: usd,
    grantId: randomUUID(),
    units: ledgerAmount(2 * price * (recipients + 1)),
    reason: 'Bench',
  });
}

/** Whether the workers have heard of its wallet. */
const isWalletKnown = async ({ db }: Spine, business: string): Promise<boolean> =>
  (await sql`select from ops.wallet_payers where payer_id = ${business}::uuid`.execute(db)).rows.length > 0;
