import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createStripePayments } from '../../../adapters/payments/stripe/payments.ts';
import { eventually } from '../../support/eventually.ts';
import { day, listener, publishableKey, secretKey, type StripeWorld, stripeWorld } from './world.ts';

let world: StripeWorld;
beforeEach(async () => {
  world = await stripeWorld();
});
afterEach(() => world.sandbox.close());

const refusal = (work: Promise<unknown>) =>
  work.then(
    () => expect.unreachable('It was not refused.'),
    (error: unknown) => error as InstanceType<typeof Stripe.errors.StripeError>,
  );

describe('what Stripe refuses, in its words', () => {
  test('unknown, missing and malformed parameters', async () => {
    const { stripe } = world;
    // @ts-expect-error -- it may no longer be sent
    const unknown = await refusal(stripe.setupIntents.create({ payment_method_types: ['card'] }));
    expect(unknown).toMatchObject({ statusCode: 400, code: 'parameter_unknown', param: 'payment_method_types' });
    expect(unknown.message).toBe('Received unknown parameter: payment_method_types');
    // @ts-expect-error -- the currency is missing
    expect((await refusal(stripe.paymentIntents.create({ amount: 100 }))).message).toBe(
      'Missing required param: currency.',
    );
    const decimal = await refusal(stripe.paymentIntents.create({ amount: 10.5, currency: 'usd' }));
    expect(decimal).toMatchObject({ code: 'parameter_invalid_integer', message: 'Invalid integer: 10.5' });
    expect((await refusal(stripe.paymentIntents.create({ amount: 10, currency: 'usd' }))).code).toBe(
      'amount_too_small',
    );
    expect((await refusal(stripe.customers.retrieve('cus_none'))).message).toBe("No such customer: 'cus_none'");
    expect((await refusal(stripe.balance.retrieve())).message).toContain('Unrecognized request URL');
  });

  test('keys: none, a wrong one, and a browser’s for what is not for browsers', async () => {
    const { hostname, port } = new URL(world.sandbox.url);
    const by = (key: string) => new Stripe(key, { host: hostname, port, protocol: 'http', maxNetworkRetries: 0 });
    expect(await refusal(by('sk_live_x').customers.list())).toBeInstanceOf(Stripe.errors.StripeAuthenticationError);
    expect((await refusal(by(publishableKey).customers.list())).code).toBe('secret_key_required');
  });

  test('a card number that a server sends', async () => {
    const sent = world.stripe.paymentMethods.create({
      type: 'card',
      card: { number: '4242424242424242', exp_month: 1, exp_year: 2031 },
    });
    expect((await refusal(sent)).message).toContain(
      'Sending credit card numbers directly to the Stripe API is generally unsafe',
    );
  });
});

describe('idempotency', () => {
  test('gives the first answer again, refuses other parameters, and remembers refusals that ran', async () => {
    const { stripe } = world;
    const once = { idempotencyKey: 'one' };
    const first = await stripe.customers.create({ name: 'Ada' }, once);
    const again = await stripe.customers.create({ name: 'Ada' }, once);
    expect(again.id).toBe(first.id);
    const raw = await fetch(`${world.sandbox.url}/v1/customers`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secretKey}`, 'idempotency-key': 'one' },
      body: new URLSearchParams({ name: 'Ada' }),
    });
    expect(raw.headers.get('idempotent-replayed')).toBe('true');
    const other = await refusal(stripe.customers.create({ name: 'Bo' }, once));
    expect(other).toBeInstanceOf(Stripe.errors.StripeIdempotencyError);
    const { customer } = await world.customer('pm_card_chargeCustomerFail');
    const method = (await stripe.paymentMethods.list({ customer })).data[0]!.id;
    const charge = () =>
      stripe.paymentIntents.create(
        { amount: 500, currency: 'usd', customer, payment_method: method, confirm: true, off_session: true },
        { idempotencyKey: 'two' },
      );
    const [one, two] = [await refusal(charge()), await refusal(charge())];
    expect(one.payment_intent?.id).toBe(two.payment_intent?.id);
    expect(two.code).toBe('card_declined');
  });

  test('two at once: one runs, the other is told that it runs', async () => {
    world.sandbox.stripe.configure({ delayMs: 50 });
    const create = () => world.stripe.customers.create({ name: 'Ada' }, { idempotencyKey: 'same' });
    const results = await Promise.allSettled([create(), create()]);
    const refused = results.filter((one) => one.status === 'rejected');
    expect(refused).toHaveLength(1);
    expect((refused[0]!.reason as { code: string }).code).toBe('idempotency_key_in_use');
    world.sandbox.stripe.configure({ delayMs: 0 });
    expect((await world.stripe.customers.list()).data).toHaveLength(1);
  });

  test('an answer that was lost is found again with the same key, and nothing doubled', async () => {
    world.sandbox.stripe.configure({ lostAnswerRate: 1 });
    const create = () => world.stripe.customers.create({ name: 'Ada' }, { idempotencyKey: 'lost' });
    expect(await refusal(create())).toBeInstanceOf(Stripe.errors.StripeConnectionError);
    world.sandbox.stripe.configure({ lostAnswerRate: 0 });
    await create();
    expect((await world.stripe.customers.list()).data).toHaveLength(1);
  });
});

describe('cards', () => {
  test.each([
    ['4000000000000002', 'card_declined', 'generic_decline'],
    ['4000000000009995', 'card_declined', 'insufficient_funds'],
    ['4000000000000069', 'expired_card', undefined],
    ['4000000000000127', 'incorrect_cvc', undefined],
    ['4000000000000119', 'processing_error', undefined],
    ['4242424242424241', 'incorrect_number', undefined],
    ['5200828282828210', 'card_declined', 'live_mode_test_card'],
  ])('%s is refused when it is saved', async (number, code, decline) => {
    const { customer } = await world.customer();
    const { status, body } = await world.entered(number, customer);
    expect(status).toBe(402);
    expect(body.error).toMatchObject({ type: 'card_error', code });
    expect(body.error.decline_code).toBe(decline);
    expect((await world.stripe.paymentMethods.list({ customer })).data).toHaveLength(1);
  });

  test('3-D Secure: saved once it was authenticated, then charged while nobody is there', async () => {
    const { stripe, sandbox } = world;
    const { customer } = await world.customer();
    const waiting = await world.entered('4000002500003155', customer);
    expect(waiting.body).toMatchObject({ status: 'requires_action', next_action: { type: 'use_stripe_sdk' } });
    expect((await stripe.paymentMethods.list({ customer })).data).toHaveLength(1);
    sandbox.stripe.authenticate(waiting.intent, 'succeed');
    const charge = await stripe.paymentIntents.create({
      amount: 700,
      currency: 'usd',
      customer,
      payment_method: waiting.method!,
      confirm: true,
      off_session: true,
    });
    expect(charge.status).toBe('succeeded');
    const failed = await world.entered('4000000000003220', customer);
    sandbox.stripe.authenticate(failed.intent, 'fail');
    expect((await stripe.setupIntents.retrieve(failed.intent)).last_setup_error?.code).toBe(
      'setup_intent_authentication_failure',
    );
  });

  test('one that asks every time can’t be charged while nobody is there', async () => {
    const { customer, method } = await world.customer('pm_card_authenticationRequired');
    const charge = world.stripe.paymentIntents.create({
      amount: 700,
      currency: 'usd',
      customer,
      payment_method: method,
      confirm: true,
      off_session: true,
    });
    const error = await refusal(charge);
    expect(error).toMatchObject({ statusCode: 402, code: 'authentication_required' });
    expect(error.payment_intent?.status).toBe('requires_payment_method');
  });

  test('refunds no more than was charged, and disputes', async () => {
    const { stripe } = world;
    const { customer, method } = await world.customer();
    const pay = (payment_method: string) =>
      stripe.paymentIntents.create({
        amount: 1_000,
        currency: 'usd',
        customer,
        payment_method,
        confirm: true,
        off_session: true,
      });
    const paid = await pay(method);
    await stripe.refunds.create({ payment_intent: paid.id, amount: 400 });
    expect((await refusal(stripe.refunds.create({ payment_intent: paid.id, amount: 700 }))).message).toBe(
      'Refund amount ($7.00) is greater than unrefunded amount on charge ($6.00)',
    );
    await stripe.refunds.create({ payment_intent: paid.id });
    expect((await refusal(stripe.refunds.create({ payment_intent: paid.id }))).code).toBe('charge_already_refunded');
    const doubtful = await stripe.paymentMethods.attach('pm_card_createDispute', { customer });
    const disputed = await pay(doubtful.id);
    const { data } = await stripe.disputes.list({ payment_intent: disputed.id });
    expect(data[0]).toMatchObject({ status: 'needs_response', reason: 'fraudulent', amount: 1_000 });
  });
});

describe('subscriptions', () => {
  const from = (instant: number | null | undefined) => new Date((instant ?? 0) * 1000).toISOString().slice(0, 10);

  test('are paid, renewed after a draft of an hour, and keep the day of a month that is too short', async () => {
    await world.sandbox.close();
    const start = new Date('2027-01-31T10:00:00Z').getTime();
    world = await stripeWorld({
      clock: { now: () => new Date(start), aheadMs: () => 0, moveTo: async () => undefined },
    });
    const { stripe, sandbox } = world;
    const { customer } = await world.customer();
    const price = await world.price();
    const made = await stripe.subscriptions.create({ customer, items: [{ price: price.id }] });
    expect(made.status).toBe('active');
    expect(from(made.items.data[0]!.current_period_end)).toBe('2027-02-28');
    sandbox.stripe.advance(28 * day);
    const renewed = await stripe.subscriptions.retrieve(made.id, { expand: ['latest_invoice'] });
    expect(from(renewed.items.data[0]!.current_period_end)).toBe('2027-03-31');
    expect(renewed.latest_invoice).toMatchObject({ status: 'draft', billing_reason: 'subscription_cycle' });
    sandbox.stripe.advance(3_600);
    const { data } = await stripe.invoices.list({ customer });
    expect(data.map((invoice) => invoice.status)).toEqual(['paid', 'paid']);
    expect(data[0]!.total).toBe(4_900);
  });

  test('a change costs the rest of the period to the second, and the preview says the same', async () => {
    const { stripe, sandbox } = world;
    const { customer } = await world.customer();
    const [small, large] = [await world.price(3_000), await world.price(9_000)];
    const made = await stripe.subscriptions.create({ customer, items: [{ price: small.id }] });
    const item = made.items.data[0]!;
    const length = item.current_period_end - item.current_period_start;
    const at = item.current_period_start + Math.floor(length / 3);
    sandbox.stripe.advance(at - sandbox.stripe.now());
    const wish = {
      items: [{ id: item.id, price: large.id }],
      proration_behavior: 'always_invoice' as const,
      proration_date: at,
    };
    const preview = await stripe.invoices.createPreview({ subscription: made.id, subscription_details: wish });
    await stripe.subscriptions.update(made.id, wish);
    const [invoice] = (await stripe.invoices.list({ customer })).data;
    const rest = item.current_period_end - at;
    const amounts = [-Math.round((3_000 * rest) / length), Math.round((9_000 * rest) / length)];
    expect(invoice!.lines.data.map((line) => line.amount)).toEqual(amounts);
    expect(preview.lines.data.map((line) => line.amount)).toEqual(amounts);
    expect(preview.total).toBe(invoice!.total);
    expect(invoice!.status).toBe('paid');
    expect(invoice!.lines.data[0]!.parent?.subscription_item_details?.proration).toBe(true);
    const waiting = { items: [{ id: item.id, price: small.id }], proration_behavior: 'create_prorations' as const };
    await stripe.subscriptions.update(made.id, waiting);
    expect((await stripe.invoices.list({ customer })).data).toHaveLength(2);
  });

  test('a first payment that fails is incomplete for 23 hours, then expired, and its invoice is void', async () => {
    const { stripe, sandbox } = world;
    const { customer } = await world.customer('pm_card_chargeCustomerFail');
    const price = await world.price();
    const made = await stripe.subscriptions.create({ customer, items: [{ price: price.id }] });
    expect(made.status).toBe('incomplete');
    sandbox.stripe.advance(22 * 3_600);
    expect((await stripe.subscriptions.retrieve(made.id)).status).toBe('incomplete');
    sandbox.stripe.advance(3_600);
    expect((await stripe.subscriptions.retrieve(made.id)).status).toBe('incomplete_expired');
    expect((await stripe.invoices.list({ customer })).data[0]!.status).toBe('void');
    const strict = stripe.subscriptions.create({
      customer,
      items: [{ price: price.id }],
      payment_behavior: 'error_if_incomplete',
    });
    expect((await refusal(strict)).code).toBe('card_declined');
    expect((await stripe.subscriptions.list({ customer, status: 'all' })).data).toHaveLength(1);
  });

  test('a first payment with 3-D Secure is active once it was confirmed', async () => {
    const { stripe, sandbox } = world;
    const { customer } = await world.customer('pm_card_threeDSecure2Required');
    const price = await world.price();
    const made = await stripe.subscriptions.create({
      customer,
      items: [{ price: price.id }],
      expand: ['latest_invoice.confirmation_secret', 'latest_invoice.payments'],
    });
    expect(made.status).toBe('incomplete');
    const invoice = made.latest_invoice as Stripe.Invoice;
    const intent = invoice.payments!.data[0]!.payment.payment_intent as string;
    expect(invoice.confirmation_secret?.client_secret).toContain(`${intent}_secret_`);
    sandbox.stripe.authenticate(intent, 'succeed');
    expect((await stripe.subscriptions.retrieve(made.id)).status).toBe('active');
  });

  test.each([
    ['canceled', 'canceled'],
    ['unpaid', 'unpaid'],
    ['past_due', 'past_due'],
  ] as const)('a renewal that fails is past due, tried again, and at last %s', async (afterRetries, status) => {
    const { stripe, sandbox } = world;
    sandbox.stripe.configure({ afterRetries });
    const { customer, method } = await world.customer();
    const price = await world.price();
    const made = await stripe.subscriptions.create({ customer, items: [{ price: price.id }] });
    const bad = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer });
    await stripe.customers.update(customer, { invoice_settings: { default_payment_method: bad.id } });
    await stripe.paymentMethods.detach(method);
    sandbox.stripe.advance(made.items.data[0]!.current_period_end - sandbox.stripe.now() + 3_600);
    expect((await stripe.subscriptions.retrieve(made.id)).status).toBe('past_due');
    const [invoice] = (await stripe.invoices.list({ customer })).data;
    expect(invoice).toMatchObject({ status: 'open', attempt_count: 1 });
    sandbox.stripe.advance(15 * day);
    expect((await stripe.subscriptions.retrieve(made.id)).status).toBe(status);
    expect((await stripe.invoices.retrieve(invoice!.id)).attempt_count).toBe(4);
  });

  test('a paid failure recovers, an end comes at the period’s end, a pause stops and a resume begins again', async () => {
    const { stripe, sandbox } = world;
    const { customer } = await world.customer();
    const price = await world.price();
    const made = await stripe.subscriptions.create({ customer, items: [{ price: price.id }] });
    const bad = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer });
    const good = await stripe.paymentMethods.attach('pm_card_visa', { customer });
    await stripe.subscriptions.update(made.id, { default_payment_method: bad.id });
    sandbox.stripe.advance(32 * day);
    expect((await stripe.subscriptions.retrieve(made.id)).status).toBe('past_due');
    const [owed] = (await stripe.invoices.list({ customer, status: 'open' })).data;
    await stripe.invoices.pay(owed!.id, { payment_method: good.id });
    expect((await stripe.subscriptions.retrieve(made.id)).status).toBe('active');
    await stripe.subscriptions.update(made.id, { default_payment_method: good.id });
    expect((await stripe.subscriptions.pause(made.id)).status).toBe('paused');
    expect((await stripe.subscriptions.resume(made.id)).status).toBe('active');
    const ending = await stripe.subscriptions.update(made.id, { cancel_at_period_end: true });
    expect(ending.cancel_at).toBe(ending.items.data[0]!.current_period_end);
    sandbox.stripe.advance(32 * day);
    const ended = await stripe.subscriptions.retrieve(made.id);
    expect(ended).toMatchObject({ status: 'canceled', ended_at: ending.cancel_at });
  });

  test('a trial costs nothing, and then its price; a coupon takes off once', async () => {
    const { stripe, sandbox } = world;
    const { customer } = await world.customer();
    const price = await world.price();
    const coupon = await stripe.coupons.create({ percent_off: 25, duration: 'once' });
    const made = await stripe.subscriptions.create({
      customer,
      items: [{ price: price.id }],
      trial_period_days: 14,
      discounts: [{ coupon: coupon.id }],
    });
    expect(made.status).toBe('trialing');
    sandbox.stripe.advance(14 * day + 3_600);
    expect((await stripe.subscriptions.retrieve(made.id)).status).toBe('active');
    sandbox.stripe.advance(32 * day);
    const totals = (await stripe.invoices.list({ customer })).data.map((invoice) => invoice.total);
    expect(totals).toEqual([4_900, 3_675, 0]);
    expect(sandbox.stripe.events().map((event) => event.type)).toContain('customer.subscription.trial_will_end');
  });
});

describe('events', () => {
  test('are signed, tried again, doubled and lost, and all are in the list', async () => {
    let status = 500;
    const hooks = await listener(() => status);
    try {
      const { stripe, sandbox } = world;
      sandbox.stripe.configure({ webhooks: { retryFirstMs: 20, retryMaxMs: 20 } });
      sandbox.stripe.listen({ url: hooks.url, secret: 'whsec_a' });
      await stripe.customers.create({ name: 'Ada' });
      await eventually(
        () => hooks.got.length,
        (count) => count >= 2,
      );
      status = 200;
      await eventually(
        () => sandbox.stripe.pending(),
        (left) => left === 0,
      );
      const last = hooks.got.at(-1)!;
      expect(stripe.webhooks.constructEvent(last.body, last.signature, 'whsec_a').type).toBe('customer.created');
      expect(() => stripe.webhooks.constructEvent(last.body, last.signature, 'whsec_b')).toThrow();

      hooks.got.length = 0;
      sandbox.stripe.configure({ webhooks: { duplicateRate: 1, reorderByMs: 20 } });
      await stripe.products.create({ name: 'A' });
      await eventually(
        () => hooks.types(),
        (types) => types.length === 2,
      );
      expect(hooks.types()).toEqual(['product.created', 'product.created']);
      hooks.got.length = 0;
      sandbox.stripe.configure({ webhooks: { duplicateRate: 0, lossRate: 1 } });
      const lost = await stripe.products.create({ name: 'B' });
      await eventually(
        () => sandbox.stripe.pending(),
        (left) => left === 0,
      );
      expect(hooks.got).toEqual([]);
      const { data } = await stripe.events.list({ type: 'product.created' });
      expect((data[0]!.data.object as Stripe.Product).id).toBe(lost.id);
    } finally {
      await hooks.close();
    }
  });
});

test('a past is made up: what was asked for then has gone on since, and nothing is told of it', async () => {
  const hook = await listener();
  world.sandbox.stripe.listen({ url: hook.url, secret: 'whsec_past' });
  const { customer } = await world.customer();
  const price = await world.price();
  await eventually(
    () => Promise.resolve(world.sandbox.stripe.pending()),
    (pending) => pending === 0,
  );
  const told = hook.got.length;
  const now = world.sandbox.stripe.now();
  const from = (ago: number) =>
    createStripePayments({
      secretKey,
      baseUrl: world.sandbox.url,
      webhookSecret: null,
      mode: 'sandbox',
      at: () => new Date((now - ago * day) * 1000),
    });
  const wish = { customerId: customer, prices: [{ priceId: price.id }], metadata: {} };
  const made = await from(100).subscriptions.create(wish, 'past');
  // Asked again, it is the same one.
  expect((await from(100).subscriptions.create(wish, 'past')).id).toBe(made.id);
  const { data: invoices } = await world.stripe.invoices.list({ customer });
  expect(invoices.map(({ status, amount_paid: paid }) => [status, paid])).toEqual(
    Array.from({ length: 4 }, () => ['paid', 4_900]),
  );
  const ages = invoices.map(({ created }) => Math.round((now - created) / day)).sort((a, b) => b - a);
  expect(ages[0]).toBe(100);
  expect(new Set(ages).size).toBe(4);
  const subscription = await world.stripe.subscriptions.retrieve(made.id);
  expect([subscription.status, subscription.created]).toEqual(['active', now - 100 * day]);
  expect(subscription.items.data[0]!.current_period_end).toBeGreaterThan(now);
  expect([world.sandbox.stripe.pending(), hook.got.length]).toEqual([0, told]);
  await expect(from(-1).customers.fetch(customer)).rejects.toThrow('a second of the past');
  await hook.close();
});

test('all is there again after a restart, also what was owed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'stripe-'));
  try {
    await world.sandbox.close();
    world = await stripeWorld({ folder });
    const { customer } = await world.customer();
    const price = await world.price();
    await world.stripe.subscriptions.create({ customer, items: [{ price: price.id }] });
    world.sandbox.stripe.advance(40 * day);
    const made = await world.stripe.subscriptions.create(
      { customer, items: [{ price: price.id }] },
      { idempotencyKey: 'kept' },
    );
    const before = await world.stripe.invoices.list({ customer });
    await world.sandbox.close();
    world = await stripeWorld({ folder });
    expect((await world.stripe.invoices.list({ customer })).data).toEqual(before.data);
    const again = await world.stripe.subscriptions.create(
      { customer, items: [{ price: price.id }] },
      { idempotencyKey: 'kept' },
    );
    expect(again.id).toBe(made.id);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
