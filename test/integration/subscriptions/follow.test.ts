import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { standing } from '../../../domain/subscriptions/standing.ts';
import { context, system } from '../../support/callers.ts';
import { openPayers, type PayerWorld, type TestPayer } from './payers.ts';

let payers: PayerWorld;
beforeAll(async () => {
  payers = await openPayers('follow');
  await payers.world.runner.start();
});
afterAll(() => payers.close());

/** A subscription that was made at the provider without us. */
async function subscribed(one: TestPayer) {
  const { payments, commands } = payers;
  const planId = await payers.plan(one.payer.kind);
  await payers.card(one);
  const { customerId } = await commands.payments.account(one.by(), one.payer);
  const key = randomUUID();
  const product = await payments.catalog.createProduct({ name: 'Growth' }, `product/${key}`);
  const metadata = { plan: planId, version: '1' };
  const price = await payments.catalog.createPrice(
    { productId: product.id, amount: 9900, currency: 'USD', recurring: { interval: 'month' }, metadata },
    `price/${key}`,
  );
  const wish = { customerId: customerId!, prices: [{ priceId: price.id }], metadata: {} };
  return { planId, customerId: customerId!, made: await payments.subscriptions.create(wish, `subscribe/${key}`) };
}
const hint = (customerId: string, type = 'subscription') =>
  payers.commands.paymentEvents.hear(context(system), {
    object: { type, id: null },
    customerId,
    previousCustomerId: null,
  });
const shown = async () =>
  payers.world.runner.waitFor(await payers.world.raw.head(), {
    timeoutMs: 10_000,
    projectors: ['subscriptions', 'agencies', 'businesses', 'plans'],
  });
const facts = async (agencyId: string | null, businessId: string | null) =>
  standing(await payers.world.readModels.standingFacts(agencyId, businessId), payers.world.now(), true);

describe('what a payer subscribes to', () => {
  test('is followed by hints, and stands the same in the streams and in the read model', async () => {
    const one = await payers.business();
    const { planId, customerId, made } = await subscribed(one);
    const { result, position } = await hint(customerId, 'invoice');
    expect(result.heard).toBe(true);
    expect(position).toBeNull();
    await hint(customerId);
    const stream = await payers.world.events.read(`subscriptions-${one.payer.id}`);
    expect(stream.map(({ type }) => type)).toEqual(['SubscriptionStarted']);
    await shown();
    const tenant = { agencyId: null, businessId: one.payer.id };
    const fromStreams = await payers.commands.subscriptions.standingOf(tenant);
    expect(fromStreams).toMatchObject({ subscribed: true, planStatus: 'active', plan: { planId, version: 1 } });
    expect(await facts(null, one.payer.id)).toEqual(fromStreams);

    await payers.payments.subscriptions.cancel(made.id, 'now', randomUUID());
    await Promise.all([hint(customerId), hint(customerId, 'invoice'), hint(customerId, 'checkout.session')]);
    const after = await payers.world.events.read(`subscriptions-${one.payer.id}`);
    expect(after.map(({ type }) => type)).toEqual(['SubscriptionStarted', 'SubscriptionEnded']);
    await shown();
    expect(await payers.world.readModels.subscriptionsOf(one.payer)).toMatchObject([{ status: 'canceled' }]);
    expect(await payers.world.runner.verify('subscriptions')).toEqual([]);
  });

  test('of an agency counts for its businesses, and is nothing to anybody else', async () => {
    const agency = await payers.agency();
    const business = await payers.business(agency.payer.id);
    const { customerId } = await subscribed(agency);
    await hint(customerId);
    const tenant = { agencyId: agency.payer.id, businessId: business.payer.id };
    expect(await payers.commands.subscriptions.standingOf(tenant)).toMatchObject({ subscribed: true });
    await shown();
    expect(await facts(agency.payer.id, business.payer.id)).toMatchObject({ subscribed: true });
    const other = await payers.agency();
    await expect(payers.commands.subscriptions.follow(other.by(), { payer: agency.payer })).rejects.toMatchObject({
      code: 'not_found',
    });
    await expect(payers.commands.subscriptions.follow(business.by(), { payer: business.payer })).rejects.toMatchObject({
      message: 'Your agency pays for this business.',
    });
  });

  test('is nothing where the price is of no plan of ours', async () => {
    const one = await payers.agency();
    await payers.card(one);
    const { customerId } = await payers.commands.payments.account(one.by(), one.payer);
    const product = await payers.payments.catalog.createProduct({ name: 'Other' }, randomUUID());
    const price = await payers.payments.catalog.createPrice(
      { productId: product.id, amount: 100, currency: 'USD', recurring: { interval: 'month' } },
      randomUUID(),
    );
    const wish = { customerId: customerId!, prices: [{ priceId: price.id }], metadata: {} };
    await payers.payments.subscriptions.create(wish, randomUUID());
    await hint(customerId!);
    expect(await payers.world.events.read(`subscriptions-${one.payer.id}`)).toEqual([]);
  });
});
