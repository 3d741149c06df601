import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Plan, PlanRecord } from '../../../api/contract/plans.ts';
import { startTestApi, type TestApi, type Tenant } from './support.ts';

let app: TestApi;
let alone: Tenant;
let ofAgency: Tenant;
let admin: string;
let agency: string;
beforeAll(async () => {
  app = await startTestApi();
  alone = await app.addTenant('alone', { agencyId: null });
  ofAgency = await app.addTenant('north');
  admin = await app.addUser('Admin', null);
  agency = await app.addUser('Agency', ofAgency.agencyId);
});
afterAll(() => app.close());

const growth = {
  name: 'Growth',
  amount: 9900,
  currency: 'USD',
  interval: 'month',
  messages: 5000,
  contacts: null,
  overage_messages: 15_000,
  features: ['loop', 'livechat', 'loop'],
};
interface Rows {
  readonly data: readonly Plan[];
  readonly meta: { readonly total: number };
}
const listed = async (token: string, path: string) =>
  (await app.call<Rows>(token, 'GET', path)).body.data.map(({ name }) => name);
const recordOf = async (path: string) => (await app.call<{ data: PlanRecord }>(admin, 'GET', path)).body.data;
const create = async (path: '/plans' | '/business-plans', body: object) => {
  const answer = await app.call<{ data: { id: string } }>(admin, 'POST', path, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.data.id;
};

describe('plans', () => {
  it('are sold to agencies in versions, by what they cost', async () => {
    await create('/plans', { ...growth, name: 'Scale', amount: 29_900 });
    const id = await create('/plans', growth);
    const chat = await create('/plans', { ...growth, name: 'Live chat', amount: 2900, section: 'livechat' });
    expect(await listed(admin, '/subscriptions/plans')).toEqual(['Live chat', 'Growth', 'Scale']);
    expect(await listed(admin, '/subscriptions/plans?sort_by=amount&sort_desc=true')).toEqual([
      'Scale',
      'Growth',
      'Live chat',
    ]);
    expect(await listed(agency, '/subscriptions/plans')).toEqual(['Growth', 'Scale']);
    expect(await listed(agency, '/subscriptions/plans?section=livechat')).toEqual(['Live chat']);

    const first = await recordOf(`/plans/${id}`);
    expect(first).toMatchObject({
      ...growth,
      kind: 'agency',
      section: 'plan',
      version: 1,
      description: '',
      emails: 0,
      overage_mms: null,
      features: ['livechat', 'loop'],
    });
    const raised = { ...growth, amount: 12_900, revision: first.revision };
    expect((await app.call(admin, 'PUT', `/plans/${id}`, raised)).status).toBe(200);
    const second = await recordOf(`/plans/${id}`);
    expect(second.amount).toBe(12_900);
    expect(second.versions.map(({ version, amount }) => [version, amount])).toEqual([
      [2, 12_900],
      [1, 9900],
    ]);
    // The same again is no version; from the form of the first version it is an edit of something that changed.
    expect((await app.call(admin, 'PUT', `/plans/${id}`, { ...raised, revision: second.revision })).status).toBe(200);
    expect((await recordOf(`/plans/${id}`)).version).toBe(2);
    expect(
      (await app.call(admin, 'PUT', `/plans/${id}`, { ...raised, amount: 1, revision: first.revision })).status,
    ).toBe(409);

    const prices = await app.call<Rows>(agency, 'GET', '/subscriptions/prices');
    expect(prices.body.data).toContainEqual({
      plan_id: chat,
      section: 'livechat',
      name: 'Live chat',
      amount: 2900,
      currency: 'USD',
      interval: 'month',
      trial_days: 0,
    });
    const named = await app.call<{ data: Plan }>(agency, 'GET', '/subscriptions/plans/growth');
    expect(named.body.data.id).toBe(id);

    expect((await app.call(admin, 'DELETE', `/plans/${id}`)).status).toBe(200);
    expect((await app.call(admin, 'DELETE', `/plans/${id}`)).status).toBe(200);
    expect((await app.call(admin, 'GET', `/plans/${id}`)).status).toBe(404);
    expect((await app.call(agency, 'GET', '/subscriptions/plans/growth')).status).toBe(404);
    expect(await listed(agency, '/subscriptions/plans')).toEqual(['Scale']);
  });

  it('are sold to businesses that stand alone, and hidden from those of an agency', async () => {
    const id = await create('/business-plans', { ...growth, name: 'Counter', currency: 'JPY', amount: 4900 });
    expect(await listed(alone.token, '/subscriptions/plans')).toEqual(['Counter']);
    expect(await listed(agency, '/business-plans')).toEqual(['Counter']);
    expect((await app.call(agency, 'GET', `/business-plans/${id}`)).status).toBe(200);
    expect(await listed(ofAgency.token, '/subscriptions/plans')).toEqual([]);
    expect(await listed(ofAgency.token, '/subscriptions/prices')).toEqual([]);
    expect((await app.call(ofAgency.token, 'GET', '/subscriptions/plans/Counter')).status).toBe(404);
    // A plan for businesses is none for agencies, nor the other way round.
    expect((await app.call(admin, 'GET', `/plans/${id}`)).status).toBe(404);
    expect((await app.call(admin, 'DELETE', `/plans/${id}`)).status).toBe(404);
    expect((await app.call(agency, 'POST', '/business-plans', growth)).status).toBe(403);
    expect((await app.call(agency, 'PUT', `/business-plans/${id}`, { ...growth, revision: 0 })).status).toBe(403);
  });

  it('of live chat and loops are found by what they are, by those who can buy them', async () => {
    const planOf = async (token: string, path: string) =>
      (await app.call<{ data: Plan | null }>(token, 'GET', path)).body.data?.name ?? null;
    expect(await planOf(agency, '/livechat/plan')).toBe('Live chat');
    expect(await planOf(agency, '/loops/plan')).toBeNull();
    expect(await planOf(alone.token, '/livechat/plan')).toBeNull();
    await create('/business-plans', { ...growth, name: 'Inbox', section: 'livechat' });
    await create('/business-plans', { ...growth, name: 'Referrals', section: 'loop' });
    expect(await planOf(alone.token, '/livechat/plan')).toBe('Inbox');
    expect(await planOf(alone.token, '/loops/plan')).toBe('Referrals');
    expect(await planOf(agency, '/loops/plan')).toBeNull();
    expect(await planOf(ofAgency.token, '/loops/plan')).toBeNull();
    expect((await app.call(admin, 'GET', '/loops/plan')).status).toBe(403);
  });

  it.each([
    ['amount', -1],
    ['amount', 1e21],
    ['amount', '9900'],
    ['amount', '1e3'],
    ['amount', 0.5],
    ['amount', 100_000_000],
    ['currency', 'usd'],
    ['currency', 'XXX'],
    ['interval', 'day'],
    ['messages', -1],
    ['messages', '1e3'],
    ['overage_messages', 1e21],
    ['trial_days', 731],
    ['name', ' '],
    ['section', 'cake'],
    ['features', ['cake']],
  ])('refuse %s %s', async (field, value) => {
    const answer = await app.call<{ errors: object }>(admin, 'POST', '/plans', { ...growth, [field]: value });
    expect([answer.status, Object.keys(answer.body.errors).map((name) => name.split('.')[0])]).toEqual([422, [field]]);
  });

  it('refuse what only the catalogue knows, at its field', async () => {
    await create('/plans', { ...growth, name: 'Taken' });
    const refused = async (body: object) =>
      Object.keys((await app.call<{ errors: object }>(admin, 'POST', '/plans', { ...growth, ...body })).body.errors);
    expect(await refused({ name: 'taken' })).toEqual(['name']);
    expect(await refused({ name: 'Chat', section: 'livechat' })).toEqual(['section']);
    expect(await refused({ name: 'Iceland', currency: 'ISK', amount: 101 })).toEqual(['amount']);
  });
});
