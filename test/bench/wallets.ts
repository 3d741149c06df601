import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { createSnapshots } from '../../adapters/snapshots/postgres.ts';
import { BusinessId } from '../../domain/kernel/ids.ts';
import { ledgerAmount, usd } from '../../domain/kernel/money.ts';
import type { Payer } from '../../domain/payments/payer.ts';
import { type Rate as Price, rateMonth } from '../../domain/rates/rating.ts';
import { streams } from '../../domain/streams.ts';
import { Wallet } from '../../domain/wallets/wallet.ts';
import { context, system } from '../support/callers.ts';
import { openComposition } from '../support/composition.ts';
import type { BenchResult } from './result.ts';
import { benchPostgres, processorTimeOf } from './support/postgres.ts';

const callers = 64;
const roundMs = 1_500;
/** Both take turns; the best round of each counts: what else the machine does only ever makes slower. */
const rounds = 3;
/** Recipients per hold, and rows per raw insert. */
const slice = 1_000;

interface Raw {
  readonly pool: pg.Pool;
  /** The process of Postgres. */
  readonly server: number;
}
type Composed = Awaited<ReturnType<typeof openComposition>>;

const payers = (count: number): readonly Payer[] =>
  Array.from({ length: count }, () => ({ kind: 'agency', id: randomUUID() }) as unknown as Payer);
const plenty = ledgerAmount(2 ** 50);
const later = new Date(Date.now() + 86_400_000).toISOString();

async function fill({ commands }: Composed, payer: Payer): Promise<void> {
  const funds = { payer, currency: usd, chargeId: `pi_${payer.id}`, units: plenty, crossing: null };
  await commands.wallets.addFunds(context(system), funds);
}

/** µs of processor time each, in this process and in Postgres. */
interface Rate {
  readonly perSecond: number;
  readonly here: number;
  readonly there: number;
}
const faster = (one: Rate, other: Rate): Rate => (one.perSecond > other.perSecond ? one : other);
const spent = ({ here, there }: Rate): string => `${here.toFixed(0)} µs here and ${there.toFixed(0)} µs in Postgres`;

/** How often `once` is done in a second by all callers together, each waiting for one before the next. */
async function rate(once: (caller: number) => Promise<unknown>, server: number): Promise<Rate> {
  const [own, there] = [process.cpuUsage(), processorTimeOf(server)];
  const start = performance.now();
  let count = 0;
  await Promise.all(
    Array.from({ length: callers }, async (_, caller) => {
      while (performance.now() < start + roundMs) {
        await once(caller);
        count += 1;
      }
    }),
  );
  const { user, system: kernel } = process.cpuUsage(own);
  return {
    perSecond: (count * 1000) / (performance.now() - start),
    here: (user + kernel) / count,
    there: (there() / count) * 1e6,
  };
}

/** Holds by 64 callers against committed updates of a row of each caller's own, by 64 connections to the same server. */
async function holds(
  composed: Composed,
  { pool, server }: Raw,
  wallets: number,
  atLeast: number,
): Promise<BenchResult> {
  const of = payers(wallets);
  for (const payer of of) await fill(composed, payer);
  const hold = (caller: number) =>
    composed.commands.wallets.holdFunds(context(system), {
      payer: of[caller % wallets]!,
      currency: usd,
      holdId: randomUUID(),
      units: ledgerAmount(10_000),
      expiresAt: later,
    });
  const update = (caller: number) =>
    pool.query({
      name: 'raw-hold',
      text: 'update raw_wallets set held = held + $2 where id = $1',
      values: [caller, 10_000],
    });
  let [raw, held] = [await rate(update, server), await rate(hold, server)];
  for (let round = 1; round < rounds; round += 1) {
    raw = faster(raw, await rate(update, server));
    held = faster(held, await rate(hold, server));
  }
  const [measured, baseline] = [held.perSecond, raw.perSecond];
  const ratio = measured / baseline;
  return {
    name: `holds, ${callers} callers on ${wallets === 1 ? 'one wallet' : `${wallets} wallets`}`,
    ratio,
    target: { atLeast },
    unit: 'holds/s',
    measured,
    baseline,
    pass: ratio >= atLeast,
    detail:
      `best of ${rounds} rounds of ${roundMs / 1000} s; raw: committed single-row updates over ${callers} connections, ` +
      `each of its own row; processor time: a hold ${spent(held)}, an update ${spent(raw)}`,
  };
}

const prices: readonly Price[] = [null, 'CA'].map((country) => ({
  channel: 'sms',
  direction: 'out',
  country,
  carrierClass: null,
  from: '2026-01-01',
  until: null,
  carrier: ledgerAmount(50),
  price: ledgerAmount(79),
}));

/** Messages rated and booked, slice by slice with a hold of its own, against batched inserts of a row per message. */
async function usage(composed: Composed, pool: pg.Pool, messages: number): Promise<BenchResult> {
  const [payer] = payers(1);
  const businessId = BusinessId.parse(randomUUID());
  await fill(composed, payer!);
  const slices = Math.ceil(messages / slice);
  const rawStart = performance.now();
  for (let at = 0; at < slices; at += 1) {
    const ids = Array.from({ length: slice }, () => randomUUID());
    await pool.query(
      `insert into raw_messages (id, wallet, day, channel, country, quantity, price)
        select id, $2, '2026-11-10', 'sms', 'US', 1, 79 from unnest($1::uuid[]) id`,
      [ids, payer!.id],
    );
  }
  const baseline = (slices * slice * 1000) / (performance.now() - rawStart);

  const { wallets } = composed.commands;
  const given = { payer: payer!, currency: usd };
  const start = performance.now();
  for (let at = 0; at < slices; at += 1) {
    const holdId = randomUUID();
    const key = { channel: 'sms', direction: 'out', carrierClass: 'local', day: '2026-11-10', quantity: 1 } as const;
    const accepted = Array.from({ length: slice }, (_, index) => ({ ...key, country: index % 10 === 0 ? 'CA' : 'US' }));
    await wallets.holdFunds(context(system), { ...given, holdId, units: ledgerAmount(slice * 79), expiresAt: later });
    const { lines } = rateMonth(accepted, prices);
    await wallets.captureHold(context(system), {
      ...given,
      holdId,
      businessId,
      totals: lines.map(({ channel, direction, country, carrierClass, quantity, carrier, price }) => ({
        channel,
        direction,
        country,
        carrierClass,
        quantity,
        carrier,
        price,
        resale: ledgerAmount(price * 2),
      })),
    });
    await wallets.releaseHold(context(system), { payer: payer!, holdId });
  }
  const measured = (slices * slice * 1000) / (performance.now() - start);
  const ratio = measured / baseline;
  return {
    name: `rating and ledger of ${(slices * slice).toLocaleString('en-US')} accepted texts`,
    ratio,
    target: { atLeast: 0.5 },
    unit: 'texts/s',
    measured,
    baseline,
    pass: ratio >= 0.5,
    detail: `holds of ${slice} texts, captured and released; raw: inserts of ${slice} rows at a time`,
  };
}

/** A wallet of 60,000 events, asked for by a process that has seen nothing, from its stream and from its snapshot. */
async function cold(composed: Composed): Promise<BenchResult> {
  const [payer] = payers(1);
  const businessId = BusinessId.parse(randomUUID());
  await fill(composed, payer!);
  const { wallets } = composed.commands;
  const given = { payer: payer!, currency: usd };
  const key = { channel: 'sms', direction: 'out', country: 'US', carrierClass: 'local', quantity: slice } as const;
  const amounts = { carrier: ledgerAmount(50), price: ledgerAmount(79), resale: ledgerAmount(150) };
  await Promise.all(
    Array.from({ length: callers }, async () => {
      for (let at = 0; at < 20_000 / callers; at += 1) {
        const holdId = randomUUID();
        await wallets.holdFunds(context(system), { ...given, holdId, units: ledgerAmount(79), expiresAt: later });
        await wallets.captureHold(context(system), { ...given, holdId, businessId, totals: [{ ...key, ...amounts }] });
        await wallets.releaseHold(context(system), { payer: payer!, holdId });
      }
    }),
  );
  const stream = streams.wallet(payer!);
  const tail = await composed.store.read(stream, { from: 59_000 });
  const form = Wallet.snapshots!;
  await createSnapshots({ db: composed.db, now: () => new Date() }).save(stream, {
    fold: form.fold,
    revision: tail.at(-1)!.revision,
    eventId: tail.at(-1)!.id,
    state: form.write(await wallets.walletOf(payer!)),
  });
  const ask = async (from: Partial<Parameters<Composed['commandsWith']>[0]>): Promise<number> => {
    let best = Infinity;
    for (let round = 0; round < 5; round += 1) {
      const commands = composed.commandsWith(from);
      const start = performance.now();
      await commands.wallets.walletOf(payer!);
      best = Math.min(best, performance.now() - start);
    }
    return best;
  };
  const none = { load: async () => null, save: async () => undefined, discard: async () => undefined };
  const baseline = await ask({ snapshots: none });
  const measured = await ask({});
  return {
    name: `a cold wallet of ${(tail.at(-1)!.revision + 1).toLocaleString('en-US')} events, from its snapshot`,
    ratio: measured,
    target: { atMost: 50 },
    unit: 'ms',
    measured,
    baseline,
    pass: measured <= 50,
    detail: 'best of 5; against the whole stream, read and folded',
  };
}

export async function run({ messages }: { readonly messages: number }): Promise<BenchResult[]> {
  const postgres = await benchPostgres();
  const composed = await openComposition(postgres.connectionString);
  const pool = new pg.Pool({ connectionString: postgres.connectionString, max: callers });
  pool.on('error', () => {}); // A failing run stops the server under it.
  const raw = { pool, server: postgres.processId };
  try {
    await pool.query(`create table raw_wallets (id int primary key, held bigint not null) with (fillfactor = 50);
      insert into raw_wallets select caller, 0 from generate_series(0, ${callers - 1}) caller;
      create table raw_messages (id uuid primary key, wallet uuid, day date, channel text, country text, quantity int, price bigint)`);
    return [
      await usage(composed, pool, messages),
      await holds(composed, raw, 1, 0.5),
      await holds(composed, raw, 64, 1),
      await cold(composed),
    ];
  } finally {
    await pool.end();
    await composed.close();
    await postgres.remove();
  }
}
