import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PreviewedMonth, Statement, TenantMargin } from '../../../api/contract/statements.ts';
import type { UnpricedUsage } from '../../../api/contract/rates.ts';
import { draftStatement } from '../../../commands/statements/draft.ts';
import { AgencyBillingChanged } from '../../../domain/agencies/events.ts';
import { BusinessBillingChanged } from '../../../domain/businesses/events.ts';
import { MessageAccepted, MessageQueued } from '../../../domain/messages/events.ts';
import { StatementClosed } from '../../../domain/statements/events.ts';
import { closeMonths } from '../../../workers/statements/close.ts';
import { pdfText } from '../../support/pdf-text.ts';
import { said } from '../../support/said.ts';
import { startTestApi, type TestApi, type Tenant } from './support.ts';

let at = new Date('2026-10-01T12:00:00Z');
const now = () => at;
let app: TestApi;
let alone: Tenant;
let resold: Tenant;
let sister: Tenant;
let admin: string;
let agency: string;
beforeAll(async () => {
  app = await startTestApi({ now });
  alone = await app.addTenant('alone', { agencyId: null });
  resold = await app.addTenant('north');
  sister = await app.addTenant('south', { agencyId: resold.agencyId });
  admin = await app.addUser('Admin', null);
  agency = await app.addUser('Agency', resold.agencyId);
  // What the platform gives away for nothing is included without end.
  const paying = BusinessBillingChanged.create({ businessId: alone.businessId, freeFee: false });
  await app.store.append(`business-${alone.businessId}`, 'any', said([paying], { businessId: alone.businessId }));
  await billed({ freeFee: false });
});
async function billed(billing: { readonly freeFee: boolean; readonly freeMessages?: number }) {
  const { agencyId } = resold;
  const event = AgencyBillingChanged.create({ agencyId, ...billing });
  await app.store.append(`agency-${agencyId}`, 'any', said([event], { agencyId }));
  await app.settled();
}
afterAll(() => app.close());

/** Texts of so many segments each, accepted at an instant. */
async function texted({ businessId }: Tenant, segments: readonly number[], when: string, to = '+12125550199') {
  for (const count of segments) {
    const messageId = randomUUID();
    const ids = { messageId, businessId, contactId: randomUUID() };
    const events = [
      MessageQueued.create({
        ...ids,
        from: '+14155550101',
        to,
        ...(to.startsWith('+1') ? {} : { country: 'GB' }),
        body: 'x',
        media: [],
        purpose: 'livechat',
        segments: count,
        encoding: 'GSM-7',
        notBefore: null,
      }),
      MessageAccepted.create({ ...ids, provider: 'twilio', providerMessageId: messageId }),
    ];
    await app.store.append(`message-${messageId}`, 'noStream', said(events, { businessId }, when));
  }
  await app.settled();
}
const read = async (token: string, query = '') => {
  const answer = await app.call<{ data: Statement }>(token, 'GET', `/statements?${query}`);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.data;
};
/** Sessions end while the clock goes on. */
async function moveTo(instant: string) {
  at = new Date(instant);
  admin = await app.addUser('Admin', null);
  agency = await app.addUser('Agency', resold.agencyId);
  alone = { ...alone, token: await app.signIn(alone.email) };
}
const close = () =>
  closeMonths({
    commands: app.commands,
    billing: {
      reached: () => Promise.resolve(true),
      payers: app.readModels.usagePayers,
      wallets: app.readModels.walletPayers,
      draft: (payer, month) => draftStatement(app.commands, app.readModels, payer, month, now()),
    },
    head: () => app.store.head(),
    now,
    known: new Set(),
    aside: { attempt: async (_key, _fields, work) => ({ done: true, value: await work() }) },
  });
const closings = async () =>
  (await app.store.readAll(0n, { limit: 10_000, filter: { types: [StatementClosed.type] } })).events.map(
    ({ data }) => data as { month: string },
  );
const text = { channel: 'sms', currency: 'USD', from: '2026-10-01', carrier: 7900, price: 15_000 };

describe('a statement', () => {
  it('lists what no price covers, and does not take it for free', async () => {
    await texted(alone, [2], '2026-10-05T12:00:00Z');
    const statement = await read(alone.token);
    expect(statement).toMatchObject({ month: '2026-10', closed: false, lines: [], total: { price: 0 } });
    expect(statement.unrated.map(({ channel, quantity }) => [channel, quantity])).toEqual([
      ['number', 1],
      ['sms', 2],
    ]);
    expect(await close()).toBe(0);
  });

  it('says to each what they may know: an agency its margin, an admin the platform’s, a business what it pays', async () => {
    expect((await app.call(admin, 'POST', '/rates', text)).status).toBe(200);
    expect((await app.call(agency, 'POST', '/rates', { ...text, price: 25_000 })).status).toBe(200);
    await texted(resold, [3, 1], '2026-10-05T12:00:00Z');
    await texted(sister, [1], '2026-10-06T12:00:00Z', '+442079460018');
    const own = await read(alone.token);
    expect(own.total).toEqual({ carrier: null, price: 30_000, resale: null, margin: null });
    const ours = await read(agency);
    expect(ours.total).toEqual({ carrier: null, price: 75_000, resale: 125_000, margin: 50_000 });
    expect(ours.lines.map(({ country, quantity }) => [country, quantity])).toEqual([
      ['US', 4],
      ['GB', 1],
    ]);
    expect((await read(agency, `business_id=${sister.businessId}`)).total.price).toBe(15_000);
    const theirs = await read(admin, `agency_id=${resold.agencyId}`);
    expect(theirs.total).toEqual({ carrier: 39_500, price: 75_000, resale: null, margin: 35_500 });
    const margins = await app.call<{ data: TenantMargin[] }>(admin, 'GET', '/statements/margins?month=2026-10');
    expect(margins.body.data.map(({ price, margin }) => [price, margin]).sort()).toEqual([
      [30_000, 14_200],
      [75_000, 35_500],
    ]);
    // Its agency pays, so it has none.
    expect((await app.call(resold.token, 'GET', '/statements')).status).toBe(404);
  });

  it('is of the month that it is where its reader is, and not in UTC', async () => {
    await moveTo('2026-11-01T05:00:00Z');
    expect((await read(alone.token)).month).toBe('2026-10');
    await moveTo('2026-11-01T09:00:00Z');
    expect((await read(alone.token)).month).toBe('2026-11');
    await moveTo('2026-10-07T12:00:00Z');
  });

  it('has a number, and says who pays and which business it is narrowed to', async () => {
    const all = await read(agency);
    expect(all.payer).toMatchObject({ kind: 'agency', id: resold.agencyId });
    expect(all.business).toBeNull();
    const one = await read(agency, `business_id=${sister.businessId}`);
    expect(one.business).toMatchObject({ id: sister.businessId });
    // Every business can still be chosen.
    expect(one.users).toEqual(all.users);
    expect(all.users.map(({ id }) => id).sort()).toEqual([resold.businessId, sister.businessId].sort());
    expect([one.number, all.number]).toEqual([
      `2026-10-${sister.businessId.slice(-8).toUpperCase()}`,
      `2026-10-${resold.agencyId.slice(-8).toUpperCase()}`,
    ]);
  });

  it('tells an admin of an agency’s business as a part of the agency’s month', async () => {
    const theirs = await read(admin, `business_id=${sister.businessId}`);
    expect(theirs).toMatchObject({ payer: { id: resold.agencyId }, business: { id: sister.businessId } });
    expect(theirs.total).toEqual({ carrier: 7900, price: 15_000, resale: null, margin: 7100 });
    const none = `/statements?business_id=${randomUUID()}`;
    expect((await app.call(admin, 'GET', none)).status).toBe(404);
  });

  it('is a file with the same amounts', async () => {
    const file = await app.call<string>(agency, 'GET', '/statements/file?month=2026-10');
    expect(String(file.body)).toContain(',sms,out,US,local,4,0,,0.06,0.10,0.04');
  });

  it('is a PDF document with the same cents, of what its reader may know', async () => {
    const paper = async (token: string, query = '') => {
      const headers = { authorization: `Bearer ${token}` };
      const url = `/api/v1/statements/file?month=2026-10&format=pdf${query}`;
      const answer = await app.api.inject({ method: 'GET', url, headers });
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/pdf']);
      return answer.rawPayload;
    };
    const ours = await paper(agency);
    const { number } = await read(agency);
    const words = pdfText(ours);
    expect(words.slice(0, 17)).toEqual([
      ...['Beckon', 'Statement', 'Number', number, 'For', 'Agency of north'],
      ...['Period', 'October 1, 2026 – October 31, 2026', 'Status', 'In progress: amounts can still change'],
      ...['Your cost', '$0.08', 'You charge', '$0.13', 'Margin', '$0.05', 'Usage'],
    ]);
    expect(words.join('|')).toContain(
      'What|Used|Included|Unit price|Your cost|You charge|Margin|north|Texts sent|United States, local number|4|0|$0.015|$0.06|$0.10|$0.04',
    );
    expect(words.join('|')).toContain('Total|$0.075|$0.125|$0.05');
    expect(words.join('|')).not.toContain('Carrier cost');
    // Made again it is the same file.
    expect(Buffer.compare(ours, await paper(agency))).toBe(0);
    const theirs = pdfText(await paper(admin, `&business_id=${sister.businessId}`)).join('|');
    expect(theirs).toContain('For|south|Paid by|Agency of north');
    expect(theirs).toContain('Carrier cost');
    expect(theirs).not.toContain('You charge');
    expect(pdfText(await paper(alone.token)).join('|')).not.toMatch(/Carrier cost|Margin/);
    const none = await app.call(alone.token, 'GET', '/statements/file?format=docx');
    expect([none.status, Object.keys((none.body as { errors: object }).errors)]).toEqual([422, ['format']]);
  });

  it('holds an agency that is free of charge to its free messages', async () => {
    await billed({ freeFee: true, freeMessages: 3 });
    const { total, allowances } = await read(agency);
    expect(total.price).toBe((5 - 3) * 15_000);
    expect(allowances).toContainEqual({ channel: 'sms', included: 3, used: 5 });
    await billed({ freeFee: false });
  });

  it('foresees the end of the month from its days so far', async () => {
    await moveTo('2026-10-10T20:00:00Z');
    expect((await read(alone.token)).forecast).toBe(30_000 + Math.round((2 * 21) / 10) * 15_000);
  });

  it('is closed once when its month is over in the zones of all, and stays as it was', async () => {
    await moveTo('2026-11-01T01:00:00Z');
    expect(await close()).toBe(0);
    await moveTo('2026-11-03T12:00:00Z');
    expect(await close()).toBe(2);
    expect(await close()).toBe(0);
    expect((await closings()).map(({ month }) => month)).toEqual(['2026-10', '2026-10']);
    await app.call(admin, 'POST', '/rates', { ...text, from: '2026-11-03', price: 90_000 });
    expect(await read(alone.token, 'month=2026-10')).toMatchObject({ closed: true, total: { price: 30_000 } });
  });

  describe('a preview under other prices', () => {
    const preview = async (token: string, body: object = {}) => {
      const answer = await app.call<{ data: PreviewedMonth[]; meta: { total: number } }>(
        token,
        'POST',
        '/statements/preview',
        { month: '2026-10', ...body },
      );
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
      return answer.body;
    };
    const dearer = { ...text, country: 'US', price: 20_000, carrier: 8000, from: undefined };
    const totals = ({ data }: { data: PreviewedMonth[] }) =>
      data.map(({ before, after }) => [before.price, after.price]).sort(([one], [other]) => one! - other!);

    it('says old and new for all payers or one, of a closed month at the prices it was closed with', async () => {
      expect(totals(await preview(admin))).toEqual([
        [30_000, 30_000],
        [75_000, 75_000],
      ]);
      const all = await preview(admin, { prices: [dearer], per_page: 1 });
      expect([all.data.length, all.meta.total]).toEqual([1, 2]);
      const {
        data: [theirs],
      } = await preview(admin, { agency_id: resold.agencyId, prices: [dearer] });
      expect(theirs).toMatchObject({
        kind: 'agency',
        closed: true,
        before: { carrier: 39_500, price: 75_000, margin: 35_500 },
        after: { carrier: 39_900, price: 95_000, margin: 55_100 },
      });
      expect(theirs!.lines.filter(({ channel }) => channel === 'sms')).toMatchObject([
        { country: 'US', quantity: 4, before: { price: 60_000 }, after: { price: 80_000 } },
        { country: 'GB', quantity: 1, before: { price: 15_000 }, after: { price: 15_000 } },
      ]);
      expect(theirs!.businesses).toMatchObject([{ id: resold.businessId }, { id: sister.businessId }]);
      // A business of an agency is a part of its agency's month.
      const { data } = await preview(admin, { business_id: sister.businessId });
      expect(data.map(({ id }) => id)).toEqual([resold.agencyId]);
    });

    it('begins with what holds on a day, planned prices included, and prices what had no price', async () => {
      expect(totals(await preview(admin, { as_of: '2026-11-03', business_id: alone.businessId }))).toEqual([
        [30_000, 180_000],
      ]);
      const held = { ...dearer, channel: 'number', country: null, price: 1_500_000 };
      const { data } = await preview(admin, { business_id: alone.businessId, prices: [held] });
      expect(data[0]).toMatchObject({
        unpriced_before: 1,
        unpriced_after: 0,
        before: { price: 30_000 },
        after: { price: 1_530_000 },
      });
    });

    it('supposes prices of its own list for an agency, and tells it nothing of others or of carriers', async () => {
      const { data, meta } = await preview(agency, {
        agency_id: randomUUID(),
        business_id: alone.businessId,
        prices: [{ ...dearer, country: null, price: 30_000, business_id: sister.businessId }],
      });
      expect(meta.total).toBe(1);
      expect(data[0]).toMatchObject({
        id: resold.agencyId,
        before: { carrier: null, price: 75_000, resale: 125_000, margin: 50_000 },
        after: { carrier: null, price: 75_000, resale: 130_000, margin: 55_000 },
      });
    });

    it('writes nothing, and refuses what is none', async () => {
      const head = await app.store.head();
      await preview(admin, { prices: [dearer], as_of: '2026-11-03' });
      await preview(agency, { prices: [dearer] });
      expect(await app.store.head()).toBe(head);
      expect((await read(alone.token, 'month=2026-10')).total.price).toBe(30_000);
      const wrong = async (body: object) => {
        const answer = await app.call<{ errors: object }>(admin, 'POST', '/statements/preview', {
          month: '2026-10',
          ...body,
        });
        return [answer.status, ...Object.keys(answer.body.errors)];
      };
      expect(await wrong({ month: '2026-13' })).toEqual([422, 'month']);
      expect(await wrong({ prices: [{ ...dearer, price: -1 }] })).toEqual([422, 'prices.0.price']);
      expect(await wrong({ as_of: '2026-02-30' })).toEqual([422, 'as_of']);
      expect((await app.call(alone.token, 'POST', '/statements/preview', { month: '2026-10' })).status).toBe(403);
    });
  });

  it('names for an operator what no price covers, this month and last', async () => {
    const { data } = (await app.call<{ data: UnpricedUsage[] }>(admin, 'GET', '/rates/unpriced')).body;
    expect(data.map(({ channel, month, quantity, payers }) => [channel, month, quantity, payers])).toEqual([
      ['number', '2026-11', 3, 2],
      ['number', '2026-10', 3, 2],
    ]);
    const held = { channel: 'number', currency: 'USD', from: '2026-11-01', price: 1_500_000 };
    const id = (await app.call<{ data: { id: string } }>(admin, 'POST', '/rates', held)).body.data.id;
    const left = (await app.call<{ data: UnpricedUsage[] }>(admin, 'GET', '/rates/unpriced')).body.data;
    expect(left.map(({ month }) => month)).toEqual(['2026-10']);
    await app.call(admin, 'PUT', `/rates/${id}/end`, { until: '2026-11-01' });
  });

  it('takes what becomes known of a closed month into the current one, at the prices it was closed with', async () => {
    await texted(alone, [4], '2026-10-31T12:00:00Z');
    const later = await read(alone.token, 'month=2026-11');
    expect(later.late).toMatchObject([{ month: '2026-10', quantity: 4, price: 60_000 }]);
    const [again] = (
      await app.call<{ data: PreviewedMonth[] }>(admin, 'POST', '/statements/preview', {
        month: '2026-10',
        business_id: alone.businessId,
      })
    ).body.data;
    expect([again!.before.price, again!.after.price]).toEqual([90_000, 90_000]);
    expect((await read(alone.token, 'month=2026-10')).total.price).toBe(30_000);
    await moveTo('2026-12-02T12:00:00Z');
    await texted(alone, [1], '2026-11-20T12:00:00Z');
    await close();
    // Booked in November, so not again in December.
    expect((await read(alone.token, 'month=2026-12')).late).toEqual([]);
    expect((await read(alone.token, 'month=2026-11')).total.price).toBe(60_000 + 90_000);
  });

  it.each(['2026-13', '2026', 'x'])('refuses a month that is none: %s', async (month) => {
    expect((await app.call(alone.token, 'GET', `/statements?month=${month}`)).status).toBe(422);
  });
});
