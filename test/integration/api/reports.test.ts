import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { Dashboard } from '../../../api/contract/dashboard.ts';
import type {
  ConsentReport,
  MessageDetailRecords,
  ReportCatalogue,
  TextHistoryReply,
  TextReport,
} from '../../../api/contract/reports.ts';
import { startTestApi, type TestApi, type Tenant } from './support.ts';

let app: TestApi;
let north: Tenant;
let south: Tenant;
let alone: Tenant;
let admin: string;
let agency: string;
let messageId: string;

beforeAll(async () => {
  app = await startTestApi();
  north = await app.addTenant('north');
  south = await app.addTenant('south', { agencyId: north.agencyId });
  alone = await app.addTenant('alone', { agencyId: null });
  admin = await app.addUser('Admin', null);
  agency = await app.addUser('Agency', north.agencyId);
  ({ messageId } = await app.textIn(north, 'Are you open?', '+12025550123'));
  await app.textIn(south, 'Hi', '+12025550124');
  await app.textIn(alone, 'Hello', '+12025550125');
  await app.settled();
});
afterAll(() => app.close());

const ask = async <T extends z.ZodType>(token: string, path: string) => {
  const { status, body } = await app.call(token, 'GET', path);
  expect(status, path).toBe(200);
  return body as z.output<T>;
};

describe('reports of texts', () => {
  it('are of one’s own tenant, with people known only to their business', async () => {
    const own = await ask<typeof TextReport>(north.token, '/reports/sms-list');
    expect(own.data).toMatchObject([
      { body: 'Are you open?', phone: '+12025550123', business: { id: north.businessId }, status: 'received' },
    ]);
    expect(own.data[0]!.business.name).not.toBe('');
    expect(own.totals).toMatchObject({ messages: 1, received: 1 });

    const ofAgency = await ask<typeof TextReport>(agency, '/reports/sms-list?group_by=business');
    expect(ofAgency.data).toHaveLength(2);
    expect(ofAgency.data.map(({ phone, body }) => [phone, body])).toEqual([
      ['•••• 0124', null],
      ['•••• 0123', null],
    ]);
    expect(ofAgency.groups!.map(({ key }) => key).toSorted()).toEqual([north.businessId, south.businessId].toSorted());

    const all = await ask<typeof MessageDetailRecords>(admin, '/reports/mdr-list?per_page=2');
    expect(all.totals).toMatchObject({ messages: 3 });
    const rest = await ask<typeof MessageDetailRecords>(admin, `/reports/mdr-list?per_page=2&cursor=${all.meta.next!}`);
    expect([...all.data, ...rest.data].map(({ carrier_id: id }) => id)).toHaveLength(3);
    expect(rest).toMatchObject({ groups: null, meta: { total: 3, next: null } });
    expect(await ask(admin, `/reports/mdr-list?business_id=${alone.businessId}`)).toMatchObject({
      totals: { messages: 1 },
    });
  });

  it('open to one text with its states', async () => {
    const { data } = await ask<typeof TextHistoryReply>(north.token, `/reports/messages/${messageId}`);
    expect(data).toMatchObject({ id: messageId, history: [{ status: 'received' }] });
    for (const token of [south.token, alone.token])
      expect((await app.call(token, 'GET', `/reports/messages/${messageId}`)).status).toBe(404);
  });

  it('refuse in words what they can not answer', async () => {
    for (const [query, field, words] of [
      ['date_range=2026-11-21,2026-11-01', 'date_range', /first one first/],
      ['date_range=2026-02-30,2026-03-01', 'date_range', /real days/],
      ['date_range=2016-01-01,2026-01-01', 'date_range', /three years/],
      ['group_by=mood', 'group_by', /grouped by that/],
      ['status=lost', 'status', /status does not exist/],
      ['by=next-week', 'by', /day does not exist/],
      ['error_code=busy', 'error_code', /number like 30003/],
      ['contact_id=ada', 'contact_id', /valid id/],
      ['cursor=42', 'cursor', /no place in this list/],
      ['per_page=101', 'per_page', /100/],
    ] as const) {
      const { status, body } = await app.call(north.token, 'GET', `/reports/mdr-list?${query}`);
      expect(status, query).toBe(422);
      expect((body as { errors: Record<string, string[]> }).errors[field]?.join(' '), query).toMatch(words);
    }
    const empty = await ask<typeof TextReport>(
      north.token,
      '/reports/sms-list?date_range=2001-01-01,2001-01-01&group_by=day',
    );
    expect(empty).toMatchObject({ data: [], totals: { messages: 0 }, groups: [], meta: { next: null } });
  });

  it('have no bill for a business whose agency pays, and no calls where no one called', async () => {
    expect((await app.call(north.token, 'GET', '/reports/bdr-list')).status).toBe(404);
    expect(await ask(alone.token, '/reports/bdr-list')).toMatchObject({ data: [], totals: [], meta: { total: 0 } });
    expect(await ask(north.token, '/reports/call-list')).toMatchObject({ data: [], meta: { total: 0 } });
  });

  it('say what there is to ask for', async () => {
    const { data } = await ask<typeof ReportCatalogue>(north.token, '/reports');
    expect(data.map(({ id }) => id)).toContain('mdr-list');
    expect(data[0]!.filters).not.toContain('business_id');
    const ofAll = await ask<typeof ReportCatalogue>(admin, '/reports');
    expect(ofAll.data[0]!.groups).toContain('agency');
  });
});

describe('opt-ins and opt-outs', () => {
  it('are the rows behind the dashboards, with people known only to their business', async () => {
    const west = await app.addTenant('west', { agencyId: north.agencyId });
    for (const text of ['PIZZA', 'STOP']) await app.textIn(west, text, '+12025550190');
    const own = await ask<typeof ConsentReport>(west.token, '/reports/consent-list');
    expect(own).toMatchObject({
      data: [
        { status: 'optedOut', source: 'message', phone: '+12025550190', campaign: null, business: { name: 'west' } },
        { status: 'optedIn', source: 'keyword', phone: '+12025550190', keyword: 'PIZZA', campaign: { name: 'Pizza' } },
      ],
      totals: { opt_ins: 1, opt_outs: 1 },
      meta: { total: 2 },
    });
    const range = `${own.meta.from},${own.meta.to}`;
    const shown = await ask<typeof Dashboard>(west.token, `/businesses/dashboard-reports?date_range=${range}`);
    expect(shown.data.totals).toMatchObject(own.totals);
    const first = await ask<typeof ConsentReport>(west.token, '/reports/consent-list?per_page=1&group_by=status');
    expect(first.groups!.map(({ key, opt_ins: ins, opt_outs: outs }) => [key, ins, outs])).toEqual([
      ['optedIn', 1, 0],
      ['optedOut', 0, 1],
    ]);
    const behind = `/reports/consent-list?per_page=1&group_by=status&page=2&cursor=${first.meta.next}`;
    const second = await ask<typeof ConsentReport>(west.token, behind);
    expect(second).toMatchObject({ data: [own.data[1]], groups: null, totals: own.totals, meta: { next: null } });
    const opened = await ask<typeof ConsentReport>(west.token, '/reports/consent-list?status=optedOut');
    expect(opened).toMatchObject({ totals: { opt_ins: 0, opt_outs: 1 }, meta: { total: 1 } });

    for (const token of [agency, admin]) {
      const masked = await ask<typeof ConsentReport>(token, `/reports/consent-list?business_id=${west.businessId}`);
      expect(masked.data.map(({ phone, contact }) => [phone, contact?.name])).toEqual([
        ['•••• 0190', null],
        ['•••• 0190', null],
      ]);
    }
    expect((await app.call(alone.token, 'GET', `/reports/consent-list?business_id=${west.businessId}`)).status).toBe(
      404,
    );
    for (const query of [
      'status=maybe',
      'source=dream',
      'date_range=2026-11-21,2026-11-01',
      'contact_id=ada',
      'cursor=1',
      'group_by=mood',
    ])
      expect((await app.call(west.token, 'GET', `/reports/consent-list?${query}`)).status, query).toBe(422);
  });
});
