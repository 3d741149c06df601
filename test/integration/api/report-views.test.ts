import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ReportView } from '../../../api/contract/report-views.ts';
import { startTestApi, type Tenant, type TestApi } from './support.ts';

let app: TestApi;
let north: Tenant;
let south: Tenant;
let agency: string;
let teammate: string;
let alone: Tenant;
let others: Tenant;
let otherAgency: string;
let admin: string;
beforeAll(async () => {
  app = await startTestApi();
  north = await app.addTenant('north');
  south = await app.addTenant('south', { agencyId: north.agencyId });
  agency = await app.addUser('Agency', north.agencyId);
  teammate = await app.addUser('Agency', north.agencyId);
  alone = await app.addTenant('alone', { agencyId: null });
  others = await app.addTenant('others');
  otherAgency = await app.addUser('Agency', others.agencyId);
  admin = await app.addUser('Admin', null);
});
afterAll(() => app.close());

const view = { screen: 'texts', name: 'Failed texts', query: 'status=failed&group_by=carrier', shared: false };
const save = (token: string, given: object = {}) =>
  app.call<{ data: { id: string }; errors?: object }>(token, 'POST', '/reports/views', { ...view, ...given });
const views = async (token: string) =>
  (await app.call<{ data: ReportView[] }>(token, 'GET', '/reports/views')).body.data;

describe('views of reports', () => {
  it('keep filters and grouping alone, for the person who saved them', async () => {
    const { body, status } = await save(agency, { query: 'status=failed&group_by=carrier&page=7&text=1&exports=open' });
    expect(status).toBe(200);
    expect(await views(agency)).toEqual([
      { ...view, id: body.data.id, query: 'group_by=carrier&status=failed', own: true, is_default: false },
    ]);
    for (const token of [teammate, north.token]) expect(await views(token)).toEqual([]);
  });

  it('are seen by everyone of the agency once they are shared, and by no one else', async () => {
    const { body } = await save(agency, { name: 'Carriers', shared: true });
    const { id } = body.data;
    expect(await views(teammate)).toMatchObject([{ id, own: false, name: 'Carriers' }]);
    expect(await views(north.token)).toEqual([]);
    // Another's view is theirs to change.
    expect((await app.call(teammate, 'PUT', `/reports/views/${id}`, { ...view, name: 'Mine' })).status).toBe(404);
    expect((await app.call(south.token, 'DELETE', `/reports/views/${id}`)).status).toBe(404);
    expect(
      (await app.call(agency, 'PUT', `/reports/views/${id}`, { ...view, name: 'By carrier', shared: true })).status,
    ).toBe(200);
    expect((await app.call(teammate, 'DELETE', `/reports/views/${id}`)).status).toBe(200);
    expect((await views(agency)).map(({ name }) => name)).toEqual(['Failed texts']);
    expect((await app.call(agency, 'PUT', `/reports/views/${id}`, view)).status).toBe(404);
  });

  it('are named once on a screen, and no more than fifty', async () => {
    const twice = await save(agency, { name: 'failed TEXTS' });
    expect(twice.status).toBe(422);
    expect(Object.keys(twice.body.errors!)).toEqual(['name']);
    expect((await save(agency, { screen: 'billing' })).status).toBe(200);
    const query = 'status=optedOut&reason=busy&group_by=source&page=3';
    const ofConsent = await save(agency, { screen: 'opt-ins', name: 'Opt-outs', query });
    expect((await views(agency)).find(({ id }) => id === ofConsent.body.data.id)).toMatchObject({
      screen: 'opt-ins',
      query: 'group_by=source&status=optedOut',
    });
    for (const [given, field] of [
      [{ name: ' ' }, 'name'],
      [{ screen: 'moods' }, 'screen'],
      [{ query: 'x'.repeat(1_001) }, 'query'],
    ] as const) {
      const answer = await save(agency, given);
      expect(answer.status).toBe(422);
      expect(Object.keys(answer.body.errors!)).toEqual([field]);
    }
    for (let nth = 0; nth < 50; nth += 1) expect((await save(south.token, { name: `View ${nth}` })).status).toBe(200);
    expect((await save(south.token, { name: 'One more' })).status).toBe(409);
  });

  it('open by default for each person alone', async () => {
    const { body } = await save(agency, { name: 'Morning', shared: true });
    const choose = (token: string, id: string | null, screen = 'texts') =>
      app.call(token, 'PUT', '/reports/default-view', { screen, id });
    expect((await choose(agency, body.data.id)).status).toBe(200);
    expect((await choose(agency, body.data.id, 'billing')).status).toBe(404);
    expect((await choose(north.token, body.data.id)).status).toBe(404);
    const isDefault = async (token: string) =>
      (await views(token)).filter((one) => one.is_default).map((one) => one.id);
    expect(await isDefault(agency)).toEqual([body.data.id]);
    expect(await isDefault(teammate)).toEqual([]);
    await choose(agency, null);
    expect(await isDefault(agency)).toEqual([]);
  });

  it('belong to one business, one agency, or the platform: shared or not, no other has them', async () => {
    const tenants = { alone: alone.token, others: others.token, otherAgency, admin };
    const ids = new Map<string, string>();
    for (const [name, token] of Object.entries(tenants))
      ids.set(name, (await save(token, { name, shared: true })).body.data.id);
    for (const [name, token] of Object.entries(tenants)) {
      expect((await views(token)).map((one) => one.name)).toEqual([name]);
      for (const [owner, id] of ids) {
        if (owner === name) continue;
        const who = `${name} and the view of ${owner}`;
        const asked = { ...view, name: 'Ours', shared: true };
        expect((await app.call(token, 'PUT', `/reports/views/${id}`, asked)).status, who).toBe(404);
        expect((await app.call(token, 'DELETE', `/reports/views/${id}`)).status, who).toBe(404);
        const chosen = { screen: 'texts', id };
        expect((await app.call(token, 'PUT', '/reports/default-view', chosen)).status, who).toBe(404);
      }
    }
  });

  it('open no one else’s report: what they name is looked at again each time', async () => {
    for (const [token, query] of [
      [agency, `business_id=${others.businessId}`],
      [agency, `agency_id=${others.agencyId}`],
      [otherAgency, `business_id=${north.businessId}`],
      [others.token, `business_id=${north.businessId}`],
      [others.token, `agency_id=${others.agencyId}`],
    ] as const) {
      const { body } = await save(token, { name: `Of ${query}`, query });
      const saved = (await views(token)).find(({ id }) => id === body.data.id)!;
      expect(saved.query).toBe(query);
      for (const report of ['sms-list', 'mdr-list', 'call-list', 'consent-list'])
        expect((await app.call(token, 'GET', `/reports/${report}?${saved.query}`)).status, query).toBe(404);
      const [name, id] = saved.query.split('=') as [string, string];
      expect((await app.call(token, 'POST', '/reports/sms-list/exports', { [name]: id })).status, query).toBe(404);
    }
  });

  it('narrow by values alone: nothing of a stored filter is read as SQL, and none is too large', async () => {
    await app.textIn(north, 'Are you open?', '+12025550123');
    await app.settled();
    const rows = async (query: string) => {
      const { body } = await save(north.token, { name: `With ${query.slice(0, 40)}`, query });
      const saved = (await views(north.token)).find(({ id }) => id === body.data.id)!;
      return app.call<{ data: unknown[]; totals: { messages: number } }>(
        north.token,
        'GET',
        `/reports/sms-list?${saved.query}`,
      );
    };
    expect((await rows('direction=in')).body).toMatchObject({ data: [{}], totals: { messages: 1 } });
    const foul = `' or true --`;
    for (const name of ['number', 'purpose', 'carrier', 'carrier_id']) {
      const { status, body } = await rows(new URLSearchParams({ [name]: foul }).toString());
      expect(status, name).toBe(200);
      expect(body, name).toMatchObject({ data: [], totals: { messages: 0 } });
    }
    for (const query of [
      new URLSearchParams({ status: foul }),
      new URLSearchParams({ group_by: 'day, (select 1)' }),
      new URLSearchParams({ by: 'began) or (true' }),
      new URLSearchParams({ business_id: foul }),
      new URLSearchParams({ error_code: '1 or 1=1' }),
      new URLSearchParams({ number: '1'.repeat(65) }),
      new URLSearchParams({ date_range: '2016-01-01,2026-01-01' }),
    ])
      expect((await rows(query.toString())).status, query.toString()).toBe(422);
  });
});
