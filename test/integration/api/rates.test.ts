import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CarrierFee, UsageRate } from '../../../api/contract/rates.ts';
import { startTestApi, type TestApi, type Tenant } from './support.ts';

let at = '2026-11-20T12:00:00Z';
const now = () => new Date(at);
let app: TestApi;
let alone: Tenant;
let resold: Tenant;
let admin: string;
let agency: string;
beforeAll(async () => {
  app = await startTestApi({ now });
  alone = await app.addTenant('alone', { agencyId: null });
  resold = await app.addTenant('north');
  admin = await app.addUser('Admin', null);
  agency = await app.addUser('Agency', resold.agencyId);
});
afterAll(() => app.close());

const today = () => now().toISOString().slice(0, 10);
const later = (days: number) => new Date(now().getTime() + days * 86_400_000).toISOString().slice(0, 10);
const text = { channel: 'sms', country: 'US', currency: 'USD', carrier: 7900, price: 15_000 };
const put = async (token: string, body: object) => {
  const answer = await app.call<{ data: { id: string } }>(token, 'POST', '/rates', { ...text, from: today(), ...body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.data.id;
};
const fees = async (token: string) =>
  (await app.call<{ data: CarrierFee[] }>(token, 'GET', '/carrier-fees')).body.data.map(({ price }) => price);
const listed = async (token: string) => (await app.call<{ data: UsageRate[] }>(token, 'GET', '/rates')).body.data;

describe('what usage costs', () => {
  it('is told to who pays the platform; a business of an agency is told the prices of its agency, for all or for it', async () => {
    await put(admin, {});
    await put(agency, { price: 20_000 });
    await put(agency, { price: 30_000, business_id: resold.businessId, carrier: 5 });
    expect(await fees(admin)).toEqual([15_000]);
    expect(await fees(agency)).toEqual([15_000]);
    expect(await fees(alone.token)).toEqual([15_000]);
    expect(await fees(resold.token)).toEqual([20_000, 30_000]);
    const sister = await app.addTenant('south', { agencyId: resold.agencyId });
    expect(await fees(sister.token)).toEqual([20_000]);
    // What the carrier takes is the platform's own knowledge.
    expect(JSON.stringify((await app.call(agency, 'GET', '/carrier-fees')).body)).not.toContain('7900');
    expect((await listed(agency)).map(({ carrier, business }) => [carrier, business?.name])).toEqual([
      [null, undefined],
      [null, expect.any(String)],
    ]);
  });

  it('changes on a day, and is listed with what held before and what comes', async () => {
    const id = await put(admin, { channel: 'mms', price: 40_000 });
    await put(admin, { channel: 'mms', price: 50_000, from: later(2) });
    const mms = (await listed(admin)).filter(({ channel }) => channel === 'mms');
    expect(mms.map(({ price, until, state }) => [price, until, state])).toEqual([
      [40_000, later(2), 'current'],
      [50_000, null, 'upcoming'],
    ]);
    expect((await app.call(admin, 'PUT', `/rates/${mms[1]!.id}/end`, { until: today() })).status).toBe(200);
    expect((await listed(admin)).filter(({ channel }) => channel === 'mms')).toHaveLength(1);
    expect((await app.call(agency, 'PUT', `/rates/${id}/end`, { until: later(1) })).status).toBe(404);
  });

  it.each([
    ['price', { price: -1 }],
    ['price', { price: 0.5 }],
    ['price', { price: '15000' }],
    ['price', { price: 1e15 }],
    ['country', { country: 'usa' }],
    ['currency', { currency: 'XXX' }],
    ['from', { from: '2026-02-30' }],
    ['from', { from: '2020-01-01' }],
    ['channel', { channel: 'fax' }],
  ])('refuses %s where it is none: %j', async (field, wrong) => {
    const answer = await app.call<{ errors: object }>(admin, 'POST', '/rates', { ...text, from: today(), ...wrong });
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, [field]]);
  });

  it('is set for many at once, or for none', async () => {
    const before = await listed(agency);
    const many = (rates: object[]) =>
      app.call<{ errors: object }>(agency, 'POST', '/rates/bulk', {
        rates: rates.map((more) => ({ ...text, channel: 'mms', from: today(), ...more })),
      });
    const foreign = await many([{}, { business_id: alone.businessId }]);
    expect([foreign.status, foreign.body.errors]).toEqual([
      422,
      { 'rates.1.business_id': ['This business does not exist.'] },
    ]);
    const past = await many([{}, { country: 'CA', from: '2020-01-01' }]);
    expect([past.status, Object.keys(past.body.errors)]).toEqual([422, ['rates.1.from']]);
    expect(await listed(agency)).toEqual(before);
    expect((await many([])).status).toBe(422);
    expect((await many([{}, { business_id: resold.businessId }])).status).toBe(200);
    expect(await listed(agency)).toHaveLength(before.length + 2);
  });

  it('begins on a day of whoever uses it: the first of a month in UTC is the last of the month before in America', async () => {
    at = '2026-12-01T05:00:00Z';
    const west = await app.addTenant('west', { agencyId: null });
    const operator = await app.addUser('Admin', null);
    const email = { channel: 'email', country: null, carrier: 10 };
    await put(operator, { ...email, price: 111, from: '2026-11-30' });
    const shown = async () => (await fees(west.token)).filter((price) => price < 1_000);
    expect(await shown()).toEqual([111]);
    await put(operator, { ...email, price: 222, from: '2026-12-01' });
    expect(await shown()).toEqual([111]);
    at = '2026-12-01T09:00:00Z';
    expect(await shown()).toEqual([222]);
    const tooEarly = { ...text, ...email, price: 1, from: '2026-10-31' };
    expect((await app.call(operator, 'POST', '/rates', tooEarly)).status).toBe(422);
  });
});
