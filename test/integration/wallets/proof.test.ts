import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemClock } from '../../../adapters/clock/system.ts';
import { createSnapshots } from '../../../adapters/snapshots/postgres.ts';
import { createPayments } from '../../../adapters/payments/index.ts';
import type { Payments } from '../../../adapters/payments/port.ts';
import type { Commands } from '../../../commands/catalogue.ts';
import { OrderId, OrderPageId, UserId } from '../../../domain/kernel/ids.ts';
import { ledgerAmount, usd } from '../../../domain/kernel/money.ts';
import {
  OrderCompleted,
  OrderPaid,
  OrderPaymentFound,
  OrderPaymentStarted,
  OrderStarted,
} from '../../../domain/orders/events.ts';
import type { Payer } from '../../../domain/payments/payer.ts';
import { isWholeNight } from '../../../domain/proofs/proofs.ts';
import { walletSnapshots } from '../../../domain/wallets/snapshot.ts';
import { streams } from '../../../domain/streams.ts';
import { walletModel } from '../../../projections/tables/wallets.ts';
import { startSandbox, type Sandbox } from '../../../sandbox/index.ts';
import { createSetAside } from '../../../workers/engine/set-aside.ts';
import { proveLedger } from '../../../workers/proofs/prove.ts';
import { quietLog } from '../../support/quiet.ts';
import { said } from '../../support/said.ts';
import { context, createWorld, system, type World } from '../commands/world.ts';

/** The proof of the ledger: what it finds, and that it finds what was broken on purpose. */
let world: World;
let sandbox: Sandbox;
let payments: Payments;
let commands: Commands;
beforeAll(async () => {
  world = await createWorld({ readModels: true });
  await world.runner.start();
  sandbox = await startSandbox({ seed: 'proof' });
  payments = createPayments({
    secretKey: 'sk_test_proofs',
    baseUrl: sandbox.url,
    webhookSecret: null,
    mode: 'sandbox',
  });
  commands = world.commandsWith({ payments });
});
afterAll(async () => {
  await sandbox.close();
  await world.close();
});

const cents = (of: number) => ledgerAmount(of * 10_000);
const never = new AbortController().signal;

let eventsRead = 0;
async function prove(night: string | null = null, now = new Date(), proofId: string = randomUUID()) {
  await world.runner.waitFor(await world.events.head(), { timeoutMs: 30_000 });
  const snapshots = createSnapshots({ db: world.db, now: () => new Date() });
  const store = {
    read: async (...given: Parameters<World['events']['read']>) => {
      const found = await world.events.read(...given);
      eventsRead += found.length;
      return found;
    },
  };
  const parts = { store, db: world.db, commands, shown: world.readModels.walletShown, snapshots };
  const aside = createSetAside({ clock: systemClock, log: quietLog, part: 'wallet' });
  const rest = { clock: systemClock, now: () => now, log: quietLog, aside };
  return (await proveLedger({ ...parts, ...rest }, { proofId, night }, never))!;
}

/** An agency that has paid in at the provider. */
async function payerWith(units: number) {
  const agencyId = randomUUID();
  await world.commands.setup.createAgency(context(system), { agencyId, name: 'Northwind', email: 'a@demo.test' });
  const payer = { kind: 'agency', id: agencyId } as Payer;
  const by = () =>
    context({
      role: 'agency',
      actor: { kind: 'user', userId: randomUUID(), impersonatorId: null },
      tenant: { agencyId, businessId: null },
    });
  await commands.payments.setup(by(), { payer });
  const { customerId } = await commands.payments.account(by(), payer);
  const { id: methodId } = await payments.methods.attach('pm_card_visa', customerId!, randomUUID());
  await commands.payments.add(by(), { payer, methodId });
  await commands.payments.addFunds(by(), { payer, amount: units });
  await sql`insert into ops.wallet_payers (payer_id) values (${agencyId}) on conflict do nothing`.execute(world.db);
  return { payer, customerId: customerId! };
}
const codes = async (payer: Payer) => (await commands.wallets.walletOf(payer)).contradictions.map(({ code }) => code);

it('adds up, leaves alone what is on its way, and is kept once a night', async () => {
  const { payer, customerId } = await payerWith(5_000);
  const charge = await payments.charges.now(
    {
      amount: 2_000,
      currency: 'usd',
      customerId,
      description: 'Wallet funds',
      metadata: { purpose: 'wallet', payer: `agency:${payer.id}` },
    },
    randomUUID(),
  );
  expect(await prove('2026-11-20')).toMatchObject({ wallets: 1, postings: 1, charges: 2, faultCount: 0, behind: 0 });
  // One of this minute is on its way; later it is not.
  expect((await commands.wallets.walletOf(payer)).wallet).toBe(cents(5_000));
  await commands.paymentEvents.hear(context(system), {
    object: { type: 'payment_intent', id: charge.id },
    customerId: null,
    previousCustomerId: null,
  });
  await prove('2026-11-20');
  expect(await prove()).toMatchObject({ postings: 2, faultCount: 0 });
  const { finished, lastNight } = await commands.proofs.latest();
  expect(finished.map(({ night }) => night)).toEqual([null, '2026-11-20']);
  expect(lastNight).toBe('2026-11-20');
  expect(await codes(payer)).toEqual([]);
});

it('is asked for, made and kept once, by however many processes', async () => {
  const { payer } = await payerWith(1_000);
  const others = world.commandsOver(world.events);
  const ids = [randomUUID(), randomUUID(), randomUUID()];
  const proofs = () => world.events.read(streams.ledgerProofs());
  const before = (await proofs()).length;
  // Two operators press in two processes, and one of them presses twice.
  await Promise.all([
    commands.proofs.request(context(system), { proofId: ids[0]! }),
    others.proofs.request(context(system), { proofId: ids[1]! }),
    others.proofs.request(context(system), { proofId: ids[2]! }),
  ]);
  const asked = (await proofs()).slice(before);
  expect(asked.map(({ type }) => type)).toEqual(['LedgerProofRequested']);
  const { requested } = await others.proofs.latest();
  expect(ids).toContain(requested);
  // One lost its lease in the middle, and both come to the end.
  await Promise.all([prove(null, new Date(), requested!), prove(null, new Date(), requested!)]);
  expect((await proofs()).slice(before).map(({ type }) => type)).toEqual([
    'LedgerProofRequested',
    'LedgerProofFinished',
  ]);
  expect((await commands.proofs.latest()).requested).toBeNull();
  expect(await codes(payer)).toEqual([]);
});

it('finds a wallet that is shown differently, and a payment that the provider does not know; both are parked', async () => {
  const { payer: shown } = await payerWith(3_000);
  const { payer: forged } = await payerWith(1_000);
  await commands.wallets.addFunds(context(system), {
    payer: forged,
    currency: usd,
    chargeId: 'pi_forged',
    units: cents(9_000),
    crossing: null,
  });
  await world.runner.waitFor(await world.events.head(), { timeoutMs: 30_000 });
  const schema = `rm_${walletModel.name}_v${walletModel.version}`;
  const { rows } = await sql<{ schema: string }>`select table_schema as schema from information_schema.tables
    where table_name = 'wallet_accounts' and table_schema like ${`%${walletModel.name}%${walletModel.version}%`}`.execute(
    world.db,
  );
  const { schema: found } = rows[0] ?? { schema };
  await sql`update ${sql.table(`${found}.wallet_accounts`)} set units = units + 1
    where id = ${shown.id} and account = 'wallet'`.execute(world.db);
  // The proof lies in the window of weeks: the clock of this world is at its own day.
  const proof = await prove();
  expect(proof.faults).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        walletId: shown.id,
        kind: 'shown-differently',
        about: 'USD wallet',
        expected: cents(3_000),
        found: cents(3_000) + 1,
      }),
      expect.objectContaining({ walletId: forged.id, kind: 'charge-not-found', about: 'pi_forged' }),
    ]),
  );
  expect(proof.faultCount).toBe(2);
  expect(await codes(shown)).toEqual(['shown-differently']);
  expect(await codes(forged)).toEqual(['charge-not-found']);
});

/** What only the provider knows: no event of it is heard. */
const atProvider = (payer: Payer, customerId: string, amount: number) =>
  payments.charges.now(
    {
      amount,
      currency: 'usd',
      customerId,
      description: 'Wallet funds',
      metadata: { purpose: 'wallet', payer: `agency:${payer.id}` },
    },
    randomUUID(),
  );
const types = async (payer: Payer) => (await world.events.read(`wallet-${payer.id}`)).map(({ type }) => type);
const later = (minutes: number) => new Date(Date.now() + minutes * 60_000);

it('books refunds and disputes that no event told, and finds those that the provider does not know', async () => {
  const { payer, customerId } = await payerWith(5_000);
  const charge = await atProvider(payer, customerId, 2_000);
  const hear = (type: string, id: string) =>
    commands.paymentEvents.hear(context(system), { object: { type, id }, customerId: null, previousCustomerId: null });
  await hear('payment_intent', charge.id);
  const refund = await payments.charges.refund(charge.id, { amount: 700 }, randomUUID());
  // One of this minute is on its way.
  expect(await prove()).toMatchObject({ refunds: 1 });
  expect(await types(payer)).not.toContain('FundsRefunded');
  expect(await prove(null, later(15))).toMatchObject({ refunds: 1, booked: 1 });
  expect((await types(payer)).filter((type) => type === 'FundsRefunded')).toHaveLength(1);
  expect(await prove(null, later(15))).toMatchObject({ refunds: 1, booked: 0 });
  expect(await codes(payer)).toEqual([]);
  // A charge that a bank takes back: both are booked now.
  const { id: methodId } = await payments.methods.attach('pm_card_createDispute', customerId, randomUUID());
  await payments.methods.makeDefault(methodId, customerId, randomUUID());
  await atProvider(payer, customerId, 1_500);
  expect(await prove(null, later(15))).toMatchObject({ disputes: 1, booked: 2 });
  expect((await types(payer)).filter((type) => type === 'FundsDisputed')).toHaveLength(1);
  expect(await prove(null, later(15))).toMatchObject({ disputes: 1, booked: 0 });
  // A refund in the ledger that the provider never made.
  await commands.wallets.refundFunds(context(system), {
    payer,
    currency: usd,
    refundId: 're_forged',
    chargeId: charge.id,
    units: cents(100),
  });
  const found = (await prove()).faults.filter(({ walletId }) => walletId === payer.id);
  expect(found).toEqual([
    { walletId: payer.id, kind: 'refund-not-found', about: 're_forged', expected: cents(100), found: null },
  ]);
  expect(await codes(payer)).toEqual(['refund-not-found']);
  expect(refund.status).toBe('succeeded');
});

it('finds payments that belong to no wallet, invoice or order, until they are refunded', async () => {
  const { payer, customerId } = await payerWith(1_000);
  const charge = async (of: string, metadata: Record<string, string>) =>
    (
      await payments.charges.now(
        { amount: 4_200, currency: 'usd', customerId: of, description: 'By hand', metadata },
        randomUUID(),
      )
    ).id;
  const unmatched = async (now: Date) =>
    (await prove(null, now)).unmatched!.charges.map(({ chargeId }) => chargeId).toSorted();
  const stranger = await payments.customers.create({
    payer: { ...payer, id: randomUUID() } as Payer,
    name: 'Shop',
    email: null,
  });
  const { id: methodId } = await payments.methods.attach('pm_card_visa', stranger.id, randomUUID());
  await payments.methods.makeDefault(methodId, stranger.id, randomUUID());
  const before = await unmatched(later(15));
  // Taken at the provider by hand, for a customer of ours; and one that names a payer whose customer it isn't.
  const byHand = await charge(customerId, {});
  const wrong = await charge(stranger.id, { purpose: 'wallet', payer: `agency:${payer.id}` });
  const ofNoOrder = await charge(customerId, { payer: `agency:${payer.id}`, order: randomUUID() });
  // Another business of the operator's shares the account.
  const foreign = await charge(stranger.id, {});
  // One of this minute is on its way.
  expect(await unmatched(new Date())).toEqual(before);
  const found = await unmatched(later(15));
  expect(found).toEqual([...before, byHand, wrong, ofNoOrder].toSorted());
  expect(found).not.toContain(foreign);
  const [one] = (await commands.proofs.latest()).finished[0]!.unmatched!.charges.filter(
    ({ chargeId }) => chargeId === byHand,
  );
  expect(one).toMatchObject({ customerId, amount: 4_200, currency: 'USD' });
  await payments.charges.refund(byHand, { amount: 200 }, randomUUID());
  expect(await unmatched(later(15))).toContain(byHand);
  await payments.charges.refund(byHand, {}, randomUUID());
  expect(await unmatched(later(15))).toEqual([...before, wrong, ofNoOrder].toSorted());
  expect(await codes(payer)).toEqual([]);
});

it('leaves alone what an order keeps, what a bank refused, and payers that couldn’t be looked at', async () => {
  const { payer, customerId } = await payerWith(1_000);
  const known = { chargeIds: new Set<string>(), customerIds: new Set([customerId]), refunded: new Map() };
  const unmatched = async (skipped: readonly string[] = []) => {
    const [since, until] = [later(-60 * 24 * 7), later(15)];
    const found = await commands.payments.unmatchedCharges(since, until, { ...known, skippedPayers: new Set(skipped) });
    return found!.map(({ chargeId }) => chargeId).toSorted();
  };
  // No wallet's payments are known this time: this payer's one, and those of the others.
  const [all, others] = [await unmatched(), await unmatched([payer.id])];
  expect(all).toHaveLength(others.length + 1);
  expect(all).toEqual(expect.arrayContaining([...others]));
  const charge = async (metadata: Record<string, string>, methodId?: string) =>
    payments.charges.now(
      {
        amount: 2_500,
        currency: 'usd',
        customerId,
        description: 'Order',
        metadata,
        ...(methodId === undefined ? {} : { methodId }),
      },
      randomUUID(),
    );
  const ordered = async (given: { readonly isFunds: boolean; readonly isCompleted: boolean }) => {
    const orderId = OrderId.parse(randomUUID());
    const { id } = await charge({ order: orderId });
    const started = OrderStarted.create({
      orderId,
      orderPageId: OrderPageId.parse(randomUUID()),
      buyer: 'agency',
      payerId: payer.id,
      ownerId: UserId.parse(randomUUID()),
      customerId,
      planId: null,
      version: 1,
      name: 'Setup',
      amount: 2_500,
      currency: 'USD',
      interval: null,
      trialDays: 0,
      isFunds: given.isFunds,
      discount: null,
    });
    await world.events.append(
      streams.order(orderId),
      'noStream',
      said([
        started,
        OrderPaymentStarted.create({ orderId, attempt: 1, methodId: 'pm_1' }),
        OrderPaymentFound.create({ orderId, attempt: 1, subscriptionId: null, chargeId: id }),
        OrderPaid.create({ orderId, chargeId: id }),
        ...(given.isCompleted ? [OrderCompleted.create({ orderId })] : []),
      ]),
    );
    return { orderId, id };
  };
  const kept = await ordered({ isFunds: false, isCompleted: true });
  await ordered({ isFunds: true, isCompleted: false });
  // Funds that are in no wallet though the order is done; and a payment that the order it names doesn't know.
  const lost = await ordered({ isFunds: true, isCompleted: true });
  const foreign = await charge({ order: kept.orderId });
  const { id: bad } = await payments.methods.attach('pm_card_chargeCustomerFail', customerId, randomUUID());
  await expect(charge({}, bad)).rejects.toMatchObject({ kind: 'declined' });
  expect(await unmatched()).toEqual([...all, lost.id, foreign.id].toSorted());
  expect(await unmatched([payer.id])).toEqual([...others, lost.id, foreign.id].toSorted());
});

it('reads on from the night before, and whole once a week, on request, and where the log is another one', async () => {
  const { payer } = await payerWith(1_000);
  const own = async (night: string | null) => {
    eventsRead = 0;
    const proof = await prove(night);
    return { whole: proof.whole, wallets: proof.wallets, read: eventsRead, faults: proof.faultCount };
  };
  await sql`delete from ops.proven_wallets`.execute(world.db);
  await sql`delete from ops.wallet_payers where payer_id <> ${payer.id}`.execute(world.db);
  for (let hold = 0; hold < 50; hold += 1)
    await commands.wallets.holdFunds(context(system), {
      payer,
      currency: usd,
      holdId: randomUUID(),
      units: ledgerAmount(1),
      expiresAt: '2026-11-28T00:00:00.000Z',
    });
  const first = await own('2027-01-01');
  expect(first).toMatchObject({ wallets: 1, whole: 1, faults: 0 });
  expect(first.read).toBeGreaterThan(50);
  const proven = sql<{
    wholeOn: string;
    revision: number;
  }>`select to_char(whole_on, 'YYYY-MM-DD') as "wholeOn", revision
    from ops.proven_wallets`;
  const { revision } = (await proven.execute(world.db)).rows[0]!;
  const nights = Array.from({ length: 7 }, (_, nth) => `2027-01-0${2 + nth}`);
  const whole: number[] = [];
  for (const night of nights) whole.push((await own(night)).whole ?? 0);
  expect(whole.filter((count) => count === 1)).toHaveLength(1);
  // Only the last event is read again, which says whether it is the same log.
  await sql`update ops.proven_wallets set whole_on = '2027-02-01'`.execute(world.db);
  const next = nextOrdinary(payer.id);
  expect(await own(next)).toMatchObject({ whole: 0, read: 1, faults: 0 });
  expect((await own(null)).whole).toBe(1);
  await sql`update ops.proven_wallets set whole_on = '2027-02-01', event_id = ${randomUUID()}`.execute(world.db);
  expect(await own(nextOrdinary(payer.id, next))).toMatchObject({ whole: 1, faults: 0 });
  // A kept book that is wrong is no fault of the wallet: it is read whole before anything is told.
  await sql`update ops.proven_wallets set whole_on = '2027-02-01',
    book = jsonb_set(book, '{own,wallet}', '5')`.execute(world.db);
  const wrong = await own(nextOrdinary(payer.id, nextOrdinary(payer.id, next)));
  expect(wrong).toMatchObject({ whole: 1, faults: 0 });
  expect((await proven.execute(world.db)).rows[0]!.revision).toBe(revision);
});
/** A night of the week after 1 February 2027 on which the wallet isn't read whole. */
function nextOrdinary(walletId: string, after = '2027-02-01'): string {
  const night = new Date(Date.parse(after) + 86_400_000).toISOString().slice(0, 10);
  return isWholeNight(walletId, night, '2027-02-01') ? nextOrdinary(walletId, night) : night;
}

it('finds a snapshot that is wrong, and throws it away', async () => {
  const { payer } = await payerWith(1_000);
  await Promise.all(
    Array.from({ length: 120 }, () =>
      commands.wallets.holdFunds(context(system), {
        payer,
        currency: usd,
        holdId: randomUUID(),
        units: ledgerAmount(1),
        expiresAt: '2026-11-28T00:00:00.000Z',
      }),
    ),
  );
  const stream = `wallet-${payer.id}`;
  const snapshots = createSnapshots({ db: world.db, now: () => new Date() });
  const last = (await world.events.read(stream)).at(-1)!;
  const wallet = await commands.wallets.walletOf(payer);
  const kept = { fold: walletSnapshots.fold, revision: last.revision, eventId: last.id };
  await snapshots.save(stream, { ...kept, state: walletSnapshots.write(wallet) });
  expect((await prove()).faults.filter(({ walletId }) => walletId === payer.id)).toEqual([]);
  expect(await snapshots.load(stream, kept.fold)).not.toBeNull();
  await snapshots.discard(stream);
  const forged = { ...wallet, byHand: 7 };
  await snapshots.save(stream, { ...kept, state: walletSnapshots.write(forged) });
  expect((await prove()).faults.filter(({ walletId }) => walletId === payer.id)).toMatchObject([
    { kind: 'snapshot-differs' },
  ]);
  expect(await snapshots.load(stream, kept.fold)).toBeNull();
  expect(await codes(payer)).toEqual(['snapshot-differs']);
});

it('compares invoices of subscriptions, writes those that no event told, and finds one that the provider does not know', async () => {
  const { payer, customerId } = await payerWith(1_000);
  const product = await payments.catalog.createProduct({ name: 'Growth' }, randomUUID());
  const price = await payments.catalog.createPrice(
    { productId: product.id, amount: 4_900, currency: 'usd', recurring: { interval: 'month' } },
    randomUUID(),
  );
  const wish = { customerId, prices: [{ priceId: price.id }], metadata: { payer: `agency:${payer.id}` } };
  await payments.subscriptions.create(wish, randomUUID());
  const invoices = () => world.events.read(`invoices-${payer.id}`);
  expect(await invoices()).toEqual([]);
  const booked = await prove(null, later(15));
  expect(booked.invoices).toBeGreaterThanOrEqual(1);
  expect(booked.booked).toBe(1);
  const written = await invoices();
  expect(written.map(({ type }) => type)).toEqual(['InvoiceIssued', 'InvoicePaid']);
  expect((await prove(null, later(15))).booked).toBe(0);
  // One that is only in the log.
  const [issued] = written;
  await world.events.append(`invoices-${payer.id}`, 'any', [
    {
      ...issued!,
      id: randomUUID(),
      data: { ...issued!.data, invoiceId: 'in_forged', issuedAt: new Date().toISOString() },
    },
  ]);
  const { faults } = await prove();
  expect(faults.filter(({ walletId }) => walletId === payer.id)).toEqual([
    { walletId: payer.id, kind: 'invoice-differs', about: 'in_forged', expected: cents(4_900), found: null },
  ]);
  // An invoice isn't paid out of the wallet, which goes on.
  expect(await codes(payer)).toEqual([]);
});
