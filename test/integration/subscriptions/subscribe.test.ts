import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { PlanId } from '../../../domain/kernel/ids.ts';
import { context, system } from '../../support/callers.ts';
import { openPayers, type PayerWorld, type TestPayer } from './payers.ts';

let payers: PayerWorld;
beforeAll(async () => {
  payers = await openPayers('subscribe');
});
beforeEach(() => {
  payers.world.clock.at = new Date(payers.sandbox.stripe.advance(0) * 1000);
});
afterAll(() => payers.close());

const admin = {
  role: 'admin',
  actor: { kind: 'user', userId: crypto.randomUUID(), impersonatorId: null },
  tenant: { agencyId: null, businessId: null },
} as const;
const askBank = 'Use another card, or ask your bank.';
const subscribe = (one: TestPayer, planId: PlanId, given: object = {}, commandId?: string) =>
  payers.commands.subscriptions.subscribe(one.by(commandId), { payer: one.payer, what: { planId, ...given } });
const atProvider = async (one: TestPayer) => {
  const { customerId } = await payers.commands.payments.account(one.by(), one.payer);
  return payers.payments.subscriptions.list(customerId!);
};
const live = async (one: TestPayer) =>
  (await atProvider(one)).filter(({ status }) => status !== 'canceled' && status !== 'incomplete_expired');
const types = async (one: TestPayer) =>
  (await payers.world.events.read(`subscriptions-${one.payer.id}`)).map(({ type }) => type);
const invoices = async (one: TestPayer) => {
  const { customerId } = await payers.commands.payments.account(one.by(), one.payer);
  return (await payers.payments.invoices.list({ customerId: customerId!, limit: 50 })).data;
};

describe('a first subscription', () => {
  test('needs a card, is charged, and is one whatever the number of tabs', async () => {
    const one = await payers.agency();
    const planId = await payers.plan('agency');
    await expect(subscribe(one, planId)).rejects.toMatchObject({ fields: { payment_method: expect.any(Array) } });
    await payers.card(one);
    const commandId = crypto.randomUUID();
    const all = await Promise.all([
      ...Array.from({ length: 24 }, () => subscribe(one, planId)),
      subscribe(one, planId, {}, commandId),
      subscribe(one, planId, {}, commandId),
    ]);
    expect(new Set(all.map(({ result }) => result.subscriptionId)).size).toBe(1);
    await subscribe(one, planId, {}, commandId);
    expect(await atProvider(one)).toHaveLength(1);
    expect((await invoices(one)).map(({ amountPaid }) => amountPaid)).toEqual([9900]);
    expect(await types(one)).toEqual(['SubscriptionRequested', 'SubscriptionStarted']);
  });

  test('of one more tab with another plan is refused while the first is under way', async () => {
    const one = await payers.business();
    const [first, second] = [await payers.plan('business'), await payers.plan('business', { amount: 100 })];
    await payers.card(one);
    const outcomes = await Promise.allSettled([subscribe(one, first), subscribe(one, second)]);
    expect(await live(one)).toHaveLength(1);
    expect(outcomes.some(({ status }) => status === 'fulfilled')).toBe(true);
  });

  test('to what changed or went between page and click is refused', async () => {
    const one = await payers.agency();
    await payers.card(one);
    const planId = await payers.plan('agency');
    const other = await payers.plan('business');
    await expect(subscribe(one, planId, { version: 2 })).rejects.toMatchObject({ code: 'overtaken' });
    await expect(subscribe(one, other)).rejects.toMatchObject({ code: 'not_found' });
    await payers.commands.plans.deletePlan(context(system), { kind: 'agency', planId });
    await expect(subscribe(one, planId)).rejects.toMatchObject({ code: 'not_found' });
    expect(await atProvider(one)).toEqual([]);
  });

  test('that the bank declines is finished with another card, and not bought twice', async () => {
    const one = await payers.agency();
    const planId = await payers.plan('agency');
    await payers.card(one, 'pm_card_chargeCustomerFail');
    const declined = { code: 'provider_refused', message: `Your card was declined. ${askBank}` };
    await expect(subscribe(one, planId)).rejects.toMatchObject(declined);
    await expect(subscribe(one, planId)).rejects.toMatchObject(declined);
    await payers.card(one);
    const { result } = await subscribe(one, planId);
    expect(result).toMatchObject({ status: 'active', outcome: 'subscribed' });
    expect(await atProvider(one)).toHaveLength(1);
    expect((await invoices(one)).map(({ amountPaid }) => amountPaid)).toEqual([9900]);
  });

  test('isn’t bought with a card that has expired, which says so, and is with another one', async () => {
    const one = await payers.agency();
    const planId = await payers.plan('agency');
    await expect(payers.card(one, 'pm_card_chargeDeclinedExpiredCard')).rejects.toMatchObject({ code: 'expired_card' });
    const methodId = await payers.card(one);
    const today = new Date(payers.sandbox.stripe.now() * 1000);
    const answer = await fetch(`${payers.sandbox.url}/v1/payment_methods/${methodId}`, {
      method: 'POST',
      headers: { authorization: 'Bearer sk_test_subscribe' },
      body: new URLSearchParams({
        'card[exp_month]': String(today.getUTCMonth() + 1),
        'card[exp_year]': String(today.getUTCFullYear()),
      }),
    });
    expect(answer.status).toBe(200);
    payers.world.clock.at = new Date(payers.sandbox.stripe.advance(32 * 86_400) * 1000);
    const refused = { code: 'provider_refused', fields: { payment_method: [`Your card has expired. ${askBank}`] } };
    await expect(subscribe(one, planId)).rejects.toMatchObject(refused);
    await payers.card(one);
    expect((await subscribe(one, planId)).result).toMatchObject({ status: 'active' });
    expect((await invoices(one)).map(({ amountPaid }) => amountPaid)).toEqual([9900]);
  });

  test('that waits for the cardholder answers with a secret, and is there once they have confirmed', async () => {
    const one = await payers.agency();
    const planId = await payers.plan('agency');
    await payers.card(one, 'pm_card_authenticationRequired');
    const { result } = await subscribe(one, planId);
    expect(result).toMatchObject({ status: 'incomplete', outcome: 'incomplete' });
    expect((await subscribe(one, planId)).result.clientSecret).toBe(result.clientSecret);
    payers.sandbox.stripe.authenticate(result.clientSecret!.split('_secret_')[0]!, 'succeed');
    expect((await subscribe(one, planId)).result).toMatchObject({ status: 'active' });
    expect(await atProvider(one)).toHaveLength(1);
  });

  test('after one that was never paid can be to another plan', async () => {
    const one = await payers.agency();
    const [first, second] = [await payers.plan('agency'), await payers.plan('agency', { amount: 4900 })];
    await payers.card(one, 'pm_card_chargeCustomerFail');
    await expect(subscribe(one, first)).rejects.toMatchObject({ code: 'provider_refused' });
    await payers.card(one);
    await subscribe(one, second);
    expect((await live(one)).map(({ status }) => status)).toEqual(['active']);
    expect((await invoices(one)).map(({ amountPaid }) => amountPaid)).toEqual([4900, 0]);
  });

  test('has its trial once', async () => {
    const one = await payers.agency();
    const planId = await payers.plan('agency', { trialDays: 14 });
    await payers.card(one);
    expect((await subscribe(one, planId)).result.status).toBe('trialing');
    await payers.commands.subscriptions.cancel(one.by(), { payer: one.payer, section: 'plan', when: 'now' });
    expect((await subscribe(one, planId)).result.status).toBe('active');
  });
});

describe('another plan', () => {
  async function subscribed(given: object = {}) {
    const one = await payers.agency();
    const planId = await payers.plan('agency', given);
    await payers.card(one);
    await subscribe(one, planId);
    return { one, planId };
  }
  const quoted = async (one: TestPayer, planId: PlanId) =>
    (await payers.commands.subscriptions.quote(one.by(), { payer: one.payer, what: { planId } })).result;

  test('that costs more is charged now what the quote said, to the cent, and later too', async () => {
    const { one } = await subscribed();
    const higher = await payers.plan('agency', { amount: 19_900 });
    payers.sandbox.stripe.advance(10 * 86_400);
    payers.world.clock.at = new Date(payers.sandbox.stripe.advance(0) * 1000);
    const quote = await quoted(one, higher);
    expect(quote.kind).toBe('upgrade');
    expect(quote.lines.map(({ amount }) => Math.sign(amount))).toEqual([-1, 1]);
    payers.sandbox.stripe.advance(1_800);
    payers.world.clock.at = new Date(payers.sandbox.stripe.advance(0) * 1000);
    const { result } = await payers.commands.subscriptions.subscribe(one.by(), {
      payer: one.payer,
      what: { planId: higher },
      prorationDate: quote.prorationDate,
    });
    expect(result).toMatchObject({ status: 'active', outcome: 'changed' });
    expect((await invoices(one))[0]).toMatchObject({ amountPaid: quote.dueNow, reason: 'subscription_update' });
    expect(await payers.commands.subscriptions.account(one.by(), one.payer)).toMatchObject({ scheduled: new Map() });
    await expect(
      payers.commands.subscriptions.subscribe(one.by(), {
        payer: one.payer,
        what: { planId: await payers.plan('agency', { amount: 29_900 }) },
        prorationDate: new Date(quote.prorationDate!.getTime() - 3_600_000),
      }),
    ).rejects.toMatchObject({ code: 'overtaken' });
  });

  test('that costs more is not given where the card is declined', async () => {
    const { one, planId } = await subscribed();
    const higher = await payers.plan('agency', { amount: 19_900 });
    await payers.card(one, 'pm_card_chargeCustomerFail');
    await expect(subscribe(one, higher)).rejects.toMatchObject({
      code: 'provider_refused',
      message: `Your card was declined. ${askBank}`,
    });
    const { all } = await payers.commands.subscriptions.account(one.by(), one.payer);
    expect([...all.values()]).toMatchObject([{ planId, status: 'active' }]);
  });

  test('that waits for the cardholder blocks no one: the paid plan stays until they have confirmed', async () => {
    const { one, planId } = await subscribed();
    const higher = await payers.plan('agency', { amount: 19_900 });
    await payers.card(one, 'pm_card_authenticationRequired');
    const look = async () => {
      await payers.commands.subscriptions.follow(one.by(), { payer: one.payer });
      const { all } = await payers.commands.subscriptions.account(one.by(), one.payer);
      return [...all.values()].map((of) => [of.planId, of.status]);
    };
    const { result } = await subscribe(one, higher);
    expect(result).toMatchObject({ status: 'active', outcome: 'incomplete' });
    expect((await subscribe(one, higher)).result.clientSecret).toBe(result.clientSecret);
    expect(await look()).toEqual([[planId, 'active']]);
    payers.sandbox.stripe.advance(86_400);
    expect(await look()).toEqual([[planId, 'active']]);
    const { clientSecret } = (await subscribe(one, higher)).result;
    payers.sandbox.stripe.authenticate(clientSecret!.split('_secret_')[0]!, 'succeed');
    expect(await look()).toEqual([[higher, 'active']]);
    expect((await invoices(one)).map(({ status }) => status)).toEqual(['paid', 'void', 'paid']);
  });

  test('that is paid and not made yet is not charged again, whoever presses once more', async () => {
    const { one, planId } = await subscribed();
    const higher = await payers.plan('agency', { amount: 19_900 });
    await payers.card(one, 'pm_card_authenticationRequired');
    const plans = async () => {
      await payers.commands.subscriptions.follow(one.by(), { payer: one.payer });
      const { all } = await payers.commands.subscriptions.account(one.by(), one.payer);
      return [...all.values()].map((of) => of.planId);
    };
    payers.sandbox.stripe.configure({ changeSeconds: 60 });
    try {
      const { clientSecret } = (await subscribe(one, higher)).result;
      payers.sandbox.stripe.authenticate(clientSecret!.split('_secret_')[0]!, 'succeed');
      expect(await plans()).toEqual([planId]);
      const again = await Promise.all([subscribe(one, higher), subscribe(one, higher)]);
      expect(again.map(({ result }) => result.outcome)).toEqual(['changed', 'changed']);
      payers.sandbox.stripe.advance(61);
      expect(await plans()).toEqual([higher]);
      expect((await subscribe(one, higher)).result.outcome).toBe('unchanged');
      expect((await invoices(one)).filter(({ status }) => status === 'paid')).toHaveLength(2);
    } finally {
      payers.sandbox.stripe.configure({ changeSeconds: 0 });
    }
  });

  test('that costs less comes at the renewal, and can be taken back until then', async () => {
    const { one, planId } = await subscribed();
    const lower = await payers.plan('agency', { amount: 4900 });
    expect(await quoted(one, lower)).toMatchObject({ kind: 'downgrade', dueNow: 0, nextAmount: 4900 });
    const account = async () => {
      const { all, scheduled } = await payers.commands.subscriptions.account(one.by(), one.payer);
      return { plans: [...all.values()].map((of) => of.planId), next: [...scheduled.values()].map((of) => of.planId) };
    };
    expect((await subscribe(one, lower)).result.outcome).toBe('scheduled');
    expect((await subscribe(one, lower)).result.outcome).toBe('scheduled');
    expect(await account()).toEqual({ plans: [planId], next: [lower] });
    expect((await subscribe(one, planId)).result.outcome).toBe('unchanged');
    expect(await account()).toEqual({ plans: [planId], next: [] });
    await subscribe(one, lower);
    payers.sandbox.stripe.advance(32 * 86_400);
    await payers.commands.subscriptions.follow(one.by(), { payer: one.payer });
    expect(await account()).toEqual({ plans: [lower], next: [] });
    expect((await invoices(one)).map(({ amountDue }) => amountDue)).toEqual([4900, 9900]);
  });

  test('of another currency, and of months after a paid year, is refused with what to do', async () => {
    const { one } = await subscribed({ interval: 'year', amount: 99_000 });
    const euros = await payers.plan('agency', { currency: 'EUR', amount: 99_999 });
    const monthly = await payers.plan('agency', { amount: 1000 });
    for (const planId of [euros, monthly])
      await expect(subscribe(one, planId)).rejects.toMatchObject({ code: 'validation_failed' });
  });
});

describe('an end', () => {
  test('comes with the period, can be taken back, or comes now; and another tenant’s is out of reach', async () => {
    const [one, other] = [await payers.business(), await payers.business()];
    const planId = await payers.plan('business');
    await payers.card(one);
    await subscribe(one, planId);
    const cancel = (by: TestPayer, when: 'now' | 'period-end') =>
      payers.commands.subscriptions.cancel(by.by(), { payer: one.payer, section: 'plan', when });
    await expect(cancel(other, 'now')).rejects.toMatchObject({ code: 'not_found' });
    const { result } = await cancel(one, 'period-end');
    const { all } = await payers.commands.subscriptions.account(one.by(), one.payer);
    expect([...all.values()]).toMatchObject([{ status: 'active', cancelAt: result.endsAt }]);
    await cancel(one, 'period-end');
    await payers.commands.subscriptions.resume(one.by(), { payer: one.payer, section: 'plan' });
    expect((await live(one)).map(({ cancelAt }) => cancelAt)).toEqual([null]);
    await cancel({ payer: one.payer, by: () => context(admin) }, 'now');
    expect(await live(one)).toEqual([]);
    await expect(cancel(one, 'now')).rejects.toMatchObject({ code: 'not_found' });
  });

  const statusOf = async (one: TestPayer) => {
    const { all } = await payers.commands.subscriptions.account(one.by(), one.payer);
    return [...all.values()].map(({ status }) => status);
  };
  const resume = (one: TestPayer, commandId?: string) =>
    payers.commands.subscriptions.resume(one.by(commandId), { payer: one.payer, section: 'plan' });
  /** A payer whose renewal was charged to a card that its bank refuses. */
  async function failedRenewal(kind: 'agency' | 'business', card = 'pm_card_chargeCustomerFail') {
    const one = await payers[kind]();
    await payers.card(one);
    await subscribe(one, await payers.plan(kind));
    await payers.card(one, card);
    payers.world.clock.at = new Date(payers.sandbox.stripe.advance(32 * 86_400) * 1000);
    await payers.commands.subscriptions.follow(one.by(), { payer: one.payer });
    expect(await statusOf(one)).toEqual(['past_due']);
    return one;
  }
  const paid = async (one: TestPayer) => (await invoices(one)).map(({ amountPaid }) => amountPaid).toSorted();

  test.each(['agency', 'business'] as const)(
    'of a renewal that failed is averted by paying with another card, once: %s',
    async (kind) => {
      const one = await failedRenewal(kind);
      const stranger = await payers[kind]();
      await expect(resume({ payer: one.payer, by: stranger.by })).rejects.toMatchObject({ code: 'not_found' });
      const words = `Your card was declined. ${askBank}`;
      await expect(resume(one)).rejects.toMatchObject({
        code: 'provider_refused',
        message: words,
        fields: { payment_method: [words] },
      });
      expect([await statusOf(one), await paid(one)]).toEqual([['past_due'], [0, 9900]]);
      await payers.card(one);
      const commandId = crypto.randomUUID();
      await Promise.all([resume(one, commandId), resume(one, commandId)]);
      await resume(one);
      expect([await statusOf(one), await paid(one)]).toEqual([['active'], [9900, 9900]]);
    },
  );

  test('of a renewal that failed is not averted without a card, which says so', async () => {
    const one = await failedRenewal('business');
    const { methods, defaultMethodId } = await payers.commands.payments.account(one.by(), one.payer);
    const isDefault = (method: { readonly methodId: string }) => method.methodId === defaultMethodId;
    for (const { methodId } of methods.toSorted((left, right) => Number(isDefault(left)) - Number(isDefault(right))))
      await payers.commands.payments.remove(one.by(), { payer: one.payer, methodId });
    const fields = { payment_method: ['Add a payment method first.'] };
    await expect(resume(one)).rejects.toMatchObject({ code: 'validation_failed', fields });
    expect(await statusOf(one)).toEqual(['past_due']);
  });

  test('of a renewal that waits for the cardholder answers with a secret, and goes on once they have confirmed', async () => {
    const one = await failedRenewal('agency', 'pm_card_authenticationRequired');
    const { result } = await resume(one);
    expect(result).toMatchObject({ status: 'past_due', clientSecret: expect.any(String) });
    // As the browser does it, with the card that was refused while its holder was away.
    const intentId = result.clientSecret!.split('_secret_')[0]!;
    const { defaultMethodId } = await payers.commands.payments.account(one.by(), one.payer);
    const confirmed = await fetch(`${payers.sandbox.url}/v1/payment_intents/${intentId}/confirm`, {
      method: 'POST',
      headers: { authorization: 'Bearer sk_test_subscribe' },
      body: new URLSearchParams({ payment_method: defaultMethodId! }),
    });
    expect(confirmed.status).toBe(200);
    payers.sandbox.stripe.authenticate(intentId, 'succeed');
    expect((await resume(one)).result).toMatchObject({ status: 'active', clientSecret: null });
    expect(await paid(one)).toEqual([9900, 9900]);
  });

  test('of a pause is taken back, and nothing is charged for it', async () => {
    const one = await payers.business();
    await payers.card(one);
    await subscribe(one, await payers.plan('business'));
    const { id } = (await live(one))[0]!;
    await payers.payments.subscriptions.pause(id, `pause/${id}`);
    await payers.commands.subscriptions.follow(one.by(), { payer: one.payer });
    expect(await statusOf(one)).toEqual(['paused']);
    expect((await resume(one)).result).toMatchObject({ status: 'active', clientSecret: null });
    expect((await paid(one)).filter((amount) => amount > 0)).toEqual([9900]);
  });
});

describe('the provider’s page', () => {
  const open = (one: TestPayer, planId: PlanId) =>
    payers.commands.subscriptions.checkout(one.by(), {
      payer: one.payer,
      what: { planId },
      successUrl: 'http://localhost/back?paid={CHECKOUT_SESSION_ID}',
      cancelUrl: 'http://localhost/back',
    });

  test('is one for the same wish, and closed for another', async () => {
    const one = await payers.business();
    const [first, second] = [await payers.plan('business'), await payers.plan('business', { amount: 100 })];
    const { result } = await open(one, first);
    expect((await open(one, first)).result.url).toBe(result.url);
    const other = await open(one, second);
    expect(other.result.url).not.toBe(result.url);
    const { requests } = await payers.commands.subscriptions.account(one.by(), one.payer);
    expect(requests.get('plan')?.planId).toBe(second);
    await payers.card(one);
    await subscribe(one, second);
    const session = await payers.payments.checkout.fetch(requests.get('plan')!.sessionId!);
    expect(session?.status).toBe('expired');
    await expect(open(one, second)).rejects.toMatchObject({ code: 'conflict' });
  });
});

test('two that were paid for one section are one: the first stays, the money of the other goes back', async () => {
  const one = await payers.agency();
  const planId = await payers.plan('agency');
  await payers.card(one);
  const { result } = await subscribe(one, planId);
  const { customerId } = await payers.commands.payments.account(one.by(), one.payer);
  const [first] = await atProvider(one);
  const prices = [{ priceId: first!.items[0]!.priceId }];
  // Of two that began in the same second the one with the smaller id stays.
  payers.world.clock.at = new Date(payers.sandbox.stripe.advance(60) * 1000);
  await payers.payments.subscriptions.create({ customerId: customerId!, prices, metadata: {} }, crypto.randomUUID());
  for (let look = 0; look < 2; look += 1) await payers.commands.subscriptions.follow(one.by(), { payer: one.payer });
  expect((await live(one)).map(({ id }) => id)).toEqual([result.subscriptionId]);
  const charges = await payers.payments.charges.list({ customerId: customerId!, since: new Date(0) });
  expect(charges.map(({ amountReceived }) => amountReceived)).toEqual([9900, 9900]);
  const told: string[] = [];
  for await (const event of payers.payments.events.since(new Date(0)))
    if (event.customerId === customerId || event.type === 'charge.refunded') told.push(event.type);
  expect(told.filter((type) => type === 'charge.refunded')).toHaveLength(1);
});

test('a card that the provider’s page left at a subscription becomes the default, and is pinned no more', async () => {
  const one = await payers.agency();
  await payers.commands.payments.setup(one.by(), { payer: one.payer });
  const { customerId } = await payers.commands.payments.account(one.by(), one.payer);
  const method = await payers.payments.methods.attach('pm_card_visa', customerId!, crypto.randomUUID());
  const planId = await payers.plan('agency');
  const other = await payers.agency();
  await payers.card(other);
  await subscribe(other, planId);
  const prices = [{ priceId: (await atProvider(other))[0]!.items[0]!.priceId }];
  await payers.payments.subscriptions.create(
    { customerId: customerId!, prices, defaultMethodId: method.id, metadata: {} },
    crypto.randomUUID(),
  );
  await payers.commands.subscriptions.follow(one.by(), { payer: one.payer });
  expect((await atProvider(one)).map(({ defaultMethodId }) => defaultMethodId)).toEqual([null]);
  expect((await payers.payments.customers.fetch(customerId!))?.defaultMethodId).toBe(method.id);
});

test('codes: a valid one says what is left to pay, another is refused', async () => {
  const one = await payers.agency();
  await payers.plan('agency', { section: 'livechat', amount: 3000 });
  const check = (code: string) =>
    payers.commands.subscriptions.checkCoupon(one.by(), { payer: one.payer, what: { section: 'livechat' }, code });
  await expect(check('NOTHING')).rejects.toMatchObject({ fields: { coupon: expect.any(Array) } });
});
