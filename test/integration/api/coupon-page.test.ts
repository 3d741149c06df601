import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { couponIdOf } from '../../../commands/coupons/issue.ts';
import { initialSettings, noOffer } from '../../../domain/campaigns/fields.ts';
import { Coupon } from '../../../domain/coupons/coupon.ts';
import { stateOf } from '../../../domain/kernel/decider.ts';
import { CampaignId, ContactId, CouponId } from '../../../domain/kernel/ids.ts';
import { streams } from '../../../domain/streams.ts';
import { context, personOf, systemContext } from '../../support/callers.ts';
import { buildRenderer } from '../../support/renderer.ts';
import { startTestApi, type Tenant, type TestApi } from './support.ts';

let app: TestApi;
let tenant: Tenant;
let people = 0;
beforeAll(async () => {
  app = await startTestApi({ pages: await buildRenderer() });
  tenant = await app.addTenant('bella');
});
afterAll(() => app.close());

const person = () => context(personOf(tenant.businessId, tenant.agencyId));
async function coupon(redeemBy: 'holder' | 'staff') {
  const { campaignId } = tenant;
  await app.commands.campaigns.edit(person(), {
    campaignId,
    revision: null,
    details: null,
    notifications: null,
    offer: { ...noOffer, discountType: 'free', title: 'A slice <b>free</b>', terms: 'One each.' },
    settings: { ...initialSettings, redeemBy },
  });
  people += 1;
  const { contactId } = await app.textIn(tenant, 'PIZZA', `+1202555${2000 + people}`);
  const id = couponIdOf(CampaignId.parse(campaignId), ContactId.parse(contactId));
  const state = async () => {
    const held = stateOf(Coupon, await app.store.read(streams.coupon(CouponId.parse(id))));
    if (held.status === 'none') throw new Error('no coupon');
    return held;
  };
  return { id, state, path: `/t/${app.identifiers.token('coupon', id)}` };
}
const get = (url: string) => app.api.inject({ method: 'GET', url });
const actionOf = (html: string): string | null =>
  /action="(\/t\/[^"]+\/redeem\?press=[^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? null;

describe('the page of a coupon', () => {
  it('shows code, barcode and QR drawn here, its expiry and terms; staff redeems it', async () => {
    const { path, state } = await coupon('staff');
    const { code } = await state();
    const page = await get(path);
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain(code);
    expect(page.body).toContain('One each.');
    expect(page.body).toContain('A slice &lt;b&gt;free&lt;/b&gt;');
    expect(page.body.match(/src="data:image\/svg\+xml;base64,/g)).toHaveLength(2);
    expect(page.body).toMatch(/data-until="\d{4}-/);
    expect(page.body).toContain('noindex');
    expect(actionOf(page.body)).toBeNull();
  });

  it('is redeemed by its holder where the campaign lets them: once, however often it is pressed or gone back to', async () => {
    const { path, state } = await coupon('holder');
    const action = actionOf((await get(path)).body)!;
    for (const _ of [1, 2]) {
      const pressed = await app.api.inject({ method: 'POST', url: action });
      expect(pressed).toMatchObject({ statusCode: 303, headers: { location: path } });
    }
    const another = actionOf((await get(path)).body);
    expect(another).toBeNull();
    expect(await state()).toMatchObject({ status: 'redeemed', redeemed: { redeemer: { by: 'holder' } } });
    const page = await get(path);
    expect(page.body).toContain('pv-redeemed');
    expect(page.body).not.toContain('data:image/svg+xml;base64,');
    // A page that was open on a second phone.
    const late = await app.api.inject({
      method: 'POST',
      url: `${path}/redeem?press=6f1c7a52-3b0e-4d8f-9a64-2c5d1e8b7f90`,
    });
    expect(late).toMatchObject({ statusCode: 303, headers: { location: path } });
  });

  it('tells nothing to a token that was made for something else, cut off, or for nothing', async () => {
    const { id, path } = await coupon('holder');
    const tokens = [
      app.identifiers.token('till', id),
      path.slice(3, -1),
      app.identifiers.token('coupon', tenant.businessId),
    ];
    for (const token of tokens) {
      expect((await get(`/t/${token}`)).statusCode).toBe(404);
      const url = `/t/${token}/redeem?press=6f1c7a52-3b0e-4d8f-9a64-2c5d1e8b7f90`;
      expect((await app.api.inject({ method: 'POST', url })).statusCode).toBe(404);
    }
    expect((await app.api.inject({ method: 'POST', url: `${path}/redeem` })).statusCode).toBe(404);
  });

  it('is closed while the business is', async () => {
    const { path } = await coupon('holder');
    await app.commands.businesses.archive(systemContext(), { businessId: tenant.businessId });
    const page = await get(path);
    expect(page.statusCode).toBe(410);
    expect(page.body).not.toContain('A slice');
  });
});

describe('the coupon of a campaign with a page', () => {
  it('has the words and the look that were published with it, and a number that can be called', async () => {
    const campaignId = randomUUID();
    const { commands, store } = app;
    const own = await app.addTenant('lunch');
    const owner = () => context(personOf(own.businessId, own.agencyId));
    await commands.campaigns.create(owner(), {
      campaignId,
      name: 'Lunch',
      type: 'landing',
      keyword: 'LUNCH',
      reply: 'Here: {{coupon_link}}',
      replyMedia: [],
      template: null,
      sections: {
        styling: { BackgroundColor: '#102030' },
        thanks: { Content: 'We’ve sent it: {{offer}}.' },
        'coupon.headline': { Content: 'Lunch for two' },
        'coupon.mobilebutton': { Show: true, Label: 'Call us', Link: '(415) 555-0123' },
      },
    });
    await commands.campaigns.edit(owner(), {
      campaignId,
      revision: null,
      details: null,
      notifications: null,
      settings: null,
      offer: { ...noOffer, discountType: 'free', title: 'Two pastas' },
    });
    const { contactId } = await app.textIn(own, 'LUNCH', '+12025553001');
    const id = couponIdOf(CampaignId.parse(campaignId), ContactId.parse(contactId));
    const path = `/t/${app.identifiers.token('coupon', id)}`;
    const before = (await get(path)).body;
    expect(before).not.toContain('Lunch for two');
    await commands.campaigns.publishPage(owner(), { campaignId });
    const { body } = await get(path);
    expect(body).toContain('Lunch for two');
    expect(body).toContain('href="tel:4155550123"');
    expect(body).toContain('--styling-background-color:#102030');
    expect((await store.read(streams.coupon(CouponId.parse(id)))).length).toBe(1);
  });
});
