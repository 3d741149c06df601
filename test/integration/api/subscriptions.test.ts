import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPayments } from '../../../adapters/payments/index.ts';
import type { Payments } from '../../../adapters/payments/port.ts';
import { type BusinessId, PlanId } from '../../../domain/kernel/ids.ts';
import { startSandbox, type Sandbox } from '../../../sandbox/index.ts';
import { context, system } from '../../support/callers.ts';
import { startTestApi, type Tenant, type TestApi } from './support.ts';

let sandbox: Sandbox;
let payments: Payments;
let app: TestApi;
/** A business of no agency, one of an agency, and another of no agency. */
let bella: Tenant;
let harbor: Tenant;
let other: Tenant;
beforeAll(async () => {
  sandbox = await startSandbox({ seed: 'api-subscriptions' });
  payments = createPayments({ secretKey: 'sk_test_api2', baseUrl: sandbox.url, webhookSecret: null, mode: 'sandbox' });
  app = await startTestApi({
    world: { payments },
    config: { cardForm: { publishableKey: 'pk_test_api2', sandboxUrl: sandbox.url } },
  });
  bella = await app.addTenant('bella', { agencyId: null });
  harbor = await app.addTenant('harbor');
  other = await app.addTenant('other', { agencyId: null });
});
afterAll(async () => {
  await app.close();
  await sandbox.close();
});

const none = {
  overageMessages: null,
  overageMms: null,
  overageEmails: null,
  overageContacts: null,
  overageNumbers: null,
  overageMinutes: null,
} as const;
async function sell(name: string, amount: number, section: 'plan' | 'livechat' = 'plan') {
  const planId = PlanId.parse(randomUUID());
  const quantities = { messages: 1000, mms: 0, emails: 0, contacts: 500, numbers: 1, minutes: 0, ...none };
  const price = { amount, currency: 'USD', interval: 'month', trialDays: 0 } as const;
  const of = { kind: 'business', planId, section, name, description: '' } as const;
  await app.commands.plans.createPlan(context(system), { ...of, ...price, ...quantities, features: [] });
  return planId;
}
async function pay({ token, businessId }: Tenant) {
  await app.call(token, 'GET', '/payment-methods/secret');
  const payer = { kind: 'business', id: businessId as BusinessId } as const;
  const { customerId } = await app.commands.payments.account(context(system), payer);
  const card = await payments.methods.attach('pm_card_visa', customerId!, randomUUID());
  await app.call(token, 'POST', '/payment-methods', { payment_method: card.id });
}

it('subscribes, says so in the profile, changes, cancels and resumes; others can’t', async () => {
  const [small, large] = [await sell('Corner', 4900), await sell('Avenue', 12_900)];
  await sell('Live chat', 2900, 'livechat');
  const { token, userId } = bella;
  expect((await app.call(token, 'POST', `/subscriptions/${small}`, {})).status).toBe(422);
  await pay(bella);
  const bought = await app.call(token, 'POST', `/subscriptions/${small}`, { version: 1 });
  expect(bought.body).toMatchObject({ data: { status: 'active', outcome: 'subscribed', client_secret: null } });
  const profile = async () => (await app.call(token, 'GET', '/profile')).body;
  expect(await profile()).toMatchObject({ subscribed: true, stripe_plan: 'Corner', stripe_status: 'active' });

  const all = [bella, harbor, other].map(({ businessId }) => businessId);
  expect(await app.readModels.subscribedPayers(all, new Date())).toEqual(new Set([bella.businessId]));

  const quote = await app.call(token, 'GET', `/subscriptions/quote?plan=${large}`);
  expect(quote.body).toMatchObject({ data: { kind: 'upgrade', currency: 'USD', next_amount: 12_900 } });
  const { version, proration_date: date } = quote.body.data as { version: number; proration_date: string };
  const changed = await app.call(token, 'POST', `/subscriptions/${large}`, { version, proration_date: date });
  expect(changed.body).toMatchObject({ data: { outcome: 'changed' } });

  expect((await app.call(other.token, 'DELETE', `/subscriptions/${userId}/cancel`)).status).toBe(404);
  expect((await app.call(token, 'DELETE', `/subscriptions/${userId}/cancel?section=plan`)).status).toBe(200);
  const account = async () => (await app.call(token, 'GET', '/subscriptions')).body;
  expect(await account()).toMatchObject({
    data: {
      standing: { payments: true, subscribed: true, blocked: null },
      subscriptions: [{ plan: { name: 'Avenue' }, cancel_at: expect.any(String) }],
    },
  });
  expect((await app.call(token, 'POST', '/subscriptions/resume', {})).status).toBe(200);
  expect(await account()).toMatchObject({ data: { subscriptions: [{ cancel_at: null }] } });

  const link = await app.call(token, 'POST', '/livechat/business-subscription');
  expect(link.body).toMatchObject({ data: { url: expect.stringContaining('http') } });
  expect((await app.call(token, 'POST', '/livechat/check-coupon?code=NOTHING')).status).toBe(422);
  expect((await app.call(token, 'POST', '/livechat/subscription')).body).toMatchObject({ data: { status: 'active' } });
  expect((await app.call(token, 'POST', '/subscriptions/a2p')).status).toBe(404);
});

it('has nothing for a business whose agency pays', async () => {
  const plan = await sell('Square', 4900);
  expect((await app.call(harbor.token, 'POST', `/subscriptions/${plan}`, {})).status).toBe(404);
  expect((await app.call(harbor.token, 'GET', '/subscriptions')).body).toMatchObject({ data: { subscriptions: [] } });
});
