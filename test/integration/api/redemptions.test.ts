import { randomUUID } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import Excel from 'exceljs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CodeReply, Counter, Redemption, Till, TillCoupon } from '../../../api/contract/redemptions.ts';
import type { z } from 'zod';
import { initialSettings, noOffer } from '../../../domain/campaigns/fields.ts';
import { endOfDay, localDay } from '../../../domain/kernel/day.ts';
import { couponIdOf } from '../../../commands/coupons/issue.ts';
import { CampaignId, ContactId } from '../../../domain/kernel/ids.ts';
import { prepareExport } from '../../../api/routes/exported-lists.ts';
import { context, personOf } from '../../support/callers.ts';
import { buildRenderer } from '../../support/renderer.ts';
import { startTestApi, type Tenant, type TestApi } from './support.ts';

let app: TestApi;
beforeAll(async () => {
  app = await startTestApi({ pages: await buildRenderer() });
});
afterAll(() => app.close());

const offer = { ...noOffer, discountType: 'money' as const, amount: 500, title: '5 off' };
let tenants = 0;
let people = 0;
async function shop(more: { offer?: object; settings?: object } = {}) {
  tenants += 1;
  const tenant = await app.addTenant(`shop${tenants}`);
  const { campaignId, uniqueId } = tenant;
  await app.commands.campaigns.edit(context(personOf(tenant.businessId, tenant.agencyId)), {
    campaignId,
    revision: null,
    details: null,
    notifications: null,
    offer: { ...offer, ...more.offer },
    settings: { ...initialSettings, ...more.settings },
  });
  return {
    ...tenant,
    async till(name = 'Front counter') {
      const opened = await app.call<{ data: z.output<typeof Till> }>(tenant.token, 'POST', '/tills', { name });
      expect(opened.status).toBe(200);
      return { ...opened.body.data, token: opened.body.data.link.split('#till=')[1]! };
    },
    async coupon() {
      people += 1;
      const phone = `+1202555${String(1000 + people)}`;
      const { contactId } = await app.textIn(tenant, 'PIZZA', phone);
      const id = couponIdOf(CampaignId.parse(campaignId), ContactId.parse(contactId));
      const { body: found } = await app.call<{ data: Redemption[] }>(
        tenant.token,
        'GET',
        `/redemptions?contact_id=${contactId}`,
      );
      expect(found.data[0]).toMatchObject({ id, status: 'open', coupon_id: campaignId });
      return { id, contactId, phone, code: found.data[0]!.code };
    },
    look: (code: string, till?: string) =>
      app.call<z.output<typeof CodeReply>>(null, 'GET', `/coupons/${uniqueId}/code/${code}`, undefined, {
        ...(till === undefined ? {} : { 'x-till': till }),
      }),
    redeem: (code: string, body: object = {}) =>
      app.call<{ data: TillCoupon; code?: string; redeemed?: object }>(null, 'POST', '/coupons/redemption', {
        unique_id: uniqueId,
        code,
        redemption_id: randomUUID(),
        ...body,
      }),
  };
}
const put = (tenant: Pick<Tenant, 'token'>, id: string, body: object) =>
  app.call<{ data: Redemption; code?: string }>(tenant.token, 'PUT', `/redemptions/${id}`, body);

describe('a till', () => {
  it('looks up, redeems, shows what it redeemed today, and takes it back', async () => {
    const place = await shop();
    const [one, two] = [await place.till('One'), await place.till('Two')];
    const { code, phone } = await place.coupon();
    const typed = code.toLowerCase().replace('-', '');
    const seen = (await place.look(typed, one.token)).body.data;
    expect(seen).toMatchObject({ status: 'open', title: '5 off', redeemable: true });
    expect(seen.coupon).toMatchObject({ holder: `…${phone.slice(-4)}`, code });
    const press = { till: one.token, redemption_id: randomUUID() };
    const first = await place.redeem(typed, press);
    expect(first.body.data).toMatchObject({ status: 'redeemed', place: 'One', undo_until: expect.any(String) });
    expect((await place.redeem(typed, press)).status).toBe(200);
    const second = await place.redeem(typed, { till: two.token });
    expect(second.status).toBe(409);
    expect(second.body).toMatchObject({
      code: 'coupon_used',
      redeemed: { till: 'One', by: 'till', at: expect.any(String) },
    });
    const counter = async (token: string | null) =>
      (
        await app.call<{ data: z.output<typeof Counter> }>(null, 'POST', '/tills/counter', {
          unique_id: place.uniqueId,
          till: token,
        })
      ).body.data;
    expect(await counter(one.token)).toMatchObject({ till: 'One', today: [{ code }] });
    expect(await counter(two.token)).toMatchObject({ till: 'Two', today: [] });
    expect(await counter(null)).toMatchObject({ till: null, today: [] });
    const undo = (token: string) =>
      app.call<{ data: TillCoupon }>(null, 'POST', '/tills/undo', {
        unique_id: place.uniqueId,
        till: token,
        id: first.body.data.id,
        redemption_id: first.body.data.redemption_id,
      });
    expect((await undo(two.token)).status).toBe(409);
    expect((await undo(one.token)).body.data).toMatchObject({ status: 'open', redeemed_at: null });
    expect(await counter(one.token)).toMatchObject({ today: [] });
  });

  it('says the same day and time as the page of the coupon and the refusal, as the business writes them', async () => {
    const place = await shop({ offer: { dayToExpire: 14 } });
    const { token } = await place.till('One');
    const { id, code } = await place.coupon();
    const page = async () =>
      (await app.api.inject({ method: 'GET', url: `/t/${app.identifiers.token('coupon', id)}` })).body;
    const { expires } = (await place.look(code, token)).body.data.coupon!;
    expect(expires).toMatch(/^\d\d\/\d\d\/\d{4}$/);
    expect(await page()).toContain(`Good until ${expires}`);
    const { redeemed, redeemed_time: time } = (await place.redeem(code, { till: token })).body.data;
    expect(redeemed).toMatch(/^\d\d\/\d\d\/\d{4}, \d{1,2}:\d\d[ap]m$/);
    expect(redeemed).toContain(`, ${time}`);
    expect(await page()).toContain(`${redeemed} · One`);
    expect((await place.redeem(code, { till: token })).body).toMatchObject({ redeemed: { when: redeemed } });
    expect((await place.look(code)).body.data).toMatchObject({ redeemed, expires });
  });

  it('whose link was taken back, or that is another business’s, redeems nothing and sees nobody', async () => {
    const [place, other] = [await shop(), await shop()];
    const { code } = await place.coupon();
    const [till, foreign] = [await place.till(), await other.till()];
    expect((await app.call(other.token, 'DELETE', `/tills/${till.id}`)).status).toBe(404);
    expect((await place.redeem(code, { till: foreign.token })).status).toBe(403);
    expect((await place.look(code, foreign.token)).body.data.coupon).toBeNull();
    expect((await app.call(place.token, 'DELETE', `/tills/${till.id}`)).status).toBe(200);
    expect((await place.redeem(code, { till: till.token })).status).toBe(403);
    expect((await place.look(code, till.token)).body.data.coupon).toBeNull();
    const holders = await app.call(null, 'POST', '/tills/holders', {
      unique_id: place.uniqueId,
      till: till.token,
      campaign_id: place.campaignId,
      search: '5551',
    });
    expect(holders.status).toBe(403);
    expect((await app.call<{ data: unknown[] }>(place.token, 'GET', '/tills')).body.data).toEqual([]);
  });

  it('comes about by typing its code, too, until it is closed; guessing is soon stopped', async () => {
    const [place, other] = [await shop(), await shop()];
    const till = await place.till();
    const pair = (uniqueId: string, code: string) =>
      app.call<{ data: { till: string } }>(null, 'POST', '/tills/pair', { unique_id: uniqueId, code });
    const typed = till.code.toLowerCase().replace('-', ' ');
    expect((await pair(place.uniqueId, typed)).body.data.till).toBe(till.token);
    expect((await pair(other.uniqueId, typed)).status).toBe(404);
    // A code makes one device a till: whoever saw it over a shoulder comes too late, and the next device gets the next one.
    expect((await pair(place.uniqueId, typed)).status).toBe(404);
    const listed = async () =>
      (await app.call<{ data: { id: string; code: string }[] }>(place.token, 'GET', '/tills')).body.data.find(
        ({ id }) => id === till.id,
      )!.code;
    const next = await listed();
    expect(next).not.toBe(till.code);
    const both = await Promise.all([pair(place.uniqueId, next), pair(place.uniqueId, next)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 404]);
    const last = await listed();
    await app.call(place.token, 'DELETE', `/tills/${till.id}`);
    expect((await pair(place.uniqueId, last)).status).toBe(404);
    let tried = await pair(place.uniqueId, 'AAAAA-AAAAA');
    for (let more = 0; more < 30 && tried.status === 404; more += 1)
      tried = await pair(place.uniqueId, `AAAAA-AAA${String(more).padStart(2, '0')}`);
    expect(tried.status).toBe(429);
  });

  it('is listed with when it redeemed last and how often today; what was taken back does not count', async () => {
    const place = await shop();
    const [one] = [await place.till('One'), await place.till('Two')];
    const listed = async () =>
      (await app.call<{ data: z.output<typeof Till>[] }>(place.token, 'GET', '/tills')).body.data.map((till) => ({
        name: till.name,
        today: till.redeemed_today,
        used: till.last_redeemed_at !== null,
      }));
    expect(await listed()).toEqual([
      { name: 'Two', today: 0, used: false },
      { name: 'One', today: 0, used: false },
    ]);
    const { code } = await place.coupon();
    const { data } = (await place.redeem(code, { till: one.token })).body;
    expect(await listed()).toContainEqual({ name: 'One', today: 1, used: true });
    const { data: mine } = (
      await app.call<{ data: Redemption[] }>(place.token, 'GET', `/redemptions?till_id=${one.id}&status=redeemed`)
    ).body;
    expect(mine).toMatchObject([{ id: data.id, till: 'One', undo_until: expect.any(String) }]);
    await put(place, data.id, { action: 'undo', redemption_id: data.redemption_id });
    expect(await listed()).toContainEqual({ name: 'One', today: 0, used: false });
  });

  it('asks whose a code is that everybody has, or redeems it for nobody where the campaign allows', async () => {
    const settings = { anonymousUse: true };
    const place = await shop({ offer: { codeType: 'static', staticCode: 'SAVE10' }, settings });
    const till = await place.till();
    const { id, phone } = await place.coupon();
    expect((await place.look('save10')).body.data).toMatchObject({
      status: 'everybody',
      campaigns: [],
      redeemable: false,
    });
    const seen = (await place.look('save-10', till.token)).body.data;
    expect(seen.campaigns).toMatchObject([{ id: place.campaignId, anonymous: true }]);
    const holders = await app.call<{ data: TillCoupon[] }>(null, 'POST', '/tills/holders', {
      unique_id: place.uniqueId,
      till: till.token,
      campaign_id: place.campaignId,
      search: phone.slice(-4),
    });
    expect(holders.body.data.map((one) => one.id)).toEqual([id]);
    expect((await place.redeem('SAVE10', { till: till.token, id })).body.data).toMatchObject({
      id,
      status: 'redeemed',
    });
    expect((await place.redeem('SAVE10', { till: till.token, id })).status).toBe(409);
    const nobody = await place.redeem('SAVE10', { till: till.token, campaign_id: place.campaignId });
    expect(nobody.body.data).toMatchObject({ holder: null, status: 'redeemed' });
    expect((await place.redeem('SAVE10', { campaign_id: place.campaignId })).status).toBe(404);
    expect((await place.redeem('SAVE10', { id })).status).toBe(404);
  });
});

describe('whoever has no till', () => {
  it('learns what a code is good for, and redeems where the campaign lets holders', async () => {
    const [staff, self] = [await shop(), await shop({ settings: { redeemBy: 'holder' } })];
    const [ofStaff, own] = [await staff.coupon(), await self.coupon()];
    expect((await staff.look(ofStaff.code)).body.data).toMatchObject({
      status: 'open',
      redeemable: false,
      coupon: null,
    });
    expect((await staff.redeem(ofStaff.code)).status).toBe(403);
    expect((await self.look(own.code)).body.data).toMatchObject({ redeemable: true });
    const token = app.identifiers.token('coupon', own.id);
    const press = { redemption_id: randomUUID() };
    const path = `/coupons/${token}/redeem`;
    expect((await app.call<{ data: TillCoupon }>(null, 'POST', path, press)).body.data).toMatchObject({
      status: 'redeemed',
      holder: null,
      redemption_id: null,
    });
    expect((await app.call(null, 'POST', path, press)).status).toBe(200);
    expect((await app.call(null, 'POST', path, { redemption_id: randomUUID() })).status).toBe(409);
    const foreign = `/coupons/${app.identifiers.token('thanks', own.id)}/redeem`;
    expect((await app.call(null, 'POST', foreign, press)).status).toBe(404);
  });

  it('learns nothing of others from a wrong code: every answer has one shape, and guessing is soon stopped', async () => {
    const [place, other] = [await shop(), await shop()];
    const { code } = await place.coupon();
    const right = (await place.look(code)).body.data;
    const wrong = (await place.look('AAAAA-AAAAA')).body.data;
    const elsewhere = (await other.look(code)).body.data;
    expect(wrong).toEqual(elsewhere);
    expect(Object.keys(wrong)).toEqual(Object.keys(right));
    expect(wrong).toMatchObject({ status: 'unknown', title: null, redeemable: false });
    const nowhere = await app.call(null, 'GET', `/coupons/nobody-at-all/code/${code}`);
    expect(nowhere.status).toBe(404);
    const tries = await Promise.all(Array.from({ length: 80 }, (_, index) => place.look(`AAAAA-AAA${index}`)));
    expect(tries.some(({ status }) => status === 429)).toBe(true);
    expect((await place.look(code)).status).toBe(429);
    // Staff with a till goes on working from the same address.
    const till = await place.till();
    expect((await place.look(code, till.token)).body.data.status).toBe('open');
  });
});

describe('people of the business', () => {
  it('see coupons as they stand, redeem, take back, extend and withdraw; others’ do not exist', async () => {
    const [place, other] = [await shop(), await shop()];
    const [one, two] = [await place.coupon(), await place.coupon()];
    const redemption_id = randomUUID();
    const redeemed = await put(place, one.id, { action: 'redeem', redemption_id });
    expect(redeemed.body.data).toMatchObject({ status: 'redeemed', redeemed_by: 'screen' });
    const { redemption_id: held } = redeemed.body.data;
    expect((await put(place, one.id, { action: 'undo', redemption_id: held })).body.data.status).toBe('open');
    const later = new Date(Date.now() + 90 * 86_400_000).toISOString();
    const extended = (await put(place, two.id, { action: 'extend', expires_at: later })).body.data;
    expect(extended.expires_at! >= later).toBe(true);
    expect(localDay(extended.timezone!, new Date(extended.expires_at!))).toBe(
      localDay(extended.timezone!, new Date(later)),
    );
    const day = (await put(place, two.id, { action: 'extend', expires_at: '2030-07-04' })).body.data;
    expect(day).toMatchObject({ expires_at: endOfDay('2030-07-04', day.timezone!) });
    expect((await put(place, two.id, { action: 'extend', expires_at: '2020-01-01T00:00:00.000Z' })).status).toBe(422);
    for (const body of [
      { action: 'redeem', redemption_id },
      { action: 'extend', expires_at: later },
    ])
      expect((await put(other, one.id, body)).status).toBe(404);
    expect((await app.call(other.token, 'DELETE', `/redemptions/${one.id}`)).status).toBe(404);
    const gone = await app.call<{ data: Redemption }>(place.token, 'DELETE', `/redemptions/${one.id}`);
    expect(gone.body.data.status).toBe('revoked');
    expect((await put(place, one.id, { action: 'redeem', redemption_id: randomUUID() })).status).toBe(422);
    const issued = (of: Tenant, contact: string) =>
      app.call<{ data: Redemption }>(of.token, 'POST', '/redemptions', {
        coupon_id: of.campaignId,
        contact_id: contact,
      });
    const { contactId } = await app.textIn(place, 'hello', '+12025559999');
    expect((await issued(place, contactId)).body.data).toMatchObject({ because: 'manual', status: 'open' });
    expect((await issued(other, contactId)).status).toBe(404);
    const owed = await app.call<{ data: { figures: object; campaigns: object[] } }>(
      place.token,
      'GET',
      '/redemptions/liability',
    );
    expect(owed.body.data.figures).toMatchObject({ issued: 3, redeemed: 0, revoked: 1, outstanding: 2, expired: 0 });
    expect(owed.body.data.campaigns).toMatchObject([{ campaign_id: place.campaignId, count: 2, amount: 1000 }]);
  });

  it('hear whether a code that everybody gets is free in their business', async () => {
    const place = await shop({ offer: { codeType: 'static', staticCode: 'SAVE-10' } });
    const other = await shop();
    const check = async (of: { token: string }, body: object) =>
      (
        await app.call<{ data: { code: string; available: boolean } }>(
          of.token,
          'POST',
          `/coupons/${place.uniqueId}/static-code`,
          body,
        )
      ).body.data;
    expect(await check(place, { code: 'save10' })).toMatchObject({
      available: false,
      campaign: { id: place.campaignId },
    });
    expect(await check(place, { code: 'save10', coupon_id: place.campaignId })).toMatchObject({ available: true });
    expect(await check(place, {})).toMatchObject({ available: true, code: expect.stringMatching(/^SAVE\d+$/) });
    expect(await check(other, {})).toBeUndefined();
  });
});

describe('the coupons as a file', () => {
  const file = (of: Pick<Tenant, 'token'> | null, path: string) =>
    app.api.inject({ method: 'GET', url: path, headers: of === null ? {} : { authorization: `Bearer ${of.token}` } });
  const read = (text: string): Record<string, string>[] => parse(text, { bom: true, columns: true });

  it('are taken along with whose they are and where they stand, narrowed as the list is', async () => {
    const place = await shop({ offer: { title: '=5 off' } });
    const till = await place.till('Front');
    const [one, two] = [await place.coupon(), await place.coupon()];
    expect((await place.redeem(two.code, { till: till.token })).status).toBe(200);
    const rows = async (query: string) =>
      read((await file(place, `/api/v1/redemptions/export?${query}`)).body).map(({ Phone, State }) => [Phone, State]);
    const all = [
      [one.phone, 'Good'],
      [two.phone, 'Used'],
    ];
    expect(await rows('')).toEqual(all);
    expect(await rows('status=redeemed')).toEqual([[two.phone, 'Used']]);
    expect(await rows(`till_id=${till.id}`)).toEqual([[two.phone, 'Used']]);
    expect(await rows(`search=${one.code}`)).toEqual([[one.phone, 'Good']]);
    expect(await rows(`coupon_id=${place.campaignId}`)).toEqual(all);
    const day = new Date().toISOString().slice(0, 8);
    expect(await rows(`date_range=2020-01-01,2020-01-02`)).toEqual([]);
    expect(await rows(`date_range=${day}01,2099-01-01`)).toEqual(all);
    const [, used] = read((await file(place, '/api/v1/redemptions/export')).body);
    expect(used).toMatchObject({
      Coupon: "'=5 off",
      Discount: 'Money',
      Amount: '5',
      Code: two.code,
      'Given by': 'Texted the keyword',
      'Used by': 'Till',
      Till: 'Front',
    });
    const workbook = new Excel.Workbook();
    await workbook.xlsx.load((await file(place, '/api/v1/redemptions/export?format=xlsx')).rawPayload as never);
    const values = workbook.worksheets[0]!.getSheetValues().slice(1) as unknown[][];
    expect(values.map((row) => [row[3], row[6], row[8]])).toEqual([
      ['Phone', 'Coupon', 'Amount'],
      [one.phone, '=5 off', 5],
      [two.phone, '=5 off', 5],
    ]);
  });

  it('are those of the business alone, also by an address for a browser', async () => {
    const [place, other] = [await shop(), await shop()];
    const { phone } = await place.coupon();
    expect(read((await file(other, '/api/v1/redemptions/export')).body)).toEqual([]);
    expect((await file(other, `/api/v1/redemptions/export?coupon_id=${place.campaignId}`)).statusCode).toBe(404);
    const link = (of: Tenant, body: object) =>
      app.call<{ data: { file_url: string; rows: number; name: string } }>(
        ...([of.token, 'POST', '/redemptions/export', body] as const),
      );
    expect((await link(other, { coupon_id: place.campaignId })).status).toBe(404);
    const made = await link(place, { coupon_id: place.campaignId, status: 'open' });
    expect(made.body.data).toMatchObject({ rows: 1, name: expect.stringMatching(/^Coupons of .*\.csv$/) });
    expect(read((await file(null, made.body.data.file_url)).body)).toMatchObject([{ Phone: phone }]);
  });

  it('in pages, each once', async () => {
    const place = await shop();
    const phones = [];
    for (let n = 0; n < 3; n++) phones.push((await place.coupon()).phone);
    const given = { search: null, status: null, coupon_id: null, contact_id: null, till_id: null, date_range: null };
    const parts = { readModels: app.readModels, now: () => new Date() };
    const list = await prepareExport(parts, place.businessId, { list: 'redemptions', format: 'csv', given }, 2);
    const late = await place.coupon();
    const rows = [];
    for await (const page of list.pages(new AbortController().signal)) rows.push(...page);
    expect(rows.map(([, , phone]) => phone)).toEqual(phones);
    expect(phones).not.toContain(late.phone);
  });
});
