import { randomUUID } from 'node:crypto';
import type Stripe from 'stripe';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPayments } from '../../../adapters/payments/index.ts';
import type { Payments } from '../../../adapters/payments/port.ts';
import { createStripeClient } from '../../../adapters/payments/stripe/client.ts';
import { AccountEmailRequested } from '../../../domain/emails/events.ts';
import { type BusinessId, PlanId } from '../../../domain/kernel/ids.ts';
import { startSandbox, type Sandbox } from '../../../sandbox/index.ts';
import { context, system } from '../../support/callers.ts';
import { startTestApi, type Tenant, type TestApi } from './support.ts';

let sandbox: Sandbox;
let payments: Payments;
let stripe: Stripe;
let app: TestApi;
let admin: string;
beforeAll(async () => {
  sandbox = await startSandbox({ seed: 'next-invoices' });
  const secretKey = 'sk_test_next';
  payments = createPayments({ secretKey, baseUrl: sandbox.url, webhookSecret: null, mode: 'sandbox' });
  stripe = createStripeClient({ secretKey, baseUrl: sandbox.url });
  app = await startTestApi({
    world: { payments },
    config: { cardForm: { publishableKey: 'pk_test_next', sandboxUrl: sandbox.url } },
  });
  admin = await app.addUser('Admin', null);
});
afterAll(async () => {
  await app.close();
  await sandbox.close();
});

async function sell(name: string, amount: number) {
  const planId = PlanId.parse(randomUUID());
  const overage = {
    overageMessages: null,
    overageMms: null,
    overageEmails: null,
    overageContacts: null,
    overageNumbers: null,
    overageMinutes: null,
  } as const;
  const quantities = { messages: 1000, mms: 0, emails: 0, contacts: 500, numbers: 1, minutes: 0, ...overage };
  const price = { amount, currency: 'USD', interval: 'month', trialDays: 0 } as const;
  const of = { kind: 'business', planId, section: 'plan', name, description: '' } as const;
  await app.commands.plans.createPlan(context(system), { ...of, ...price, ...quantities, features: [] });
  return planId;
}
/** A business that subscribes to a plan; with its customer at the provider. */
async function subscriber(name: string, planId: string, coupon: string | null = null) {
  const tenant = await app.addTenant(name, { agencyId: null });
  await app.call(tenant.token, 'GET', '/payment-methods/secret');
  const payer = { kind: 'business', id: tenant.businessId as BusinessId } as const;
  const { customerId } = await app.commands.payments.account(context(system), payer);
  const card = await payments.methods.attach('pm_card_visa', customerId!, randomUUID());
  await app.call(tenant.token, 'POST', '/payment-methods', { payment_method: card.id });
  const bought = await app.call(tenant.token, 'POST', `/subscriptions/${planId}`, { coupon });
  expect(bought.status).toBe(200);
  return { ...tenant, customerId: customerId! };
}
interface Next {
  readonly source: string;
  readonly name: string;
  readonly at: string;
  readonly currency: string;
  readonly lines: readonly { readonly amount: number; readonly description: string }[];
  readonly subtotal: number;
  readonly discount: number;
  readonly tax: number;
  readonly total: number;
  readonly due: number;
}
const nextOf = async ({ token }: Pick<Tenant, 'token'>, query = ''): Promise<readonly Next[]> =>
  (await app.call<{ data: Next[] }>(token, 'GET', `/subscriptions/next-invoices${query}`)).body.data;

it('says what the provider will charge: with discount, tax and what waits to be billed', async () => {
  const plan = await sell('Growth', 10_000);
  const coupon = await stripe.coupons.create({ percent_off: 10, duration: 'forever' });
  await stripe.promotionCodes.create({ promotion: { type: 'coupon', coupon: coupon.id }, code: 'TENOFF' });
  const bella = await subscriber('bella', plan, 'TENOFF');
  sandbox.stripe.configure({ taxPercent: 8 });
  await stripe.invoiceItems.create({
    customer: bella.customerId,
    amount: 700,
    currency: 'usd',
    description: 'Setup call',
  });
  const [next] = await nextOf(bella);
  expect(next).toMatchObject({ source: 'provider', name: 'Growth', currency: 'USD', subtotal: 10_700 });
  expect(next!.lines.map(({ amount }) => amount).toSorted((one, other) => one - other)).toEqual([700, 10_000]);
  expect(next!.discount).toBeLessThan(0);
  expect(next!.tax).toBe(Math.round(((next!.subtotal + next!.discount) * 8) / 100));
  expect(next!.total).toBe(next!.subtotal + next!.discount + next!.tax);
  expect(next!.due).toBe(next!.total);
  const { body } = await app.call<{ data: { subscriptions: { period_end: string }[] } }>(
    bella.token,
    'GET',
    '/subscriptions',
  );
  expect(next!.at).toBe(body.data.subscriptions[0]!.period_end);
  // What comes is what was announced.
  sandbox.stripe.advance(32 * 86_400);
  await app.commands.invoices.follow(context(system), { payer: { kind: 'business', id: bella.businessId } });
  await app.settled();
  const history = await app.call<{ data: { id: string; amount: number; reason: string }[] }>(
    bella.token,
    'GET',
    '/reports/billing-history',
  );
  const renewal = history.body.data.find(({ reason }) => reason === 'subscription_cycle')!;
  expect(renewal.amount).toBe(next!.total);
  const opened = await app.call<{ data: Next & { csv: { content: string } } }>(
    bella.token,
    'GET',
    `/reports/billing-history/${renewal.id}`,
  );
  const { subtotal, discount, tax, total } = next!;
  expect(opened.body.data).toMatchObject({ subtotal, discount, tax, total });
  expect(opened.body.data.csv.content).toContain(`Tax,,,,${(tax / 100).toFixed(2)},USD`);
  sandbox.stripe.configure({ taxPercent: 0 });
});

it('asks once for as long as the subscription stays, and again when it changes', async () => {
  const [large, small] = [await sell('Avenue', 12_900), await sell('Corner', 4900)];
  const cora = await subscriber('cora', large);
  expect(await nextOf(cora)).toMatchObject([{ total: 12_900 }]);
  const item = { customer: cora.customerId, amount: 500, currency: 'usd' };
  await stripe.invoiceItems.create(item);
  expect(await nextOf(cora)).toMatchObject([{ total: 12_900 }]);
  await app.call(cora.token, 'POST', `/subscriptions/${small}`, {});
  expect(await nextOf(cora)).toMatchObject([{ name: 'Corner', total: 4900 + 500, source: 'provider' }]);
  const canceled = await app.call(cora.token, 'DELETE', `/subscriptions/${cora.userId}/cancel`);
  expect(canceled.status).toBe(200);
  // What waits to be billed is billed all the same.
  expect((await nextOf(cora)).map(({ total }) => total)).toEqual([500]);
});

it('says the price of the plan when the provider can’t be asked, and that it is an estimate', async () => {
  const plan = await sell('Plaza', 7900);
  const dora = await subscriber('dora', plan);
  sandbox.stripe.configure({ away: 'error' });
  const [next] = await nextOf(dora);
  expect(next).toMatchObject({ source: 'estimate', name: 'Plaza', subtotal: 7900, tax: 0, total: 7900, due: 7900 });
  sandbox.stripe.configure({ away: 'no' });
  await app.call(dora.token, 'DELETE', `/subscriptions/${dora.userId}/cancel`);
  sandbox.stripe.configure({ away: 'error' });
  expect(await nextOf(dora)).toEqual([]);
  sandbox.stripe.configure({ away: 'no' });
});

it('is one’s own: an admin says whose, a business of an agency has none', async () => {
  const plan = await sell('Square', 3900);
  const eve = await subscriber('eve', plan);
  const [other, harbor] = [await app.addTenant('fay', { agencyId: null }), await app.addTenant('harbor')];
  expect(await nextOf({ token: admin }, `?business_id=${eve.businessId}`)).toMatchObject([{ total: 3900 }]);
  expect(await nextOf(other)).toEqual([]);
  expect(await nextOf(harbor)).toEqual([]);
  for (const { token } of [other, harbor]) {
    const asked = await app.call(token, 'GET', `/subscriptions/next-invoices?business_id=${eve.businessId}`);
    expect(asked.status).toBe(404);
  }
  expect((await app.call(admin, 'GET', '/subscriptions/next-invoices')).status).toBe(422);
});

it('sends news of payments and the provider’s receipts to the billing contact, and to the owner without one', async () => {
  const gil = await subscriber('gil', await sell('Terrace', 5900));
  const contact = async (body: object) => {
    const answer = await app.call(gil.token, 'PUT', '/billing-contact', { name: null, copies: [], ...body });
    expect(answer.status).toBe(200);
  };
  const before = (await payments.customers.fetch(gil.customerId))!.email;
  await contact({ email: 'books@example.com', copies: ['tax@example.com'] });
  expect((await payments.customers.fetch(gil.customerId))!.email).toBe('books@example.com');
  const bad = await payments.methods.attach('pm_card_chargeCustomerFail', gil.customerId, randomUUID());
  await payments.methods.makeDefault(bad.id, gil.customerId, randomUUID());
  for (const { id } of await payments.methods.list(gil.customerId))
    if (id !== bad.id) await payments.methods.detach(id, randomUUID());
  sandbox.stripe.advance(32 * 86_400);
  const payer = { kind: 'business', id: gil.businessId as BusinessId } as const;
  await app.commands.subscriptions.follow(context(system), { payer });
  const [{ id: subscriptionId, status } = { id: '', status: '' }] = (
    await app.call<{ data: { subscriptions: { id: string; status: string }[] } }>(gil.token, 'GET', '/subscriptions')
  ).body.data.subscriptions;
  expect(status).toBe('past_due');
  const trouble = () =>
    app.commands.notifications.subscriptionTrouble(context(system), { payer, subscriptionId, refusal: null });
  await trouble();
  await trouble();
  const filter = { types: [AccountEmailRequested.type] };
  const mails = (await app.store.readAll(0n, { limit: 1000, filter })).events.map(({ data }) => data);
  expect(mails.filter(({ kind }) => kind === 'billing').map(({ email }) => email)).toEqual([
    'books@example.com',
    'tax@example.com',
  ]);
  await contact({ email: null });
  expect((await payments.customers.fetch(gil.customerId))!.email).toBe(before);
});
