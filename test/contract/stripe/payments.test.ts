import { createServer } from 'node:net';
import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createPayments } from '../../../adapters/payments/index.ts';
import {
  PaymentOutcomeUnknown,
  PaymentRefused,
  type Payments,
  PaymentsUnavailable,
} from '../../../adapters/payments/port.ts';
import type { AgencyId } from '../../../domain/kernel/ids.ts';
import { eventually } from '../../support/eventually.ts';
import { day, listener, secretKey, type StripeWorld, stripeWorld, webhookSecret } from './world.ts';

const payer = { kind: 'agency', id: '0b3f6b1e-6a52-4b4c-9d0b-0a8d6c1f2e3a' as AgencyId } as const;
let world: StripeWorld;
let payments: Payments;
beforeEach(async () => {
  world = await stripeWorld();
  payments = createPayments({
    secretKey,
    baseUrl: world.sandbox.url,
    webhookSecret,
    mode: 'sandbox',
    timeoutMs: 2_000,
  });
});
afterEach(() => world.sandbox.close());

const refusal = (work: Promise<unknown>) =>
  work.then(
    () => expect.unreachable('It was not refused.'),
    (error: unknown) => error as PaymentRefused,
  );
/** The payer's customer with a card as its default. */
async function paying(card = 'pm_card_visa') {
  const customer = await payments.customers.create({ payer, name: 'Ada', email: 'ada@example.com' });
  const method = await payments.methods.attach(card, customer.id, `attach ${card}`);
  await payments.methods.makeDefault(method.id, customer.id, `default ${card}`);
  return { customerId: customer.id, methodId: method.id };
}
const wish = { amount: 2_500, currency: 'USD', description: 'Wallet', metadata: { crossing: '7' } };

describe('cards', () => {
  test('a payer has one customer, however often it is made', async () => {
    const made = () => payments.customers.create({ payer, name: 'Ada', email: 'ada@example.com' });
    const [one, two] = [await made(), await made()];
    expect(one).toEqual(two);
    expect(one.payer).toEqual(payer);
  });

  test('a card is saved by the browser, listed, made the default and taken away, twice each', async () => {
    const { customerId, methodId } = await paying();
    const setup = await payments.methods.setup(customerId, 'setup 1');
    expect(setup.clientSecret).toContain(`${setup.id}_secret_`);
    expect(await payments.methods.list(customerId)).toMatchObject([
      { id: methodId, customerId, card: { brand: 'visa', last4: '4242', expMonth: 12 } },
    ]);
    expect((await payments.methods.attach(methodId, customerId, 'again')).id).toBe(methodId);
    expect((await payments.customers.fetch(customerId))?.defaultMethodId).toBe(methodId);
    await Promise.all(['away', 'at once', 'at once too'].map((key) => payments.methods.detach(methodId, key)));
    await payments.methods.detach(methodId, 'away again');
    expect(await payments.methods.list(customerId)).toEqual([]);
  });

  test('another customer’s card can’t be attached', async () => {
    const { methodId } = await paying();
    const other = await world.stripe.customers.create({});
    expect(await refusal(payments.methods.attach(methodId, other.id, 'steal'))).toMatchObject({ kind: 'invalid' });
  });
});

describe('charges', () => {
  test('the same key charges once, and another wish with it is refused', async () => {
    const { customerId } = await paying();
    const [one, two] = [
      await payments.charges.now({ customerId, ...wish }, 'crossing 7'),
      await payments.charges.now({ customerId, ...wish }, 'crossing 7'),
    ];
    expect(one).toMatchObject({ status: 'succeeded', amount: 2_500, currency: 'usd', metadata: { crossing: '7' } });
    expect(two.id).toBe(one.id);
    const other = payments.charges.now({ customerId, ...wish, amount: 9_900 }, 'crossing 7');
    expect(await refusal(other)).toMatchObject({ kind: 'key-reused' });
    expect(await payments.charges.list({ customerId, since: new Date(0) })).toHaveLength(1);
    const refund = await payments.charges.refund(one.id, { amount: 500 }, 'refund 1');
    expect(refund).toMatchObject({ status: 'succeeded', amount: 500, chargeId: one.id });
  });

  test.each([
    ['pm_card_chargeCustomerFail', 'declined', 'generic_decline'],
    ['pm_card_authenticationRequired', 'authentication-required', 'authentication_required'],
  ])('%s is %s', async (card, kind, declineCode) => {
    const { customerId } = await paying(card);
    const error = await refusal(payments.charges.now({ customerId, ...wish }, 'once'));
    expect(error).toBeInstanceOf(PaymentRefused);
    expect(error).toMatchObject({ kind, declineCode });
    expect((await payments.charges.fetch(error.intent?.id ?? ''))?.status).toBe('requires_payment_method');
  });

  test('an answer that got lost is unknown, and the same key finds what happened', async () => {
    const { customerId } = await paying();
    world.sandbox.stripe.configure({ lostAnswerRate: 1 });
    const charge = () => payments.charges.now({ customerId, ...wish }, 'crossing 8');
    expect(await refusal(charge())).toBeInstanceOf(PaymentOutcomeUnknown);
    world.sandbox.stripe.configure({ lostAnswerRate: 0 });
    const found = await charge();
    expect(await payments.charges.list({ customerId, since: new Date(0) })).toMatchObject([{ id: found.id }]);
  });

  test('too many questions, a failing provider, a wrong key, and nobody there', async () => {
    const { customerId } = await paying();
    const charge = (key: string) => payments.charges.now({ customerId, methodId: 'pm_x', ...wish }, key);
    world.sandbox.stripe.configure({ away: 'error' });
    expect(await refusal(charge('a'))).toBeInstanceOf(PaymentOutcomeUnknown);
    expect(await refusal(payments.customers.fetch(customerId))).toBeInstanceOf(PaymentsUnavailable);
    world.sandbox.stripe.configure({ away: 'no', requestsPerSecond: 1 });
    const many = await Promise.allSettled(Array.from({ length: 6 }, (_, index) => charge(`many ${index}`)));
    expect(many.map((one) => (one.status === 'rejected' ? (one.reason as PaymentRefused).kind : null))).toContain(
      'rate-limited',
    );
    world.sandbox.stripe.configure({ requestsPerSecond: null });
    expect(await refusal(charge('b'))).toMatchObject({ kind: 'not-found' });
    const at = (options: { readonly secretKey?: string; readonly baseUrl?: string }) =>
      createPayments({ secretKey, baseUrl: world.sandbox.url, webhookSecret, mode: 'test', ...options });
    const wrong = at({ secretKey: 'sk_live_wrong' });
    expect(await refusal(wrong.customers.fetch(customerId))).toBeInstanceOf(PaymentsUnavailable);
    const closed = createServer();
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
    const { port } = closed.address() as { port: number };
    await new Promise((resolve) => closed.close(resolve));
    const gone = at({ baseUrl: `http://127.0.0.1:${port}` });
    expect(await refusal(gone.methods.setup(customerId, 'c'))).toBeInstanceOf(PaymentsUnavailable);
    expect(await payments.customers.fetch('cus_none')).toBeNull();
  });
});

test('plans: a product, a price, a promotion code, a subscription that is changed as it was previewed, and ended', async () => {
  const { customerId } = await paying();
  const product = await payments.catalog.createProduct({ name: 'Starter' }, 'product');
  const sold = (amount: number, key: string) =>
    payments.catalog.createPrice(
      { productId: product.id, amount, currency: 'USD', recurring: { interval: 'month' } },
      key,
    );
  const [small, large] = [await sold(3_000, 'small'), await sold(9_000, 'large')];
  const coupon = await world.stripe.coupons.create({ percent_off: 50, duration: 'once' });
  await world.stripe.promotionCodes.create({ promotion: { type: 'coupon', coupon: coupon.id }, code: 'HALF' });
  const discount = await payments.catalog.discount('half');
  expect(discount).toMatchObject({ couponId: coupon.id, percentOff: 50 });
  expect(await payments.catalog.discount('none')).toBeNull();
  const made = await payments.subscriptions.create(
    {
      customerId,
      prices: [{ priceId: small.id }],
      discount: { promotionCodeId: discount?.promotionCodeId ?? '' },
      metadata: { payer: 'x' },
    },
    'subscribe',
  );
  expect(made).toMatchObject({
    status: 'active',
    items: [{ priceId: small.id, quantity: 1 }],
    metadata: { payer: 'x' },
  });
  world.sandbox.stripe.advance(10 * day);
  const change = {
    items: [{ itemId: made.items[0]!.id, priceId: large.id }],
    prorate: 'now',
    prorationDate: new Date(world.sandbox.stripe.now() * 1000),
  } as const;
  const preview = await payments.subscriptions.preview(made.id, change);
  world.sandbox.stripe.advance(60);
  await payments.subscriptions.change(made.id, change, 'change');
  const { data } = await payments.invoices.list({ customerId });
  expect(data.map(({ total, status, reason }) => ({ total, status, reason }))).toEqual([
    { total: preview.total, status: 'paid', reason: 'subscription_update' },
    { total: 1_500, status: 'paid', reason: 'subscription_create' },
  ]);
  expect(data[0]).toMatchObject({ subscriptionId: made.id, lines: [{ isProration: true }, { isProration: true }] });
  expect(data[0]!.paymentIntentIds).toHaveLength(1);
  expect((await payments.invoices.next(made.id))?.total).toBe(9_000);
  expect((await payments.subscriptions.cancel(made.id, 'period-end', 'end')).cancelsAtPeriodEnd).toBe(true);
  expect(await payments.invoices.next(made.id)).toBeNull();
  expect((await payments.subscriptions.resume(made.id, 'go on')).cancelAt).toBeNull();
  expect((await payments.subscriptions.pause(made.id, 'pause')).status).toBe('paused');
  expect((await payments.subscriptions.resume(made.id, 'go on 2')).status).toBe('active');
  expect((await payments.subscriptions.cancel(made.id, 'now', 'stop')).status).toBe('canceled');
  expect((await payments.catalog.archivePrice(small.id, 'archive')).isActive).toBe(false);
  expect((await payments.catalog.reopenPrice(small.id, 'reopen')).isActive).toBe(true);
  expect((await payments.catalog.archivePrice(small.id, 'archive-again')).isActive).toBe(false);
  const bought = await payments.catalog.createPrice(
    { productId: product.id, amount: 900, currency: 'usd', recurring: null },
    'once',
  );
  const session = await payments.checkout.create(
    {
      mode: 'payment',
      prices: [{ priceId: bought.id }],
      successUrl: 'https://app.example/thanks',
      cancelUrl: 'https://app.example',
      metadata: { order: '1' },
    },
    'checkout',
  );
  expect(session).toMatchObject({ status: 'open', mode: 'payment', metadata: { order: '1' } });
  expect((await payments.checkout.expire(session.id, 'expire')).status).toBe('expired');
  expect((await payments.checkout.portal(customerId, 'https://app.example')).url).toContain('/stripe/portal/');
});

describe('a subscription', () => {
  async function subscribed() {
    const { customerId, methodId } = await paying();
    const product = await payments.catalog.createProduct({ name: 'Starter' }, 'product');
    const [small, large] = await Promise.all(
      [3_000, 9_000].map((amount) =>
        payments.catalog.createPrice(
          { productId: product.id, amount, currency: 'USD', recurring: { interval: 'month' } },
          `price ${amount}`,
        ),
      ),
    );
    const made = await payments.subscriptions.create(
      { customerId, prices: [{ priceId: small!.id }], defaultMethodId: methodId, metadata: {} },
      'subscribe',
    );
    return { customerId, methodId, made, small: small!.id, large: large!.id };
  }
  async function failingDefault(customerId: string) {
    const method = await payments.methods.attach('pm_card_chargeCustomerFail', customerId, 'attach failing');
    await payments.methods.makeDefault(method.id, customerId, 'default failing');
  }
  const stateOf = async (id: string) => {
    const now = (await payments.subscriptions.fetch(id))!;
    return { status: now.status, priceId: now.items[0]!.priceId, pinned: now.defaultMethodId };
  };

  test('is charged to the card that it was made with, until it uses the customer’s default', async () => {
    const { customerId, methodId, made, small } = await subscribed();
    await failingDefault(customerId);
    world.sandbox.stripe.advance(32 * day);
    expect(await stateOf(made.id)).toEqual({ status: 'active', priceId: small, pinned: methodId });
    for (const _ of [1, 2])
      expect((await payments.subscriptions.useCustomersDefault(made.id, 'unpin')).defaultMethodId).toBeNull();
    world.sandbox.stripe.advance(32 * day);
    expect(await stateOf(made.id)).toEqual({ status: 'past_due', priceId: small, pinned: null });
  });

  test('whose change can’t be charged stays as it was, or is changed and owed for', async () => {
    const { customerId, made, small, large } = await subscribed();
    await payments.subscriptions.useCustomersDefault(made.id, 'unpin');
    await failingDefault(customerId);
    world.sandbox.stripe.advance(10 * day);
    const change = { items: [{ itemId: made.items[0]!.id, priceId: large }], prorate: 'now' } as const;
    const refused = payments.subscriptions.change(made.id, { ...change, ifUnpaid: 'refuse' }, 'refuse');
    expect(await refusal(refused)).toMatchObject({ kind: 'declined' });
    expect(await stateOf(made.id)).toEqual({ status: 'active', priceId: small, pinned: null });
    expect((await payments.invoices.list({ customerId })).data.map(({ status }) => status)).not.toContain('open');
    await payments.subscriptions.change(made.id, change, 'owe');
    expect(await stateOf(made.id)).toEqual({ status: 'past_due', priceId: large, pinned: null });
    expect((await payments.invoices.list({ customerId })).data.map(({ status }) => status)).toContain('open');
  });

  test.each(['paid', 'expired', 'replaced'] as const)('whose change waits until it is paid, and is %s', async (end) => {
    const { customerId, made, small, large } = await subscribed();
    await payments.subscriptions.useCustomersDefault(made.id, 'unpin');
    const { id } = await payments.methods.attach('pm_card_authenticationRequired', customerId, 'attach asking');
    await payments.methods.makeDefault(id, customerId, 'default asking');
    world.sandbox.stripe.advance(10 * day);
    const change = { items: [{ itemId: made.items[0]!.id, priceId: large }], prorate: 'now' } as const;
    const waiting = await payments.subscriptions.change(made.id, { ...change, ifUnpaid: 'wait' }, 'wait');
    expect(waiting.clientSecret).toEqual(expect.any(String));
    expect(await stateOf(made.id)).toEqual({ status: 'active', priceId: small, pinned: null });
    const pending = (await world.stripe.subscriptions.retrieve(made.id)).pending_update;
    expect(pending?.subscription_items?.map(({ price }) => price.id)).toEqual([large]);
    if (end === 'paid') world.sandbox.stripe.authenticate(waiting.clientSecret!.split('_secret_')[0]!, 'succeed');
    if (end === 'expired') world.sandbox.stripe.advance(day);
    if (end === 'replaced') await payments.subscriptions.change(made.id, { ...change, prorate: 'none' }, 'another');
    const priceId = end === 'expired' ? small : large;
    expect(await stateOf(made.id)).toEqual({ status: 'active', priceId, pinned: null });
    expect((await world.stripe.subscriptions.retrieve(made.id)).pending_update).toBeNull();
    const [last] = (await payments.invoices.list({ customerId })).data;
    expect(last!.status).toBe(end === 'paid' ? 'paid' : 'void');
  });
});

test('a card is declined from the month after the one that it says', async () => {
  const { customerId, methodId } = await paying();
  const today = new Date(world.sandbox.stripe.now() * 1000);
  await world.stripe.paymentMethods.update(methodId, {
    card: { exp_month: today.getUTCMonth() + 1, exp_year: today.getUTCFullYear() },
  });
  expect((await payments.charges.now({ customerId, ...wish }, 'in time')).status).toBe('succeeded');
  world.sandbox.stripe.advance(32 * day);
  const late = await refusal(payments.charges.now({ customerId, ...wish }, 'late'));
  expect(late).toMatchObject({ kind: 'declined', code: 'expired_card' });
});

describe('webhooks', () => {
  const body = JSON.stringify({
    id: 'evt_1',
    object: 'event',
    type: 'invoice.paid',
    created: 1_800_000_000,
    data: { object: { id: 'in_1', object: 'invoice', customer: 'cus_1' } },
  });
  const now = new Date('2027-03-01T12:00:00Z');
  const signed = (seconds: number, over = body, secret = webhookSecret) =>
    `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${over}`).digest('hex')}`;
  const at = (minutes: number) => Math.floor(now.getTime() / 1000) + minutes * 60;
  const read = (signature: string | undefined, bytes = body) =>
    payments.events.read(Buffer.from(bytes), signature, now);

  test('say what happened to which object, and no more', async () => {
    expect(await read(signed(at(0)))).toEqual({
      kind: 'event',
      event: {
        id: 'evt_1',
        type: 'invoice.paid',
        createdAt: new Date(1_800_000_000_000),
        object: { type: 'invoice', id: 'in_1' },
        customerId: 'cus_1',
        previousCustomerId: null,
      },
    });
  });

  test.each([
    ['unsigned', undefined, body, 'bad-signature'],
    ['signed with another secret', signed(at(0), body, 'whsec_other'), body, 'bad-signature'],
    ['changed by one byte', signed(at(0)), body.replace('in_1', 'in_2'), 'bad-signature'],
    ['ten minutes old', signed(at(-10)), body, 'too-old'],
    ['ten minutes in the future', signed(at(10)), body, 'in-the-future'],
    ['no JSON', signed(at(0), 'x'), 'x', 'malformed'],
    ['without an object', signed(at(0), '{"id":"evt_1"}'), '{"id":"evt_1"}', 'malformed'],
  ])('are refused when they are %s', async (_what, signature, bytes, why) => {
    expect(await read(signature, bytes)).toEqual({ kind: 'refused', why });
  });

  test('without a secret none is believed; with one, the stand-in’s are', async () => {
    const deaf = createPayments({ secretKey, baseUrl: world.sandbox.url, webhookSecret: null, mode: 'test' });
    expect(await deaf.events.read(Buffer.from(body), signed(at(0)), now)).toEqual({
      kind: 'refused',
      why: 'no-secret',
    });
    const hooks = await listener();
    try {
      world.sandbox.stripe.listen({ url: hooks.url, secret: webhookSecret });
      const { id } = await payments.customers.create({ payer, name: 'Ada', email: null });
      await eventually(
        () => hooks.got.length,
        (count) => count === 1,
      );
      const [came] = hooks.got;
      const heard = await payments.events.read(Buffer.from(came!.body), came!.signature, new Date());
      expect(heard).toMatchObject({ kind: 'event', event: { type: 'customer.created', customerId: id } });
    } finally {
      await hooks.close();
    }
  });

  test('what no webhook told is in the list since then, oldest first, a card that was taken away with whose it was', async () => {
    const { customerId, methodId } = await paying();
    const since = new Date(world.sandbox.stripe.now() * 1000);
    await payments.methods.detach(methodId, 'away');
    const found = [];
    for await (const event of payments.events.since(since)) found.push(event);
    expect(found.at(-1)).toMatchObject({
      type: 'payment_method.detached',
      object: { type: 'payment_method', id: methodId },
      customerId: null,
      previousCustomerId: customerId,
    });
    expect(found.map(({ createdAt }) => createdAt.getTime())).toEqual(
      found.map(({ createdAt }) => createdAt.getTime()).sort((one, other) => one - other),
    );
  });
});
