import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PopupConfig } from '../../../api/contract/popup.ts';
import { initialSettings, noOffer } from '../../../domain/campaigns/fields.ts';
import { stateOf } from '../../../domain/kernel/decider.ts';
import { Contact } from '../../../domain/contacts/contact.ts';
import { ContactId, SubmissionId } from '../../../domain/kernel/ids.ts';
import { streams } from '../../../domain/streams.ts';
import { Submission } from '../../../domain/submissions/submission.ts';
import { pageReactor } from '../../../workers/pages/pages.ts';
import { context, personOf } from '../../support/callers.ts';
import { buildRenderer } from '../../support/renderer.ts';
import { startTestApi, type Tenant, type TestApi } from './support.ts';

let app: TestApi;
let tenant: Tenant;
const clock = { ahead: 0 };
const now = () => new Date(Date.now() + clock.ahead);
const later = (ms = 5_000) => {
  clock.ahead += ms;
};

beforeAll(async () => {
  app = await startTestApi({ pages: await buildRenderer(), now });
  tenant = await app.addTenant('bella');
});
afterAll(() => app.close());

const person = () => context(personOf(tenant.businessId, tenant.agencyId));
let keywords = 0;
async function make({ sections = {}, settings = {}, publish = true, offer = { discountType: 'free' as const } } = {}) {
  const campaignId = randomUUID();
  const { campaigns } = app.commands;
  await campaigns.create(person(), {
    campaignId,
    name: 'Widget',
    type: 'popup',
    keyword: `POP${(keywords += 1)}`,
    reply: 'Your code: {{coupon_code}}',
    replyMedia: [],
    template: null,
    sections,
  });
  const edited = await campaigns.edit(person(), {
    campaignId,
    revision: null,
    details: null,
    offer: { ...noOffer, ...offer, title: 'A coffee' },
    notifications: null,
    settings: { ...initialSettings, ...settings },
  });
  const { position } = publish ? await campaigns.publishPage(person(), { campaignId }) : edited;
  await app.runner.waitFor(position!, { timeoutMs: 10_000 });
  later(2_000);
  return { campaignId, path: `/widget/${campaignId}` };
}
const get = (url: string, headers: Record<string, string> = {}) => app.api.inject({ method: 'GET', url, headers });
const shop = 'https://shop.example.test';
const post = (path: string, fields: Record<string, string>, headers: Record<string, string> = { origin: shop }) =>
  app.api.inject({
    method: 'POST',
    url: path,
    payload: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8', ...headers },
  });
const keyOf = async (path: string) => {
  const { key } = (await get(`${path}/key`)).json<{ key: string }>();
  later();
  return key;
};
const submissionOf = async (key: string) => {
  const id = SubmissionId.parse(app.identifiers.idOf('form', key)!);
  return stateOf(Submission, await app.store.read(streams.submission(id)));
};
const sent = { version: '1', email: 'Ann@example.test', page: `${shop}/plates/blue?email=ann@example.test#top` };

describe('a widget’s script', () => {
  it('is one small file for every site, asked for again only when it is another', async () => {
    const first = await get('/widget.js', { 'accept-encoding': 'br' });
    expect(first.statusCode).toBe(200);
    expect(first.rawPayload.length).toBeLessThan(15_000);
    expect(first.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=300, stale-while-revalidate=86400',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'content-encoding': 'br',
    });
    const again = await get('/widget.js', { 'if-none-match': String(first.headers.etag) });
    expect(again.statusCode).toBe(304);
    expect((await get('/widget.js')).body).not.toMatch(
      /\beval\(|new Function|innerHTML|insertAdjacentHTML|document\.cookie/,
    );
  });
});

describe('what a widget is told', () => {
  it('is the live version, with the words of consent, in a small answer that may be kept for a minute', async () => {
    const { path, campaignId } = await make({ sections: { emailStep: { Content: 'Ten off' } } });
    const reply = await get(path, { origin: shop });
    expect(reply.headers).toMatchObject({ 'cache-control': 'public, max-age=60', 'access-control-allow-origin': '*' });
    expect(reply.headers).not.toHaveProperty('access-control-allow-credentials');
    expect(reply.headers).not.toHaveProperty('set-cookie');
    const config = reply.json<PopupConfig>();
    expect(config).toMatchObject({ id: campaignId, version: 1, company: 'bella', timezone: 'America/Los_Angeles' });
    expect(config.consent.phone).toContain('bella');
    expect(config.consent.phone).toContain('Reply HELP for help, STOP to cancel');
    expect(config.consent.email).not.toContain('texts');
    const known = await get(path, { 'if-none-match': String(reply.headers.etag) });
    expect(known.statusCode).toBe(304);
    expect((await get(path, { 'accept-encoding': 'br' })).rawPayload.length).toBeLessThan(3_000);
  });

  it('is a newer version when one was published, and nothing when it was taken off, put away, over, or never there', async () => {
    const { path, campaignId } = await make();
    const { campaigns } = app.commands;
    await campaigns.editPage(person(), { campaignId, revision: null, sections: { emailStep: { Label: 'Now' } } });
    expect((await get(path)).json<PopupConfig>().page.emailStep.Label).toBe('Continue');
    const published = await campaigns.publishPage(person(), { campaignId });
    await app.runner.waitFor(published.position!, { timeoutMs: 10_000 });
    later();
    expect((await get(path)).json<PopupConfig>()).toMatchObject({ version: 2, page: { emailStep: { Label: 'Now' } } });

    const off = await campaigns.unpublishPage(person(), { campaignId });
    await app.runner.waitFor(off.position!, { timeoutMs: 10_000 });
    later();
    // No error: the browser would write one into the console of somebody else's site.
    for (const url of [
      path,
      `${path}/key`,
      `/widget/${randomUUID()}`,
      '/widget/nobody',
      `/widget/${tenant.campaignId}`,
    ]) {
      const reply = await get(url, { origin: shop });
      expect([url, reply.statusCode, reply.body]).toEqual([url, 204, '']);
    }
    const over = await make({ settings: { endsAt: new Date(now().getTime() + 10_000).toISOString() } });
    expect((await get(over.path)).statusCode).toBe(200);
    later(20_000);
    expect((await get(over.path)).statusCode).toBe(204);
  });

  it('is the draft for who has this week’s token, of which nothing is kept, and for nobody else', async () => {
    const { path, campaignId } = await make({ publish: false });
    expect((await get(path)).statusCode).toBe(204);
    const embed = await app.call<{ data: { script: string; link: string; preview: string } }>(
      tenant.token,
      'GET',
      `/coupons/${campaignId}/script`,
    );
    const { script, link, preview } = embed.body.data;
    expect(script).toMatch(
      new RegExp(`^<script async src="http[^"]+/widget\\.js" data-popup="${campaignId}"></script>$`),
    );
    expect(new URL(link).pathname).toBe(`/widget/${campaignId}/sample`);
    const token = preview.replace('?popup-preview=', '');
    const draft = await get(`${path}?preview=${token}`);
    expect(draft.json<PopupConfig>().version).toBe(0);
    expect(draft.headers['cache-control']).toBe('private, no-store');
    const other = await make();
    const altered = `${token.startsWith('A') ? 'B' : 'A'}${token.slice(1)}`;
    for (const wrong of [altered, '', 'x', app.identifiers.token('share', campaignId)])
      expect((await get(`${path}?preview=${wrong}`)).statusCode).toBe(204);
    expect((await get(`${other.path}?preview=${token}`)).statusCode).toBe(204);
    later(7 * 86_400_000);
    expect((await get(`${path}?preview=${token}`)).statusCode).toBe(200);
    later(8 * 86_400_000);
    expect((await get(`${path}?preview=${token}`)).statusCode).toBe(204);
    // A draft takes no entries.
    expect((await post(path, { ...sent, key: 'x' })).statusCode).toBe(410);
  });
});

describe('a popup that is sent', () => {
  it('asks for what its steps require: the address unless that is off, the number where that is on', async () => {
    const errorsOf = async (sections: Record<string, unknown>, fields: Record<string, string>) => {
      const { path } = await make({ sections });
      const answer = await post(path, { version: '1', key: await keyOf(path), ...fields });
      return Object.keys(answer.json<{ errors?: object }>().errors ?? {});
    };
    const [address, number] = [{ email: 'bo@example.test' }, { phone: '(212) 555-0143', consent: 'yes' }];
    expect(await errorsOf({}, address)).toEqual([]);
    expect(await errorsOf({}, number)).toEqual(['email']);
    expect(await errorsOf({ emailStep: { Required: false } }, number)).toEqual([]);
    expect(await errorsOf({ phoneStep: { Required: true } }, address)).toEqual(['phone']);
  });

  it('is data for its own script alone: the coupon has a page', async () => {
    const { path } = await make({ sections: { 'coupon.headline': { Content: 'A coffee on us' } } });
    const { page } = (await get(path)).json<PopupConfig>();
    expect(Object.keys(page).filter((name) => name.startsWith('coupon.'))).toEqual([]);
  });

  it('is one entry however often, with its two consents apart and the page that it was sent from', async () => {
    const { path } = await make();
    const key = await keyOf(path);
    const fields = { ...sent, key, phone: '(212) 555-0142', consent: 'yes', query: '?utm_source=letter' };
    const first = await post(path, fields);
    expect(first.statusCode).toBe(200);
    expect(first.headers['access-control-allow-origin']).toBe('*');
    expect(first.json()).toMatchObject({
      success: true,
      code: expect.stringMatching(/^[0-9A-Z]{5}-[0-9A-Z]{5}$/),
      link: expect.stringMatching(/\/t\/[\w-]{32}$/),
      note: null,
    });
    const again = await post(path, { ...fields, email: 'other@example.test', phone: '' });
    expect(again.json()).toEqual(first.json());
    const submission = await submissionOf(key);
    if (submission.status !== 'sent') throw new Error('It was not sent.');
    expect(submission).toMatchObject({
      kind: 'popup',
      email: 'Ann@example.test',
      phone: '+12125550142',
      pageAddress: `${shop}/plates/blue`,
      from: { source: 'letter' },
      consent: { ticked: true, texts: true, emails: false },
      emailConsent: { ticked: null, texts: false, emails: true },
    });
    expect(submission.consent!.text).not.toBe(submission.emailConsent!.text);

    const reactor = pageReactor(app.commands);
    const events = await app.store.read(streams.submission(submission.submissionId));
    await reactor.issue(events as never);
    await reactor.issue(events as never);
    const contact = stateOf(Contact, await app.store.read(streams.contact(ContactId.parse(submission.contactId))));
    expect(contact).toMatchObject({ status: 'subscribed', emails: 'subscribed' });
    const history = await app.store.read(streams.contact(ContactId.parse(submission.contactId)));
    expect(history.find(({ type }) => type === 'ContactSubscribedToEmail')!.data).toMatchObject({
      consent: { text: submission.emailConsent!.text, checkboxTicked: null },
    });
    expect(history.find(({ type }) => type === 'ContactJoinedCampaign')!.data).toMatchObject({ via: 'popup' });
    const told = first.json<{ code: string }>().code;
    const { events: all } = await app.store.readAll(0n, { limit: 10_000 });
    const coupons = all.filter(
      ({ type, data }) => type === 'CouponIssued' && (data as { contactId: string }).contactId === submission.contactId,
    );
    expect(coupons.map(({ data }) => (data as { code: string }).code)).toEqual([told]);
  });

  it('gives the coupon to who leaves the number out, and takes no number without the box', async () => {
    const { path } = await make();
    const skipped = await post(path, { ...sent, key: await keyOf(path) });
    expect(skipped.json()).toMatchObject({ success: true, code: expect.any(String) });
    const key = await keyOf(path);
    const unticked = await post(path, { ...sent, key, phone: '2125550143' });
    expect(unticked.statusCode).toBe(422);
    expect(unticked.json<{ errors: object }>().errors).toEqual({
      consent: ['Tick the box to get texts, or skip this step.'],
    });
    expect((await submissionOf(key)).status).toBe('none');
    const wrong = await post(path, { ...sent, key, email: 'ann@', phone: '55', consent: 'yes' });
    expect(Object.keys(wrong.json<{ errors: object }>().errors)).toEqual(['email', 'phone']);
    expect((await post(path, { ...sent, key, email: '' })).statusCode).toBe(422);

    const must = await make({ settings: { phoneAlways: true } });
    expect((await get(must.path)).json<PopupConfig>().phoneAlways).toBe(true);
    const without = await post(must.path, { ...sent, key: await keyOf(must.path) });
    expect(Object.keys(without.json<{ errors: object }>().errors)).toEqual(['phone']);
  });

  it('waits with the code where the address is to be proved first', async () => {
    const { path } = await make({ settings: { verifyEmail: true } });
    const reply = await post(path, { ...sent, key: await keyOf(path) });
    expect(reply.json()).toMatchObject({ code: null, link: null, note: expect.stringContaining('email') });
  });

  it('is asked to press again where a robot would be, with a new key only where the old one is none', async () => {
    const { path } = await make();
    const { key } = (await get(`${path}/key`)).json<{ key: string }>();
    const quick = await post(path, { ...sent, key });
    expect(quick.statusCode).toBe(422);
    expect(quick.json()).not.toHaveProperty('key');
    later();
    expect((await post(path, { ...sent, key, topic: 'pills' })).statusCode).toBe(422);
    const foreign = await post(path, { ...sent, key: 'made-up' });
    expect(foreign.json<{ key: string }>().key).toMatch(/^[\w-]{32}$/);
    expect((await post(path, { ...sent, key })).statusCode).toBe(200);
  });

  it('comes from the sites alone that it names, and from what is below them', async () => {
    const { path } = await make({ sections: { settings: { AllowedSites: 'https://Shop.example.test/, cafe.test' } } });
    expect((await get(path)).json<PopupConfig>().page.settings.AllowedSites).toBe('shop.example.test, cafe.test');
    const key = await keyOf(path);
    for (const origin of [
      'https://evil.test',
      'https://notshop.example.test',
      'null',
      'https://shop.example.test.evil.test',
    ]) {
      const refused = await post(path, { ...sent, key }, { origin });
      expect([origin, refused.statusCode]).toEqual([origin, 403]);
      expect(refused.headers).not.toHaveProperty('access-control-allow-origin');
    }
    expect((await post(path, { ...sent, key }, {})).statusCode).toBe(403);
    expect((await submissionOf(key)).status).toBe('none');
    const below = await post(path, { ...sent, key }, { origin: 'https://m.cafe.test:8443' });
    expect(below.statusCode).toBe(200);
    expect(below.headers).toMatchObject({
      'access-control-allow-origin': 'https://m.cafe.test:8443',
      vary: expect.stringContaining('Origin'),
    });
    // What the page says of itself counts only as far as the browser agrees.
    expect(await submissionOf(key)).toMatchObject({ pageAddress: 'https://m.cafe.test:8443' });
  });

  it('needs no preflight, and gets none', async () => {
    const { path } = await make();
    const asked = await app.api.inject({
      method: 'OPTIONS',
      url: path,
      headers: { origin: shop, 'access-control-request-method': 'POST', 'access-control-request-headers': 'x-own' },
    });
    expect(asked.headers).not.toHaveProperty('access-control-allow-headers');
    expect(asked.headers).not.toHaveProperty('access-control-allow-origin');
  });

  it('is told on the page of the email’s link what came of it', async () => {
    const { path } = await make();
    const key = await keyOf(path);
    await post(path, { ...sent, key });
    const token = app.identifiers.token('thanks', app.identifiers.idOf('form', key)!);
    const thanks = await get(`/t/${token}`);
    expect(thanks.statusCode).toBe(303);
    expect(thanks.headers.location).toMatch(/^\/t\/[\w-]{32}$/);
    const none = await make({ offer: { discountType: 'none' as never } });
    const other = await keyOf(none.path);
    await post(none.path, { ...sent, key: other });
    const plain = await get(`/t/${app.identifiers.token('thanks', app.identifiers.idOf('form', other)!)}`);
    expect(plain.statusCode).toBe(200);
    expect(plain.body).toContain('Thank you');
  });
});

describe('a page in a frame', () => {
  it('is let into any site, with its thanks; what is signed in, or holds a coupon, is not', async () => {
    const campaignId = randomUUID();
    await app.commands.campaigns.create(person(), {
      campaignId,
      name: 'Framed',
      type: 'landing',
      keyword: `POP${(keywords += 1)}`,
      reply: '',
      replyMedia: [],
      template: null,
      sections: {},
    });
    const { position } = await app.commands.campaigns.publishPage(person(), { campaignId });
    await app.runner.waitFor(position!, { timeoutMs: 10_000 });
    const path = `/pages/${campaignId}/${tenant.uniqueId}`;
    const page = await get(`${path}?embed=1`);
    later();
    const key = /name="key" value="([^"]+)"/.exec(page.body)![1]!;
    const answers = { key, version: '1', name: 'Ann', phone: '2125550144', consent: 'yes' };
    const thanks = await get(String((await post(path, answers)).headers.location));
    for (const open of [page, thanks]) {
      expect(open.statusCode).toBe(200);
      expect(open.headers).not.toHaveProperty('x-frame-options');
      expect(String(open.headers['content-security-policy'])).not.toContain('frame-ancestors');
    }
    const popup = await make();
    const sent = await post(popup.path, { version: '1', email: 'ann@example.test', key: await keyOf(popup.path) });
    const coupon = await get(new URL(sent.json<{ link: string }>().link).pathname);
    expect(String(coupon.headers['content-security-policy'])).toContain("frame-ancestors 'none'");
  });
});

describe('the sample site', () => {
  it('has the script on it, under a policy as strict as any, and cannot be framed', async () => {
    const { campaignId } = await make();
    const reply = await get(`/widget/${campaignId}/sample`);
    expect(reply.statusCode).toBe(200);
    expect(reply.body).toContain(`data-popup="${campaignId}"`);
    const policy = String(reply.headers['content-security-policy']);
    expect(policy).toContain("script-src 'self';");
    expect(policy).not.toContain('unsafe');
    expect(policy).toContain("frame-ancestors 'none'");
    expect((await get(`/widget/${randomUUID()}/sample`)).statusCode).toBe(404);
  });
});

it('reacts to nothing that belongs to another business', async () => {
  const other = await app.addTenant('harbor');
  const { campaignId } = await make();
  expect((await app.call(other.token, 'GET', `/coupons/${campaignId}/script`)).status).toBe(404);
});

it('takes no one new above the contact limit, and says so without saying whose plan it is', async () => {
  const { path } = await make();
  const { businessId } = tenant;
  const limit = (contactLimit: number | null) =>
    app.commands.businesses.setBilling(app.system(), {
      businessId,
      revision: null,
      monthlyMessages: null,
      contactLimit,
    });
  const known = await post(path, { ...sent, email: 'known@example.test', key: await keyOf(path) });
  expect(known.statusCode).toBe(200);
  const { rows } = await app.pool.query<{ id: string }>(
    `select data->>'submissionId' as id from es.events where type = 'PageSubmitted' order by position desc limit 1`,
  );
  await app.commands.pages.react(app.system(), { submissionId: rows[0]!.id });
  await app.settled();
  await limit(1);
  const refused = await post(path, { ...sent, email: 'new@example.test', key: await keyOf(path) });
  expect(refused.statusCode).toBe(422);
  expect(refused.json()).toMatchObject({ code: 'campaign_closed' });
  expect(refused.body).not.toContain('plan');
  const again = await post(path, { ...sent, email: 'known@example.test', key: await keyOf(path) });
  expect(again.statusCode).toBe(200);
  await limit(null);
});
