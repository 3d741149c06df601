import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { BusinessId, RateId } from '../../../domain/kernel/ids.ts';
import { type LedgerAmount, ledgerAmount, usd } from '../../../domain/kernel/money.ts';
import type { MessagePurpose } from '../../../domain/messages/events.ts';
import type { Payer } from '../../../domain/payments/payer.ts';
import { streams } from '../../../domain/streams.ts';
import type { WorkersConfig } from '../../../workers/index.ts';
import { bookOnce } from '../../../workers/delivery/text/book-slices.ts';
import { broadcast, broadcastNow, untilOver } from '../../support/broadcasts.ts';
import { context, personOf } from '../../support/callers.ts';
import { carrierWorld } from '../../support/carrier-world.ts';
import { eventually } from '../../support/eventually.ts';
import { createSetAside } from '../../../workers/engine/set-aside.ts';
import { type Spine, story, system, type Tenant } from '../../support/spine.ts';

/** Texts that are paid out of a wallet: held before they leave, booked when the carrier has them. */
const world = carrierWorld();
let spine: Spine;
/** What a segment costs: in ledger units, carrier and price. */
const [carrier, price] = [ledgerAmount(40), ledgerAmount(79)];

beforeAll(async () => {
  ({ spine } = world);
  await spine.commands.rates.addRate(system(), {
    agencyId: null,
    rateId: RateId.parse(randomUUID()),
    businessId: null,
    channel: 'sms',
    direction: 'out',
    country: null,
    carrierClass: null,
    currency: 'USD',
    from: new Date().toISOString().slice(0, 8) + '01',
    carrier,
    price,
  });
});

const start = (sender: WorkersConfig['sender'] = {}) =>
  world.start({ leaseMs: 6_000, takesPayments: true, sender, broadcasts: { pollMs: 50, lookMs: 50 } });
/** A business that stands alone, with so many segments' worth in its wallet. */
async function payingTenant(segments: number) {
  const tenant = await world.newTenant();
  const payer = { kind: 'business', id: BusinessId.parse(tenant.businessId) } as Payer;
  if (segments > 0) await fill(payer, segments);
  return { ...tenant, payer };
}
async function fill(payer: Payer, segments: number): Promise<void> {
  await spine.commands.wallets.grantCredit(system(), {
    payer,
    currency: usd,
    grantId: randomUUID(),
    units: ledgerAmount(segments * price),
    reason: 'Test',
  });
  await eventually(
    async () => {
      const { rows } = await sql`select from ops.wallet_payers where payer_id = ${payer.id}::uuid`.execute(spine.db);
      return rows.length;
    },
    (found) => found === 1,
    10_000,
  );
}
const walletOf = (payer: Payer) => spine.commands.wallets.walletOf(payer);
const people = (tenant: Tenant, count: number) =>
  Promise.all(Array.from({ length: count }, () => tenant.subscriber(world.phone())));
const send = async (tenant: Tenant, count: number, purpose?: MessagePurpose) =>
  Promise.all((await people(tenant, count)).map((contact) => tenant.queue(contact, 'Hello', purpose)));
const endsOf = (ids: readonly string[]) =>
  eventually(
    () => Promise.all(ids.map(async (id) => (await story(spine.store, id)).types.at(-1)!)),
    (ends) => ends.every((end) => /Delivered|Failed|Suppressed/.test(end)),
  );
const count = (ends: readonly string[], end: string) => ends.filter((one) => one === end).length;
/** Books all slices as if their time were over. */
async function settled(payer: Payer) {
  await sql`update ops.wallet_slices set due_at = now() - interval '1 day', expires_at = now() - interval '1 hour'`.execute(
    spine.db,
  );
  const aside = createSetAside({ clock: spine.clock, log: spine.log, part: 'slice' });
  while ((await bookOnce(spine, aside)) > 0)
    await sql`delete from ops.wallet_slices where released and captured >= 0 and looks > 0`.execute(spine.db);
  const wallet = await walletOf(payer);
  expect(wallet.held).toBe(0);
  return wallet;
}
const sumOf = (legs: readonly { readonly units: LedgerAmount }[]) => legs.reduce((sum, { units }) => sum + units, 0);

describe('texts of a payer with a wallet', () => {
  it('go out while there are funds, and cost what the carrier took; the others are said to be unpaid', async () => {
    await Promise.all([start(), start()]);
    const tenant = await payingTenant(20);
    const ends = await endsOf(await send(tenant, 30));
    expect(count(ends, 'MessageDelivered')).toBe(20);
    expect(world.atCarrier(tenant)).toHaveLength(20);
    const { wallet, credit } = await settled(tenant.payer);
    expect(wallet + credit).toBe(0);
    const booked = await spine.store.read(streams.wallet(tenant.payer));
    const captures = booked.filter(({ type }) => type === 'HoldCaptured');
    for (const { data } of captures) expect(sumOf(data['posting'] as { units: LedgerAmount }[])).toBe(0);
    const costs = captures.flatMap(({ data }) => data['posting'] as { account: string; units: LedgerAmount }[]);
    expect(sumOf(costs.filter(({ account }) => account === 'carrier:cost'))).toBe(20 * carrier);
    expect(sumOf(costs.filter(({ account }) => account === 'platform:revenue'))).toBe(20 * (price - carrier));
  });

  it('what is owed to the person goes out all the same, and is booked below zero', async () => {
    await start();
    const tenant = await payingTenant(1);
    expect(await endsOf(await send(tenant, 1))).toEqual(['MessageDelivered']);
    expect(await endsOf(await send(tenant, 1))).toEqual(['MessageSuppressed']);
    expect(await endsOf(await send(tenant, 1, 'help'))).toEqual(['MessageDelivered']);
    expect(await endsOf(await send(tenant, 1, 'opt-out-confirmation'))).toEqual(['MessageDelivered']);
    const { wallet } = await settled(tenant.payer);
    expect(wallet).toBe(-2 * price);
  });

  it('what the carrier refuses costs nothing', async () => {
    await start();
    const tenant = await payingTenant(10);
    const refused = await tenant.queue(await tenant.subscriber('+15005550001'), 'Hello');
    expect(await endsOf([refused])).toEqual(['MessageFailed']);
    const { credit } = await settled(tenant.payer);
    expect(credit).toBe(10 * price);
  });

  it('pause a broadcast when the wallet is empty, and it goes on to the others when there are funds', async () => {
    await start({ concurrency: 4 });
    const tenant = await payingTenant(10);
    await people(tenant, 30);
    const id = await broadcast(spine, tenant, 'Hello');
    const paused = await eventually(
      () => broadcastNow(spine.store, id),
      ({ status }) => status === 'paused',
    );
    expect(paused.paused).toMatchObject({ by: 'insufficient-funds' });
    const before = world.atCarrier(tenant).length;
    expect(before).toBeLessThanOrEqual(10);
    await fill(tenant.payer, 30);
    await spine.commands.broadcasts.resume(context(personOf(tenant.businessId, null)), { broadcastId: id });
    await untilOver(spine, id);
    expect(world.atCarrier(tenant)).toHaveLength(30);
    const { credit } = await settled(tenant.payer);
    expect(credit).toBe(10 * price);
  });

  it('without a wallet are not asked for money', async () => {
    const tenant = await payingTenant(0);
    await start();
    expect(count(await endsOf(await send(tenant, 5)), 'MessageDelivered')).toBe(5);
    expect(await spine.store.read(streams.wallet(tenant.payer))).toEqual([]);
  });
});
