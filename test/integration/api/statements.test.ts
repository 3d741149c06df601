import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Statement, TenantMargin } from '../../../api/contract/statements.ts';
import { draftStatement } from '../../../commands/statements/draft.ts';
import { AgencyBillingChanged } from '../../../domain/agencies/events.ts';
import { BusinessBillingChanged } from '../../../domain/businesses/events.ts';
import { MessageAccepted, MessageQueued } from '../../../domain/messages/events.ts';
import { StatementClosed } from '../../../domain/statements/events.ts';
import { closeMonths } from '../../../workers/statements/close.ts';
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

  it('takes what becomes known of a closed month into the current one, at the prices it was closed with', async () => {
    await texted(alone, [4], '2026-10-31T12:00:00Z');
    const later = await read(alone.token, 'month=2026-11');
    expect(later.late).toMatchObject([{ month: '2026-10', quantity: 4, price: 60_000 }]);
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
