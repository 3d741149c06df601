import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPayments } from '../../../adapters/payments/index.ts';
import type { Payments } from '../../../adapters/payments/port.ts';
import type { OrderState } from '../../../api/contract/orders.ts';
import { startSandbox, type Sandbox } from '../../../sandbox/index.ts';
import { startTestApi, type TestApi } from './support.ts';

const key = 'pk_test_orders1';
let sandbox: Sandbox;
let payments: Payments;
let app: TestApi;
let admin: string;
let now = new Date();
beforeAll(async () => {
  sandbox = await startSandbox({ seed: 'orders' });
  payments = createPayments({
    secretKey: 'sk_test_orders1',
    baseUrl: sandbox.url,
    webhookSecret: 'whsec_o',
    mode: 'sandbox',
  });
  app = await startTestApi({
    now: () => now,
    world: { payments },
    config: { platformDomain: 'beckon.example', cardForm: { publishableKey: key, sandboxUrl: sandbox.url } },
  });
  admin = await app.addUser('Admin', null);
});
afterAll(async () => {
  await app.close();
  await sandbox.close();
});

const create = async (path: string, body: object) => {
  const answer = await app.call<{ data: { id: string } }>(admin, 'POST', path, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.data.id;
};
let made = 0;
/** A plan with an order page; the body of someone who orders it. */
async function sold(
  of: { amount?: number; trial_days?: number; currency?: string; buyer?: 'agency' | 'business' } = {},
) {
  const nth = (made += 1);
  const { buyer = 'agency', ...terms } = of;
  const plan = {
    name: `Plan ${nth}`,
    amount: 9900,
    currency: 'USD',
    interval: 'month',
    messages: 500,
    features: ['livechat'],
    ...terms,
  };
  const planId = await create(buyer === 'agency' ? '/plans' : '/business-plans', plan);
  const page = await create('/order-pages', { slug: `plan-${nth}`, headline: 'Start', buyer, plan_id: planId });
  return { planId, plan, page, path: buyer === 'agency' ? '/order' : '/business/order', body: bodyOf(page, nth) };
}
const bodyOf = (page: string, nth: number) => ({
  page,
  version: 1,
  first_name: 'Mia',
  last_name: 'Chen',
  email: `mia-${nth}@example.test`,
  company: `North Beach ${nth}`,
  password: 'a new horse with a long name',
  timezone: 'America/Los_Angeles',
});
type Reply = { data: OrderState; message?: string; code?: string; errors?: Record<string, string[]> };
const post = (path: string, body: object, headers?: Record<string, string>) =>
  app.call<Reply>(null, 'POST', path, body, headers);
const begin = async ({ path, body }: { path: string; body: object }) => {
  const answer = await post(path, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.data;
};
const provider = async (path: string, fields: Readonly<Record<string, string>>) =>
  (await (
    await fetch(`${sandbox.url}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}` },
      body: new URLSearchParams(fields),
    })
  ).json()) as { id: string; status?: string };
/** What the provider's form does: the number goes to the provider, and its id comes back. */
async function card({ client_secret: secret }: Pick<OrderState, 'client_secret'>, number = '4242424242424242') {
  const method = await provider('/v1/payment_methods', {
    type: 'card',
    'card[number]': number,
    'card[exp_month]': '12',
    'card[exp_year]': '2031',
    'card[cvc]': '123',
  });
  const intent = secret!.split('_secret_')[0]!;
  const confirmed = await provider(`/v1/setup_intents/${intent}/confirm`, {
    client_secret: secret!,
    payment_method: method.id,
  });
  if (confirmed.status === 'requires_action') await confirm(secret!);
  return method.id;
}
const confirm = (secret: string, outcome = 'succeed') =>
  fetch(`${sandbox.url}/sandbox/stripe/authenticate/${secret.split('_secret_')[0]!}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ outcome, clientSecret: secret }),
  });
const profile = async (token: string) => (await app.call<Record<string, unknown>>(token, 'GET', '/profile')).body;
interface Held {
  readonly subscriptions: readonly {
    readonly status: string;
    readonly currency: string;
    readonly metadata: Readonly<Record<string, string>>;
  }[];
  readonly payments: readonly { readonly status: string; readonly amount: number }[];
}
/** What the provider holds, the newest first. */
const held = async () => (await (await fetch(`${sandbox.url}/sandbox/stripe/state`)).json()) as Held;
const charged = async () => (await held()).payments.filter(({ status }) => status === 'succeeded').length;
const subscriptionsOf = async (order: OrderState) =>
  (await held()).subscriptions.filter(({ metadata }) => metadata['order'] === orderIdOf(order));
const refunds = async () => {
  const answer = await fetch(`${sandbox.url}/v1/refunds`, { headers: { authorization: 'Bearer sk_test_orders1' } });
  return ((await answer.json()) as { data: { amount: number }[] }).data.map(({ amount }) => amount);
};
const context = (name: string) => ({ ...app.system(), correlationId: name });
const orderIdOf = ({ order }: OrderState) => app.identifiers.idOf('order', order)!;
const tend = (order: OrderState) => app.commands.orders.tend(context('tend'), { orderId: orderIdOf(order) });

describe('an order', () => {
  it('of a plan pays, makes the agency and signs its owner in', async () => {
    const offer = await sold();
    const order = await begin(offer);
    expect(order).toMatchObject({ status: 'card', due_today: 9900, due_later: 9900, access_token: null });
    expect(order.form_url).toBe(`${sandbox.url}/stripe/elements`);
    const before = await charged();
    const paid = await post(offer.path, { order: order.order, payment_method: await card(order) });
    expect(paid.status, JSON.stringify(paid.body)).toBe(200);
    expect(paid.body.data.status).toBe('done');
    expect(await charged()).toBe(before + 1);
    expect(await profile(paid.body.data.access_token!)).toMatchObject({
      role: 'Agency',
      email: offer.body.email,
      first_name: 'Mia',
    });
    // The password that they chose is theirs.
    const again = await app.call(null, 'POST', '/login', { email: offer.body.email, password: offer.body.password });
    expect(again.status).toBe(200);
    const cards = await app.call<{ data: { last4: string; is_default: boolean }[] }>(
      paid.body.data.access_token!,
      'GET',
      '/payment-methods',
    );
    expect(cards.body.data).toMatchObject([{ last4: '4242', is_default: true }]);
    const agencyId = (await held()).subscriptions[0]!.metadata['payer']!.split(':')[1]!;
    const standing = await app.commands.subscriptions.standingOf({ agencyId, businessId: null });
    expect(standing).toMatchObject({ subscribed: true, planStatus: 'active', isBlocked: null });
    // Nothing of the person is kept beside the account.
    expect(await app.vault.get(`order/${orderIdOf(order)}/details`)).toBeNull();
  });

  it('that is paid twice at once, or again later, is one payment and one agency', async () => {
    const offer = await sold();
    const order = await begin(offer);
    const method = await card(order);
    const before = await charged();
    const pay = () => post(offer.path, { order: order.order, payment_method: method });
    const answers = await Promise.all([pay(), pay(), pay()]);
    // Some may be told to ask again while another is at work; asked again, all are done.
    for (const { status } of answers) expect([200, 409, 503]).toContain(status);
    expect((await pay()).body.data.status).toBe('done');
    expect(await charged()).toBe(before + 1);
    expect(await subscriptionsOf(order)).toHaveLength(1);
  });

  it('of a business with a trial pays nothing today', async () => {
    const offer = await sold({ buyer: 'business', trial_days: 14, amount: 4900, currency: 'JPY' });
    const order = await begin(offer);
    expect(order).toMatchObject({ due_today: 0, due_later: 4900 });
    const before = await charged();
    const paid = await post(offer.path, { order: order.order, payment_method: await card(order) });
    expect(paid.body.data.status, JSON.stringify(paid.body)).toBe('done');
    expect(await charged()).toBe(before);
    expect(await profile(paid.body.data.access_token!)).toMatchObject({ role: 'Business' });
    expect((await held()).subscriptions[0]).toMatchObject({ status: 'trialing', currency: 'jpy' });
  });

  it('whose card is declined charges nothing, and takes another card', async () => {
    const offer = await sold();
    const order = await begin(offer);
    const before = await charged();
    // It can be saved, and every charge of it is declined.
    const bad = await card(order, '4000000000000341');
    const refused = await post(offer.path, { order: order.order, payment_method: bad });
    expect(refused.status).toBe(422);
    expect(Object.keys(refused.body.errors!)).toEqual(['payment_method']);
    expect(await charged()).toBe(before);
    // The address is free meanwhile: someone else may have it.
    const next = (await post(offer.path, { order: order.order })).body.data;
    expect(next.status).toBe('card');
    expect(next.client_secret).not.toBe(order.client_secret);
    const paid = await post(offer.path, { order: order.order, payment_method: await card(next) });
    expect(paid.body.data?.status, JSON.stringify(paid.body)).toBe('done');
    expect(await charged()).toBe(before + 1);
    expect(await subscriptionsOf(order)).toHaveLength(1);
  });

  it('that the bank wants confirmed is confirmed in the browser', async () => {
    const offer = await sold();
    const order = await begin(offer);
    const before = await charged();
    const method = await card(order, '4000002760003184');
    const asked = await post(offer.path, { order: order.order, payment_method: method });
    expect(asked.body.data?.status, JSON.stringify(asked.body)).toBe('confirm');
    expect(await charged()).toBe(before);
    await confirm(asked.body.data.client_secret!);
    const done = await post(offer.path, { order: order.order });
    expect(done.body.data.status).toBe('done');
    expect(done.body.data.access_token).not.toBeNull();
    expect(await charged()).toBe(before + 1);
  });

  it('that is not confirmed takes another card, and no agency is there until then', async () => {
    const offer = await sold();
    const order = await begin(offer);
    const asked = await post(offer.path, { order: order.order, payment_method: await card(order, '4000002760003184') });
    await confirm(asked.body.data.client_secret!, 'fail');
    const refused = await post(offer.path, { order: order.order });
    expect(refused.status).toBe(422);
    expect(refused.body.message).toMatch(/did not confirm|bank|authenticat/i);
    const next = (await post(offer.path, { order: order.order })).body.data;
    const paid = await post(offer.path, { order: order.order, payment_method: await card(next) });
    expect(paid.body.data?.status, JSON.stringify(paid.body)).toBe('done');
  });

  it('of two with one address is one agency, and the other is charged nothing', async () => {
    const offer = await sold();
    const [first, second] = [await begin(offer), await begin(offer)];
    const [one, other] = [await card(first), await card(second)];
    expect((await post(offer.path, { order: first.order, payment_method: one })).body.data.status).toBe('done');
    const before = await charged();
    const refused = await post(offer.path, { order: second.order, payment_method: other });
    expect([refused.status, refused.body.code]).toEqual([422, 'email_taken']);
    expect(refused.body.errors!['email']![0]).toMatch(/sign in/);
    expect(await charged()).toBe(before);
  });

  it('tells before a card is asked for that an address has an account, to those who try few addresses', async () => {
    now = new Date(now.getTime() + 2 * 3_600_000);
    const offer = await sold();
    const order = await begin(offer);
    await post(offer.path, { order: order.order, payment_method: await card(order) });
    const customers = async () => ((await held()) as unknown as { customers: unknown[] }).customers.length;
    const before = await customers();
    for (let attempt = 2; attempt <= 5; attempt += 1) {
      const early = await post(offer.path, offer.body);
      expect([early.status, early.body.code, ...Object.keys(early.body.errors!)]).toEqual([
        422,
        'email_taken',
        'email',
      ]);
    }
    expect(await customers()).toBe(before);
    const sixth = await begin(offer);
    const late = await post(offer.path, { order: sixth.order, payment_method: await card(sixth) });
    expect([late.status, late.body.code]).toEqual([422, 'email_taken']);
    now = new Date(now.getTime() + 2 * 3_600_000);
    expect((await post(offer.path, offer.body)).status).toBe(422);
  });

  it('of a plan that changed or is gone between page and click is told so, and charged nothing', async () => {
    const offer = await sold();
    const order = await begin(offer);
    const method = await card(order);
    const before = await charged();
    const record = await app.call<{ data: { revision: number } }>(admin, 'GET', `/plans/${offer.planId}`);
    const raised = { ...offer.plan, amount: 19_900, revision: record.body.data.revision };
    expect((await app.call(admin, 'PUT', `/plans/${offer.planId}`, raised)).status).toBe(200);
    const late = await post(offer.path, { order: order.order, payment_method: method });
    expect([late.status, late.body.code]).toEqual([409, 'overtaken']);
    expect((await post(offer.path, offer.body)).status).toBe(409);
    const now2 = await begin({ path: offer.path, body: { ...offer.body, version: 2 } });
    expect(now2.due_today).toBe(19_900);
    await app.call(admin, 'DELETE', `/plans/${offer.planId}`);
    const gone = await post(offer.path, { order: now2.order, payment_method: await card(now2) });
    expect([gone.status, gone.body.code]).toEqual([409, 'overtaken']);
    expect(await charged()).toBe(before);
    expect(await subscriptionsOf(now2)).toHaveLength(0);
  });

  it('that was cut off between charge and account is finished by the worker', async () => {
    const offer = await sold();
    const order = await begin(offer);
    const method = await card(order);
    const before = await charged();
    // The product dies before it has written down anything of the charge.
    const commands = app.commandsWith({
      events: {
        ...app.store,
        append: (stream, expected, events) =>
          events.some(({ type }) => type === 'OrderPaymentFound') ?
            Promise.reject(new Error('killed'))
          : app.store.append(stream, expected, events),
      },
    });
    await expect(commands.orders.pay(context('cut'), { orderId: orderIdOf(order), methodId: method })).rejects.toThrow(
      'killed',
    );
    expect(await charged()).toBe(before + 1);
    expect((await tend(order)).result).toEqual({ again: false });
    expect(await charged()).toBe(before + 1);
    const back = await post(offer.path, { order: order.order });
    expect(back.body.data.status).toBe('done');
    expect(back.body.data.access_token).not.toBeNull();
  });

  it('that is paid and can not become an account is paid back', async () => {
    const offer = await sold();
    const order = await begin(offer);
    const method = await card(order);
    const commands = app.commandsWith({
      events: {
        ...app.store,
        append: (stream, expected, events) =>
          stream.startsWith('agency-') ?
            Promise.reject(new Error('killed'))
          : app.store.append(stream, expected, events),
      },
    });
    const orderId = orderIdOf(order);
    await expect(commands.orders.pay(context('cut'), { orderId, methodId: method })).rejects.toThrow('killed');
    // Meanwhile the id of the agency is someone else's, as can't be: it will be refused for good.
    await app.vault.put(
      `order/${orderId}/details`,
      JSON.stringify({ email: offer.body.email, firstName: '', lastName: '', company: '', timezone: 'UTC' }),
    );
    await tend(order);
    expect((await post(offer.path, { order: order.order })).body.data.status).toBe('refunded');
    expect((await subscriptionsOf(order)).map(({ status }) => status)).toEqual(['canceled']);
    expect(await refunds()).toEqual([9900]);
  });

  it('that no one goes on with expires, and what it said of a person is gone', async () => {
    const offer = await sold();
    const order = await begin(offer);
    expect((await tend(order)).result).toEqual({ again: true });
    now = new Date(now.getTime() + 3 * 3_600_000);
    expect((await tend(order)).result).toEqual({ again: false });
    expect((await post(offer.path, { order: order.order })).body.data.status).toBe('expired');
    expect(await app.vault.get(`order/${orderIdOf(order)}/details`)).toBeNull();
    const late = await post(offer.path, { order: order.order, payment_method: await card(order) });
    expect(late.status).toBe(409);
  });

  it('of something that is paid once makes an account, and funds go into its wallet', async () => {
    const page = await create('/order-pages', {
      slug: 'funds',
      headline: 'Start with $50',
      buyer: 'business',
      product: { name: 'Starting funds', amount: 5000, currency: 'USD', is_funds: true },
    });
    const body = bodyOf(page, 900);
    expect((await post('/order', body)).status).toBe(404);
    const order = await begin({ path: '/order-onetime', body });
    expect(order).toMatchObject({ due_today: 5000, due_later: null });
    const bad = await post('/order-onetime', {
      order: order.order,
      payment_method: await card(order, '4000000000000341'),
    });
    expect(bad.status).toBe(422);
    const next = (await post('/order-onetime', { order: order.order })).body.data;
    const before = await charged();
    const asked = await post('/order-onetime', {
      order: order.order,
      payment_method: await card(next, '4000002760003184'),
    });
    expect(asked.body.data?.status, JSON.stringify(asked.body)).toBe('confirm');
    // What the browser does: the card is confirmed with its holder there.
    const { client_secret: secret, payment_method: method } = asked.body.data;
    await provider(`/v1/payment_intents/${secret!.split('_secret_')[0]!}/confirm`, {
      client_secret: secret!,
      payment_method: method!,
    });
    await confirm(secret!);
    const done = await post('/order-onetime', { order: order.order });
    expect(done.body.data?.status, JSON.stringify(done.body)).toBe('done');
    expect(await charged()).toBe(before + 1);
    const { businessId } = (await app.store.read(`order-${orderIdOf(order)}`))
      .filter(({ type }) => type === 'OrderStarted')
      .map(({ data }) => ({ businessId: data['payerId'] as string }))[0]!;
    const added = (await app.store.read(`wallet-${businessId}`)).filter(({ type }) => type === 'FundsAdded');
    expect(added.map(({ data }) => data['units'])).toEqual([50_000_000]);
  });

  it('takes a code, and refuses one that is none at its field', async () => {
    const offer = await sold();
    const refused = await post(offer.path, { ...offer.body, coupon: 'NOTHING' });
    expect([refused.status, ...Object.keys(refused.body.errors!)]).toEqual([422, 'coupon']);
    await fetch(`${sandbox.url}/v1/coupons`, {
      method: 'POST',
      headers: { authorization: 'Bearer sk_test_orders1' },
      body: new URLSearchParams({ id: 'TWENTY', percent_off: '20', duration: 'once' }),
    });
    const order = await begin({ path: offer.path, body: { ...offer.body, coupon: 'TWENTY' } });
    expect(order).toMatchObject({ due_today: 7920, due_later: 9900 });
    const paid = await post(offer.path, { order: order.order, payment_method: await card(order) });
    expect(paid.body.data.status).toBe('done');
    expect((await held()).payments[0]).toMatchObject({ amount: 7920, status: 'succeeded' });
  });

  it('is refused at its fields, and never reachable with the token of another', async () => {
    const offer = await sold();
    const bad = await post(offer.path, { ...offer.body, email: 'mia', password: 'password1', company: ' ' });
    expect(bad.status).toBe(422);
    const weak = await post(offer.path, { ...offer.body, password: 'password1' });
    expect([weak.status, ...Object.keys(weak.body.errors!)]).toEqual([422, 'password']);
    expect((await post(offer.path, { order: 'x'.repeat(32) })).status).toBe(404);
    const form = app.identifiers.token('till', crypto.randomUUID());
    expect((await post(offer.path, { order: form })).status).toBe(404);
    const order = await begin(offer);
    for (const method of ['card', 'pm_', "pm_1'; drop", 42])
      expect((await post(offer.path, { order: order.order, payment_method: method })).status).toBe(422);
    const other = await post(offer.path, { order: order.order, payment_method: 'pm_nobodys' });
    expect([other.status, ...Object.keys(other.body.errors!)]).toEqual([422, 'payment_method']);
  });
});
