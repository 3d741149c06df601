import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { StoredEvent } from '../../adapters/event-store/port.ts';
import type { Caller } from '../../commands/kernel/caller.ts';
import { platformTenant } from '../../domain/kernel/event.ts';
import { BusinessId, namespaces, OrderId, OrderPageId, uuidV5 } from '../../domain/kernel/ids.ts';
import { ledgerAmount, usd } from '../../domain/kernel/money.ts';
import { payerKey } from '../../domain/payments/payer.ts';
import { NotificationSent } from '../../domain/notifications/events.ts';
import { streams } from '../../domain/streams.ts';
import type { TimerHandler } from '../../workers/engine/timers.ts';
import type { Database } from '../../workers/engine/worker.ts';
import { walletNotices } from '../../workers/wallets/notices.ts';
import { recharge, rechargeTimer, walletFeed } from '../../workers/wallets/recharge.ts';
import { openPayers, type PayerWorld, type TestPayer } from '../integration/subscriptions/payers.ts';
import { context, system } from '../support/callers.ts';
import { quietLog } from '../support/quiet.ts';

/** Stripe is away, or tells nothing of what happened: nobody is charged twice, and nothing is lost. No webhook arrives here. */
let payers: PayerWorld;
beforeAll(async () => {
  payers = await openPayers('away');
  await payers.reconcile();
});
beforeEach(() => pass(0));
afterAll(() => payers.close());

const cents = (of: number) => ledgerAmount(of * 10_000);
const unavailable = { code: 'provider_unavailable' };
/** Time passes, at Stripe and here. */
const pass = (seconds: number): void => {
  payers.world.clock.at = new Date(payers.sandbox.stripe.advance(seconds) * 1000);
};
const goes = (away: 'no' | 'reset' | 'error'): void => void payers.sandbox.stripe.configure({ away });
const eventsOf = (stream: string) => payers.world.events.read(stream);
const typesOf = async (stream: string) => (await eventsOf(stream)).map(({ type }) => type);
const countOf = async (one: TestPayer, type: string) =>
  (await typesOf(streams.wallet(one.payer))).filter((each) => each === type).length;
const walletOf = ({ payer }: TestPayer) => payers.commands.wallets.walletOf(payer);
const customerOf = async (one: TestPayer) => (await payers.commands.payments.account(one.by(), one.payer)).customerId!;
const chargesOf = async (customerId: string) =>
  (await payers.payments.charges.list({ customerId, since: new Date(0) })).filter(
    ({ status }) => status === 'succeeded',
  );
const subscribe = (one: TestPayer, planId: Awaited<ReturnType<PayerWorld['plan']>>, commandId?: string) =>
  payers.commands.subscriptions.subscribe(one.by(commandId), { payer: one.payer, what: { planId } });
const grant = ({ payer }: TestPayer, amount: number) =>
  payers.commands.wallets.grantCredit(context(system), {
    payer,
    currency: usd,
    grantId: randomUUID(),
    units: cents(amount),
    reason: 'To begin with',
  });
const fillsItself = ({ by, payer }: TestPayer, below = 500) =>
  payers.commands.wallets.setAutoRecharge(by(), { payer, recharge: { below, amount: 2_000, mostPerDay: 50_000 } });

/** The worker reads what the wallets have appended, again and again as after a crash. */
async function follows(...some: readonly TestPayer[]): Promise<void> {
  const feed = walletFeed(() => {});
  for (const { payer } of some) {
    const events = (await eventsOf(streams.wallet(payer))).filter(({ type }) => feed.handles.includes(type));
    for (let times = 0; times < 2; times += 1)
      await payers.world.db.transaction().execute((trx) => feed.record(events, trx as never));
  }
}
/** Whatever timers of recharges are due, each tried by several at once. */
async function timersFire(atOnce = 1): Promise<number> {
  const { db, now } = payers.world;
  const handle = recharge({ db: db as Database, commands: payers.commands, now, log: quietLog });
  const { rows } = await sql<{ id: string; payload: object }>`delete from ops.timers
    where kind = ${rechargeTimer} and due_at <= ${now()} returning id, payload`.execute(db);
  for (const row of rows) {
    const tries = Array.from({ length: atOnce }, () => handle(row as unknown as Parameters<TimerHandler>[0]));
    // One that finds the key in use is tried again, as any other that could not be asked.
    await Promise.all(tries);
  }
  return rows.length;
}

describe.each(['reset', 'error'] as const)('Stripe is away for an hour (%s)', (how) => {
  test('who subscribes is told so, and their next click is one subscription, paid once', async () => {
    const one = await payers.agency();
    const planId = await payers.plan('agency');
    await payers.card(one);
    const click = randomUUID();
    goes(how);
    for (let minutes = 0; minutes < 60; minutes += 20) {
      await expect(subscribe(one, planId, click)).rejects.toMatchObject(unavailable);
      await expect(payers.reconcile()).rejects.toMatchObject(unavailable);
      pass(20 * 60);
    }
    goes('no');
    const again = await Promise.all([subscribe(one, planId, click), subscribe(one, planId)]);
    expect(new Set(again.map(({ result }) => result.subscriptionId)).size).toBe(1);
    await payers.reconcile();
    const customerId = await customerOf(one);
    expect(await payers.payments.subscriptions.list(customerId)).toHaveLength(1);
    expect((await chargesOf(customerId)).map(({ amount }) => amount)).toEqual([9_900]);
    expect(
      (await typesOf(streams.subscriptions(one.payer.id))).filter((type) => type === 'SubscriptionStarted'),
    ).toHaveLength(1);
  });

  test('an order waits, and is one account that was paid once', async () => {
    const { orders } = payers.commands;
    const orderPageId = OrderPageId.parse(randomUUID());
    const page = { brandId: null, headline: 'Start', text: '', termsUrl: null, isOpen: true, product: null };
    const planId = await payers.plan('business');
    await orders.createPage(context(system), { orderPageId, buyer: 'business', slug: `away-${how}`, planId, ...page });
    const visitor: Caller = { role: 'public', actor: { kind: 'public', name: 'order' }, tenant: platformTenant };
    const begins = context(visitor);
    const orderId = OrderId.parse(uuidV5(namespaces.command, begins.commandId, 'order'));
    const given = {
      orderPageId,
      version: 1,
      email: `nora-${how}@demo.test`,
      firstName: 'Nora',
      lastName: 'Newman',
      company: 'New Bakery',
      password: 'seven words nobody would guess here',
      timezone: 'America/New_York',
      coupon: null,
    };
    goes(how);
    await expect(orders.start(begins, given)).rejects.toMatchObject(unavailable);
    goes('no');
    await orders.start(begins, given);
    const [started] = await eventsOf(streams.order(orderId));
    const { customerId, payerId } = started!.data as { readonly customerId: string; readonly payerId: string };
    const { id: methodId } = await payers.payments.methods.attach('pm_card_visa', customerId, randomUUID());
    goes(how);
    await expect(orders.pay(context(visitor), { orderId, methodId })).rejects.toMatchObject(unavailable);
    for (let minutes = 0; minutes < 60; minutes += 15) {
      pass(15 * 60);
      await orders
        .tend(context(system), { orderId })
        .catch((error: unknown) => expect(error).toMatchObject(unavailable));
    }
    expect(await typesOf(streams.order(orderId))).not.toContain('OrderExpired');
    goes('no');
    await Promise.allSettled([1, 2].map(() => orders.tend(context(system), { orderId })));
    await orders.pay(context(visitor), { orderId, methodId });
    await orders.tend(context(system), { orderId });
    expect((await typesOf(streams.order(orderId))).at(-1)).toBe('OrderCompleted');
    expect(await chargesOf(customerId)).toHaveLength(1);
    expect(await payers.payments.subscriptions.list(customerId)).toHaveLength(1);
    expect((await typesOf(`business-${payerId}`)).filter((type) => type === 'BusinessCreated')).toHaveLength(1);
  });

  test('a recharge is tried until it is one charge, and keeps no other wallet waiting', async () => {
    const some = await Promise.all([1, 2, 3].map(() => payers.agency()));
    for (const one of some) {
      await payers.card(one);
      await grant(one, 100);
      await fillsItself(one);
    }
    goes(how);
    await follows(...some);
    for (let minutes = 0; minutes < 60; minutes += 10) {
      expect(await timersFire()).toBe(3);
      for (const one of some) expect(await countOf(one, 'RechargeDeclined')).toBe(0);
      pass(10 * 60);
    }
    goes('no');
    await timersFire(3);
    pass(10 * 60);
    await timersFire();
    for (const one of some) {
      expect(await chargesOf(await customerOf(one))).toHaveLength(1);
      expect(await countOf(one, 'FundsAdded')).toBe(1);
      expect(await walletOf(one)).toMatchObject({ wallet: cents(2_000), credit: cents(100) });
    }
    pass(10 * 60);
    expect(await timersFire()).toBe(0);
  });
});

test('fifteen crossings of the line in a second are one charge', async () => {
  const one = await payers.agency();
  const { payer } = one;
  await payers.card(one);
  await grant(one, 1_000);
  await fillsItself(one);
  const expiresAt = new Date(payers.world.now().getTime() + 600_000).toISOString();
  // Each takes the wallet below its line, and gives it back.
  const cross = async () => {
    const holdId = randomUUID();
    const { wallets } = payers.commands;
    await wallets.holdFunds(context(system), { payer, currency: usd, holdId, units: cents(600), expiresAt });
    await wallets.releaseHold(context(system), { payer, holdId });
  };
  for (let times = 0; times < 15; times += 1) await cross();
  expect(await countOf(one, 'FundsHeld')).toBe(15);
  expect(await countOf(one, 'RechargeRequested')).toBe(1);
  await follows(one);
  await timersFire(15);
  pass(600);
  await timersFire();
  expect(await chargesOf(await customerOf(one))).toHaveLength(1);
  expect(await countOf(one, 'FundsAdded')).toBe(1);
});

test('every webhook is lost for an hour: the reconciler finds all of it', async () => {
  const one = await payers.agency();
  const { payer, by } = one;
  const planId = await payers.plan('agency');
  const methodId = await payers.card(one);
  const customerId = await customerOf(one);
  const { result } = await subscribe(one, planId);
  await payers.reconcile();
  const metadata = { purpose: 'wallet', payer: payerKey(payer) };
  const charge = (amount: number, token?: string) =>
    payers.payments.charges.now(
      {
        amount,
        currency: 'usd',
        customerId,
        ...(token === undefined ? {} : { methodId: token }),
        description: 'Wallet funds',
        metadata,
      },
      randomUUID(),
    );
  const paid = await charge(5_000);
  pass(15 * 60);
  await payers.payments.charges.refund(paid.id, { amount: 700 }, randomUUID());
  const { id: disputing } = await payers.payments.methods.attach('pm_card_createDispute', customerId, randomUUID());
  await charge(3_000, disputing);
  pass(15 * 60);
  const { id: another } = await payers.payments.methods.attach('pm_card_mastercard', customerId, randomUUID());
  await payers.payments.methods.makeDefault(another, customerId, randomUUID());
  await payers.payments.methods.detach(methodId, randomUUID());
  await payers.payments.subscriptions.cancel(result.subscriptionId!, 'now', randomUUID());
  pass(30 * 60);
  await Promise.allSettled([payers.reconcile(), payers.reconcile()]);
  await payers.reconcile();
  const wallet = await walletOf(one);
  expect(wallet).toMatchObject({ wallet: cents(4_300), contradictions: [] });
  expect(await countOf(one, 'FundsAdded')).toBe(2);
  expect(await countOf(one, 'FundsRefunded')).toBe(1);
  expect(await countOf(one, 'FundsDisputed')).toBe(1);
  const account = await payers.commands.payments.account(by(), payer);
  expect(account.methods.map((method) => method.methodId).sort()).toEqual([another, disputing].sort());
  expect(account.defaultMethodId).toBe(another);
  expect(await typesOf(streams.subscriptions(payer.id))).toContain('SubscriptionEnded');
});

test('refunded and disputed after it was sent: the wallet owes it, nothing more goes out, and it is paid back', async () => {
  const one = await payers.agency();
  const { payer, by } = one;
  await payers.card(one, 'pm_card_createDispute');
  await payers.commands.payments.addFunds(by(), { payer, amount: 5_000 });
  const { wallets } = payers.commands;
  const expiresAt = new Date(payers.world.now().getTime() + 600_000).toISOString();
  const hold = (holdId: string, amount: number) =>
    wallets.holdFunds(context(system), { payer, currency: usd, holdId, units: cents(amount), expiresAt });
  const line = { channel: 'sms', direction: 'out', country: 'US', carrierClass: 'local' } as const;
  const businessId = BusinessId.parse(randomUUID());
  const send = async (held: number, quantity: number) => {
    const holdId = randomUUID();
    const costs = { carrier: cents(quantity * 20), price: cents(quantity * 40), resale: cents(quantity * 50) };
    await hold(holdId, held);
    const totals = [{ ...line, quantity, ...costs }];
    await wallets.captureHold(context(system), { payer, currency: usd, holdId, businessId, totals });
    await wallets.releaseHold(context(system), { payer, holdId });
  };
  await send(4_000, 100);
  // The bank takes back what was paid: more than is there.
  await payers.reconcile();
  const dispute = payers.sandbox.stripe.events().findLast(({ type }) => type === 'charge.dispute.created')!.data.object[
    'id'
  ] as string;
  await payers.reconcile();
  expect(await walletOf(one)).toMatchObject({ wallet: cents(-4_000), contradictions: [] });
  await expect(hold(randomUUID(), 1)).rejects.toMatchObject({ code: 'insufficient_funds' });
  payers.sandbox.stripe.closeDispute(dispute, 'won');
  await payers.reconcile();
  expect(await walletOf(one)).toMatchObject({ wallet: cents(1_000) });
  // Another payment is spent, too, and given back by hand at Stripe.
  await payers.card(one);
  const { result } = await payers.commands.payments.addFunds(by(), { payer, amount: 2_000 });
  await send(2_500, 60);
  await payers.payments.charges.refund(result.chargeId, { amount: 2_000 }, randomUUID());
  await payers.reconcile();
  await payers.reconcile();
  expect(await walletOf(one)).toMatchObject({ wallet: cents(-1_400), contradictions: [] });
  await expect(hold(randomUUID(), 1)).rejects.toMatchObject({ code: 'insufficient_funds' });
  await payers.commands.payments.addFunds(by(), { payer, amount: 2_000 });
  await hold(randomUUID(), 600);
  expect(await walletOf(one)).toMatchObject({ held: cents(600), wallet: cents(0) });
});

test('a declined recharge is told once, and tried again once the card is another one', async () => {
  const one = await payers.agency();
  const { payer } = one;
  await payers.card(one, 'pm_card_chargeCustomerFail');
  await grant(one, 100);
  await fillsItself(one);
  await follows(one);
  await timersFire(4);
  expect(await countOf(one, 'RechargeDeclined')).toBe(1);
  const worker = walletNotices(payers.commands);
  const told = async (stream: string) => {
    const events = (await eventsOf(stream)).filter(({ type }) => worker.handles.includes(type));
    for (let times = 0; times < 2; times += 1) await worker.issue(events as readonly StoredEvent[]);
  };
  await told(streams.wallet(payer));
  const notices = async () => {
    const { rows } = await sql<{ data: { title?: string } }>`select data from es.events
      where type = ${NotificationSent.type} and data->>'targetId' = ${payer.id}`.execute(payers.world.db);
    return rows.map(({ data }) => data.title);
  };
  expect(await notices()).toEqual(['Your wallet could not be recharged']);
  // Spending on does not ask again until the card is another one.
  const expiresAt = new Date(payers.world.now().getTime() + 600_000).toISOString();
  const spends = { payer, currency: usd, holdId: randomUUID(), units: cents(10), expiresAt };
  await payers.commands.wallets.holdFunds(context(system), spends);
  expect(await countOf(one, 'RechargeRequested')).toBe(1);
  // A card from the instant of the request would be the one that was declined.
  pass(1);
  await payers.card(one);
  await told(streams.payments(payer.id));
  expect(await countOf(one, 'RechargeRequested')).toBe(2);
  await follows(one);
  await timersFire(4);
  pass(600);
  await timersFire();
  expect(await chargesOf(await customerOf(one))).toHaveLength(1);
  expect(await countOf(one, 'FundsAdded')).toBe(1);
});
