import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OrderPage, PublicOrderPage } from '../../../api/contract/orders.ts';
import { startTestApi, type TestApi, type Tenant } from './support.ts';

let app: TestApi;
let north: Tenant;
let admin: string;
beforeAll(async () => {
  app = await startTestApi({
    config: {
      platformDomain: 'beckon.example',
      cardForm: { publishableKey: 'pk_test_orders', sandboxUrl: 'http://127.0.0.1:1' },
    },
  });
  admin = await app.addUser('Admin', null);
  north = await app.addTenant('north');
  await app.commands.whitelabels.edit(app.system(), { agencyId: north.agencyId, subdomain: 'northwind' });
  await app.settled();
});
afterAll(() => app.close());

const growth = { name: 'Growth', amount: 9900, currency: 'USD', interval: 'month', messages: 5000, trial_days: 14 };
const page = (slug: string) => ({ slug, headline: 'Start texting today', text: 'Cancel any time.' });
const create = async (path: string, body: object) => {
  const answer = await app.call<{ data: { id: string } }>(admin, 'POST', path, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.data.id;
};
const seen = (id: string, host = 'app.example.test') =>
  app.call<{ data: PublicOrderPage }>(null, 'GET', `/order-page/${id}`, undefined, { host });
const listed = async () => (await app.call<{ data: OrderPage[] }>(admin, 'GET', '/order-pages')).body.data;

describe('order pages', () => {
  it('sell a plan on the host of a brand, and on no other', async () => {
    const plan = await create('/plans', growth);
    const own = await create('/order-pages', { ...page('growth'), buyer: 'agency', plan_id: plan });
    await create('/order-pages', { ...page('north-growth'), buyer: 'agency', plan_id: plan, brand_id: north.agencyId });
    const found = await seen('growth');
    expect(found.body.data).toMatchObject({
      buyer: 'agency',
      headline: 'Start texting today',
      can_order: true,
      offers: [
        {
          page_id: own,
          version: 1,
          name: 'Growth',
          amount: 9900,
          trial_days: 14,
          plan: { messages: 5000, contacts: 0 },
        },
      ],
    });
    expect((await seen(own)).body.data.offers[0]!.slug).toBe('growth');
    expect((await seen('GROWTH')).status).toBe(200);
    const onNorth = 'northwind.beckon.example';
    expect((await seen('north-growth', onNorth)).status).toBe(200);
    expect((await seen('north-growth')).status).toBe(404);
    expect((await seen('growth', onNorth)).status).toBe(404);
    expect((await seen(own, onNorth)).status).toBe(404);
    expect((await listed()).map(({ url }) => url)).toEqual([
      'https://app.example.test/p/growth',
      'https://northwind.beckon.example/p/north-growth',
    ]);
  });

  it('are gone when they are closed or deleted, or when their plan is', async () => {
    const plan = await create('/plans', { ...growth, name: 'Closing', amount: 500 });
    const id = await create('/order-pages', { ...page('closing'), buyer: 'agency', plan_id: plan });
    const body = { ...page('closing'), revision: (await listed()).find((one) => one.id === id)!.revision };
    expect((await app.call(admin, 'PUT', `/order-pages/${id}`, { ...body, is_open: false })).status).toBe(200);
    expect((await seen('closing')).status).toBe(404);
    // From a form that was opened before: it is an edit of something that changed.
    const late = { ...body, headline: 'Late' };
    expect((await app.call(admin, 'PUT', `/order-pages/${id}`, { ...late, is_open: true })).status).toBe(409);
    const now = (await listed()).find((one) => one.id === id)!.revision;
    expect((await app.call(admin, 'PUT', `/order-pages/${id}`, { ...body, revision: now })).status).toBe(200);
    expect((await seen('closing')).status).toBe(200);
    expect((await app.call(admin, 'DELETE', `/plans/${plan}`)).status).toBe(200);
    expect((await seen('closing')).status).toBe(404);
    expect((await app.call(admin, 'DELETE', `/order-pages/${id}`)).status).toBe(200);
    expect((await listed()).some((one) => one.id === id)).toBe(false);
  });

  it('show all plans that a host sells, by what they cost, and things that are paid once apart', async () => {
    const plan = await create('/business-plans', { ...growth, name: 'Main Street', amount: 12_900 });
    const small = await create('/business-plans', { ...growth, name: 'Counter', amount: 4900, currency: 'JPY' });
    await create('/order-pages', { ...page('main-street'), buyer: 'business', plan_id: plan });
    await create('/order-pages', { ...page('counter'), buyer: 'business', plan_id: small });
    const setup = { name: 'Setup', amount: 29_900, currency: 'USD' };
    await create('/order-pages', { ...page('setup'), buyer: 'business', product: setup });
    const { data } = (await seen('business')).body;
    expect(data.offers.map(({ name, interval }) => [name, interval])).toEqual([
      ['Counter', 'month'],
      ['Main Street', 'month'],
    ]);
    const once = (await seen('setup')).body.data.offers[0]!;
    expect(once).toMatchObject({ name: 'Setup', amount: 29_900, interval: null, trial_days: 0, plan: null });
    expect((await seen('business', 'northwind.beckon.example')).status).toBe(404);
  });

  it('refuse what can not be sold, at its field', async () => {
    const refusedAt = async (body: object) => {
      const answer = await app.call<{ errors?: object }>(admin, 'POST', '/order-pages', body);
      return [answer.status, ...Object.keys(answer.body.errors ?? {})];
    };
    const addOn = await create('/plans', { ...growth, name: 'Live chat', section: 'livechat' });
    const plan = await create('/plans', { ...growth, name: 'Refused' });
    const of = { buyer: 'agency', plan_id: plan };
    expect(await refusedAt({ ...page('refused'), ...of, plan_id: addOn })).toEqual([422, 'plan_id']);
    expect(await refusedAt({ ...page('refused'), ...of, buyer: 'business' })).toEqual([422, 'plan_id']);
    expect(await refusedAt({ ...page('refused'), buyer: 'agency' })).toEqual([422, 'plan_id']);
    expect(await refusedAt({ ...page('refused'), ...of, brand_id: randomUUID() })).toEqual([422, 'brand_id']);
    expect(await refusedAt({ ...page('growth'), ...of })).toEqual([422, 'slug']);
    expect(await refusedAt({ ...page('Two Words'), ...of })).toEqual([422, 'slug']);
    expect(await refusedAt({ ...page('refused'), ...of, terms_url: 'javascript:0' })).toEqual([422, 'terms_url']);
    for (const amount of ['9900', -1, 0, 1e12, 0.5])
      expect(
        await refusedAt({ ...page('refused'), buyer: 'agency', product: { name: 'Setup', amount, currency: 'USD' } }),
      ).toEqual([422, 'product.amount']);
  });
});
