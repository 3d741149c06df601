import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Caller, CommandContext } from '../../commands/kernel/caller.ts';
import { platformTenant } from '../../domain/kernel/event.ts';
import { namespaces, OrderId, OrderPageId, uuidV5 } from '../../domain/kernel/ids.ts';
import { ledgerAmount, usd } from '../../domain/kernel/money.ts';
import { streams } from '../../domain/streams.ts';
import { openPayers, type PayerWorld } from '../integration/subscriptions/payers.ts';
import { context, system } from '../support/callers.ts';
import { eventually } from '../support/eventually.ts';
import { startChild } from './support/child.ts';
import type { PayerProcess } from './support/payer-process.ts';

/** `kill -9` of a process once Stripe has charged, and before that is written down: afterwards one charge, one record. */
let payers: PayerWorld;
beforeAll(async () => {
  payers = await openPayers('killed');
});
beforeEach(() => {
  payers.world.clock.at = new Date(payers.sandbox.stripe.advance(0) * 1000);
});
afterAll(() => payers.close());

const typesOf = async (stream: string) => (await payers.world.events.read(stream)).map(({ type }) => type);
const chargesOf = async (customerId: string) =>
  (await payers.payments.charges.list({ customerId, since: new Date(0) })).filter(
    ({ status }) => status === 'succeeded',
  );

/** Runs it in a process of its own, which is killed as soon as the customer is charged: the answer is on its way. */
async function killedAtCharge(
  command: PayerProcess['command'],
  by: CommandContext,
  given: object,
  customerId: string,
): Promise<void> {
  const { sandbox, world } = payers;
  const asked: PayerProcess = {
    connectionString: world.connectionString,
    baseUrl: sandbox.url,
    secretKey: 'sk_test_killed',
    now: world.now().toISOString(),
    command,
    context: by,
    given,
  };
  const child = await startChild('./payer-process.ts', { PAYER: JSON.stringify(asked) });
  sandbox.stripe.configure({ delayMs: 700 });
  child.go();
  const isCharged = async () =>
    sandbox.stripe
      .events()
      .some(({ type, data }) => type === 'payment_intent.succeeded' && data.object['customer'] === customerId);
  await eventually(isCharged, Boolean, 60_000);
  await child.kill('SIGKILL');
  sandbox.stripe.configure({ delayMs: 0 });
}

/** Until the request that was cut off has come to its end at Stripe, its key is in use, and whoever asks is told so. */
const onceFree = <T>(work: () => Promise<T>): Promise<T> => eventually(work, () => true, 30_000);

describe('kill -9 between charge and record', () => {
  beforeAll(() => payers.reconcile());

  test('of funds: the reconciler books them once, and the same click again adds none', async () => {
    const one = await payers.agency();
    await payers.card(one);
    const { customerId } = await payers.commands.payments.account(one.by(), one.payer);
    const [wish, given] = [randomUUID(), { payer: one.payer, amount: 5_000 }];
    await killedAtCharge(['payments', 'addFunds'], one.by(wish), given, customerId!);
    expect(await typesOf(streams.wallet(one.payer))).toEqual([]);
    await payers.reconcile();
    await onceFree(() => payers.commands.payments.addFunds(one.by(wish), given));
    await payers.reconcile();
    expect(await chargesOf(customerId!)).toHaveLength(1);
    expect(await typesOf(streams.wallet(one.payer))).toEqual(['WalletOpened', 'FundsAdded']);
    expect(await payers.commands.wallets.walletOf(one.payer)).toMatchObject({ wallet: 50_000_000 });
  });

  test('of a recharge: the next attempt finds its charge', async () => {
    const one = await payers.agency();
    await payers.card(one);
    const { customerId } = await payers.commands.payments.account(one.by(), one.payer);
    const { payer } = one;
    const { wallets, payments } = payers.commands;
    const admin: Caller = {
      ...system,
      role: 'admin',
      actor: { kind: 'user', userId: randomUUID(), impersonatorId: null },
    };
    const credit = { payer, currency: usd, grantId: randomUUID(), units: ledgerAmount(1), reason: 'To begin with' };
    await wallets.grantCredit(context(admin), credit);
    await wallets.setAutoRecharge(one.by(), { payer, recharge: { below: 500, amount: 2_000, mostPerDay: 10_000 } });
    expect(await typesOf(streams.wallet(payer))).toContain('RechargeRequested');
    await killedAtCharge(['payments', 'chargeRecharge'], context(system), { payer, crossing: 1 }, customerId!);
    expect(await typesOf(streams.wallet(payer))).not.toContain('FundsAdded');
    const attempt = () => payments.chargeRecharge(context(system), { payer, crossing: 1 });
    await Promise.all([1, 2, 3].map(() => onceFree(attempt)));
    await payers.reconcile();
    expect(await chargesOf(customerId!)).toHaveLength(1);
    expect((await typesOf(streams.wallet(payer))).filter((type) => type === 'FundsAdded')).toHaveLength(1);
  });

  test('of a subscription: whoever tries again has one, paid once', async () => {
    const one = await payers.agency();
    const planId = await payers.plan('agency');
    await payers.card(one);
    const { customerId } = await payers.commands.payments.account(one.by(), one.payer);
    const given = { payer: one.payer, what: { planId } };
    await killedAtCharge(['subscriptions', 'subscribe'], one.by(), given, customerId!);
    expect(await typesOf(streams.subscriptions(one.payer.id))).toEqual(['SubscriptionRequested']);
    const again = await onceFree(() => payers.commands.subscriptions.subscribe(one.by(), given));
    await payers.reconcile();
    expect(again.result.status).toBe('active');
    expect(await chargesOf(customerId!)).toHaveLength(1);
    expect(await payers.payments.subscriptions.list(customerId!)).toHaveLength(1);
    expect(await typesOf(streams.subscriptions(one.payer.id))).toEqual([
      'SubscriptionRequested',
      'SubscriptionStarted',
    ]);
  });

  test.each([
    ['a plan', true],
    ['something that is paid once', false],
  ])('of an order of %s: a day later the worker makes the account, which is paid once', async (_, isPlan) => {
    const planId = isPlan ? await payers.plan('business') : null;
    const orderPageId = OrderPageId.parse(randomUUID());
    const product = isPlan ? null : { name: 'Setup', description: '', amount: 9_900, currency: usd, isFunds: false };
    const slug = isPlan ? 'start' : 'setup';
    const page = { slug, brandId: null, headline: 'Start', text: '', termsUrl: null, isOpen: true, product };
    const { orders } = payers.commands;
    await orders.createPage(context(system), { orderPageId, buyer: 'business', planId, ...page });
    const visitor: Caller = { role: 'public', actor: { kind: 'public', name: 'order' }, tenant: platformTenant };
    const begins = context(visitor);
    const orderId = OrderId.parse(uuidV5(namespaces.command, begins.commandId, 'order'));
    await orders.start(begins, {
      orderPageId,
      version: 1,
      email: isPlan ? 'nora@demo.test' : 'nick@demo.test',
      firstName: 'Nora',
      lastName: 'Newman',
      company: 'New Bakery',
      password: 'seven words nobody would guess here',
      timezone: 'America/New_York',
      coupon: null,
    });
    const [started] = await payers.world.events.read(streams.order(orderId));
    const { customerId, payerId } = started!.data as { readonly customerId: string; readonly payerId: string };
    const { id: methodId } = await payers.payments.methods.attach('pm_card_visa', customerId, randomUUID());
    await killedAtCharge(['orders', 'pay'], context(visitor), { orderId, methodId }, customerId);
    expect(await typesOf(streams.order(orderId))).toEqual(['OrderStarted', 'OrderPaymentStarted']);
    // Everything was down for a day, and Stripe has forgotten the key.
    payers.world.clock.at = new Date(payers.sandbox.stripe.advance(25 * 3_600) * 1000);
    await Promise.all([1, 2].map(() => onceFree(() => orders.tend(context(system), { orderId }))));
    expect((await typesOf(streams.order(orderId))).at(-1)).toBe('OrderCompleted');
    expect(await chargesOf(customerId)).toHaveLength(1);
    expect(await payers.payments.subscriptions.list(customerId)).toHaveLength(isPlan ? 1 : 0);
    const made = await typesOf(`business-${payerId}`);
    expect(made.filter((type) => type === 'BusinessCreated')).toHaveLength(1);
  });
});
