import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ReportView } from '../../../api/contract/report-views.ts';
import { startTestApi, type Tenant, type TestApi } from './support.ts';

let app: TestApi;
let north: Tenant;
let south: Tenant;
let agency: string;
let teammate: string;
beforeAll(async () => {
  app = await startTestApi();
  north = await app.addTenant('north');
  south = await app.addTenant('south', { agencyId: north.agencyId });
  agency = await app.addUser('Agency', north.agencyId);
  teammate = await app.addUser('Agency', north.agencyId);
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
});
