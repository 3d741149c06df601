import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Campaign, CampaignRow, KeywordRow, Landing } from '../../../api/contract/campaigns.ts';
import { startTestApi, type Tenant, type TestApi } from './support.ts';

let app: TestApi;
let bella: Tenant;
let cafe: Tenant;
beforeAll(async () => {
  app = await startTestApi();
  bella = await app.addTenant('bella');
  cafe = await app.addTenant('cafe');
});
afterAll(() => app.close());

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
const asked = <T>(who: Tenant, method: Method, path: string, body?: unknown) =>
  app.call<T>(who.token, method, path, body);
const made = async (body: object, path = '/campaigns') =>
  (await asked<{ data: { id: string } }>(bella, 'POST', path, body)).body.data.id;
const campaign = async (id: string) => (await asked<{ data: Campaign }>(bella, 'GET', `/campaigns/${id}`)).body.data;
const landing = async (id: string, version?: number) =>
  (await asked<{ data: Landing }>(bella, 'GET', `/landings/${id}${version ? `?version=${version}` : ''}`)).body.data;
const refusal = (errors: object) => ({ status: 422, body: { errors } });
const wrong = [expect.any(String)];

describe('campaigns', () => {
  it('are made whole, listed, changed in parts and put away', async () => {
    const id = await made({
      name: 'Free slice',
      type: 'landing',
      keyword: 'slice',
      reply: 'Here is your slice, {{first_name|friend}}.',
      template: 'restaurant',
      sections: { styling: { BackgroundColor: '#fff7ed' } },
      discount_type: 'percentage',
      discount_amount: 20,
      offer_title: '20% off',
      code_type: 2,
      static_code: 'slice20',
      reminders: [1, 3, 3],
      reminder_message: 'Your slice waits.',
    });
    expect(await campaign(id)).toMatchObject({
      name: 'Free slice',
      keyword: 'SLICE',
      phone_number: bella.number,
      status: 'active',
      waiting: null,
      code_type: 2,
      static_code: 'SLICE20',
      discount_amount: 20,
      day_to_expire: 14,
      reminders: [3, 1],
      notifications: { enabled: false, text: '[phone_number] opted into the campaign with the keyword [keyword]' },
      sections: { styling: { BackgroundColor: '#fff7ed', MaxWidth: 600 } },
      page: { kind: 'landing', version: null, link: expect.stringContaining(`/pages/${id}/bella-`) as string },
    });
    await asked(bella, 'PUT', `/coupons/${id}`, { name: 'Slice', keyword: 'PIE', day_to_expire: 7, revision: 1 });
    expect(await campaign(id)).toMatchObject({ name: 'Slice', keyword: 'PIE', day_to_expire: 7, discount_amount: 20 });
    const setting = {
      double_opt_in: true,
      notifications: { enabled: true, text: 'New', phones: ['415 555 0142'], emails: [] },
    };
    expect(await asked(bella, 'PUT', `/coupons/${id}/update-setting`, setting)).toMatchObject({ status: 200 });
    expect(await campaign(id)).toMatchObject({ double_opt_in: true, notifications: { phones: ['+14155550142'] } });
    // What is not spoken of stays.
    await asked(bella, 'PUT', `/coupons/${id}/update-setting`, { anonymous_use: true });
    await asked(bella, 'PUT', `/coupons/${id}/update-setting`, { redeem_by: 'holder' });
    expect(await campaign(id)).toMatchObject({ double_opt_in: true, anonymous_use: true, redeem_by: 'holder' });

    const listed = async (query: string) =>
      (await asked<{ data: CampaignRow[] }>(bella, 'GET', `/campaigns?${query}`)).body.data.map((row) => row.keyword);
    expect(await listed('search=pie')).toEqual(['PIE']);
    expect(await listed('type=text')).toEqual(['PIZZA']);
    expect(await listed('sort_by=keyword&sort_desc=1')).toEqual(['PIZZA', 'PIE']);
    expect((await asked(bella, 'GET', '/campaigns?sort_by=secret')).status).toBe(422);
    await asked(bella, 'DELETE', `/campaigns/${id}`);
    expect(await listed('')).toEqual(['PIZZA']);
    expect(await listed('status=archived')).toEqual(['PIE']);
    expect((await asked(bella, 'PUT', `/campaigns/${id}`, { name: 'No' })).status).toBe(409);
    expect((await asked(bella, 'PUT', `/campaigns/${id}`, { status: 'active' })).status).toBe(200);
    expect(await campaign(id)).toMatchObject({ status: 'active', archived_at: null });
  });

  it('say at the field what is wrong, and make nothing then', async () => {
    const base = { name: 'Bad', type: 'landing', keyword: 'bad1' };
    const tries: readonly (readonly [object, string])[] = [
      [{ ...base, name: ' ' }, 'name'],
      [{ ...base, type: 'nonsense' }, 'type'],
      [{ ...base, keyword: 'STOP' }, 'keyword'],
      [{ ...base, keyword: '!!!' }, 'keyword'],
      [{ ...base, keyword: 'pizza' }, 'keyword'],
      [{ ...base, discount_type: 'percentage', offer_title: 'x' }, 'discount_amount'],
      [{ ...base, discount_type: 'free' }, 'offer_title'],
      [{ ...base, discount_type: 'free', offer_title: 'x', code_type: 2 }, 'static_code'],
      [{ ...base, discount_type: 'free', offer_title: 'x', code_type: 3 }, 'code_type'],
      [{ ...base, discount_type: 'free', offer_title: 'x', reminders: [14], reminder_message: 'x' }, 'reminders'],
      [{ ...base, reply: '{{nonsense}}' }, 'reply'],
      [{ ...base, sections: { main: { Colour: '#ffffff' } } }, 'sections.main'],
      [{ ...base, sections: { main: { Color: 'red;}' } } }, 'sections.main.Color'],
      [{ ...base, sections: { legalFooter: { Link: 'javascript:alert(1)' } } }, 'sections.legalFooter.Link'],
    ];
    for (const [body, field] of tries)
      expect(Object.keys((await asked<{ errors: object }>(bella, 'POST', '/campaigns', body)).body.errors)).toContain(
        field,
      );
    const { body } = await asked<{ data: CampaignRow[] }>(bella, 'GET', '/campaigns?search=bad');
    expect(body.data).toEqual([]);
  });

  it('tell the second of two editors what changed, by the names of the form', async () => {
    const id = await made({ name: 'Two', type: 'text', keyword: 'two', reply: 'Hi' });
    const { revision } = await campaign(id);
    await asked(bella, 'PUT', `/campaigns/${id}`, { day_to_expire: 7, revision });
    const second = await asked<{ changes: { field: string; now: unknown }[] }>(bella, 'PUT', `/campaigns/${id}`, {
      day_to_expire: 21,
      revision,
    });
    expect(second).toMatchObject({ status: 409, body: { code: 'edit_conflict' } });
    expect(second.body.changes).toEqual([expect.objectContaining({ field: 'day_to_expire', was: 14, now: 7 })]);
    expect((await asked(bella, 'PUT', `/campaigns/${id}`, { name: 'Three', revision })).status).toBe(200);
  });

  it('are copied: within the business, and by whoever has the unique id', async () => {
    const id = await made({
      name: 'Source',
      type: 'vote',
      keyword: 'source',
      offer_title: 'Free',
      discount_type: 'free',
    });
    const copy = await asked(bella, 'POST', `/coupons/${id}/duplicate`, { name: 'Copy', keyword: 'copy' });
    expect(copy.status).toBe(200);
    const { body } = await asked<{ data: { unique_id: string } }>(bella, 'GET', `/coupons/${id}/unique-id`);
    const clone = await asked<{ data: { id: string } }>(cafe, 'POST', `/coupons/${body.data.unique_id}/clone`, {
      name: 'Clone',
      keyword: 'clone',
    });
    const theirs = await asked<{ data: Campaign }>(cafe, 'GET', `/campaigns/${clone.body.data.id}`);
    expect(theirs.body.data).toMatchObject({ type: 'vote', keyword: 'CLONE', discount_type: 'free' });
    const forged = `${'A'.repeat(31)}B`;
    expect((await asked(cafe, 'POST', `/coupons/${forged}/clone`, { name: 'x', keyword: 'x1' })).status).toBe(404);
  });

  it('repeated with one key are one', async () => {
    const key = randomUUID();
    const body = { name: 'Once', type: 'landing', keyword: 'once', discount_type: 'free', offer_title: 'Coffee' };
    const send = () =>
      app.api.inject({
        method: 'POST',
        url: '/api/v1/campaigns',
        headers: { authorization: `Bearer ${bella.token}`, 'idempotency-key': key },
        payload: body,
      });
    const [one, two] = [await send(), await send()];
    expect(two.json()).toEqual(one.json());
    const { body: list } = await asked<{ data: CampaignRow[] }>(bella, 'GET', '/campaigns?search=once');
    expect(list.data).toHaveLength(1);
  });
});

describe('pages', () => {
  it('are saved by sections, published, looked back at and brought back', async () => {
    const id = await made({ title: 'Autumn', keyword: 'autumn', template: 'cafe' }, '/landings');
    const put = (body: object) =>
      asked<{ data: { revision: number; version: number | null; edited: boolean } }>(
        bella,
        'PUT',
        `/landings/${id}`,
        body,
      );
    const saved = await put({ sections: { main: { FontSize: 40 } }, revision: (await landing(id)).revision });
    expect(saved.body.data).toMatchObject({ version: null, edited: true });
    expect((await put({ publish: true })).body.data).toMatchObject({ version: 1, edited: false });
    const next = await put({ sections: { main: { FontSize: 50 } }, revision: saved.body.data.revision });
    expect(next.body.data).toMatchObject({ version: 1, edited: true });
    expect(await landing(id)).toMatchObject({
      template: 'cafe',
      sections: { main: { FontSize: 50 } },
      published: { main: { FontSize: 40 } },
    });
    await put({ publish: true });
    expect(await landing(id, 1)).toMatchObject({ sections: { main: { FontSize: 40 } } });
    await put({ restore: 1 });
    const page = await landing(id);
    expect(page).toMatchObject({ sections: { main: { FontSize: 40 } }, published: { main: { FontSize: 50 } } });
    expect(page.history.map(({ act }) => act)).toEqual(['restored', 'published', 'published', 'started']);
    expect((await put({ publish: false })).body.data.version).toBeNull();
    expect((await asked(bella, 'GET', `/landings/${id}?version=9`)).status).toBe(404);
  });

  it('tell the second of two at one section, and let two at two sections be', async () => {
    const id = await made({ title: 'Shared', keyword: 'shared' }, '/landings');
    const { revision } = await landing(id);
    const put = (sections: object) => asked(bella, 'PUT', `/landings/${id}`, { sections, revision });
    expect((await put({ main: { FontSize: 40 } })).status).toBe(200);
    expect((await put({ logo: { Show: false } })).status).toBe(200);
    expect(await put({ main: { FontSize: 41 } })).toMatchObject({
      status: 409,
      body: { code: 'edit_conflict', changes: [{ field: 'sections.main' }] },
    });
  });

  it('take the nested names of votes and loops', async () => {
    const id = await made({ title: 'Pick', type: 'vote', keyword: 'pick' }, '/landings');
    const sections = { votes: { options: { AllowMultiple: true } } };
    expect((await asked(bella, 'PUT', `/landings/${id}`, { sections })).status).toBe(200);
    expect(await landing(id)).toMatchObject({ sections });
    const { body } = await asked<{ data: CampaignRow[] }>(bella, 'GET', '/landings?type=vote');
    expect(body.data.map(({ type }) => type)).toContain('vote');
    expect((await asked<{ data: unknown[] }>(bella, 'GET', '/landings?type=text')).body.data).toEqual([]);
  });

  it('are shared: a script for another site, an email once they are public', async () => {
    const id = await made({ name: 'A "quoted" <page>', type: 'landing', keyword: 'quoted' });
    const { body } = await asked<{ data: { script: string; link: string } }>(bella, 'GET', `/coupons/${id}/script`);
    expect(body.data.script).toContain(`src="${body.data.link}?embed=1"`);
    expect(body.data.script).not.toContain('<page>');
    const email = () => asked(bella, 'POST', `/coupons/${id}/send-email`, { email: 'friend@example.com' });
    expect(await email()).toMatchObject(refusal({ email: wrong }));
    await asked(bella, 'PUT', `/landings/${id}`, { publish: true });
    expect((await email()).status).toBe(200);
    const { events } = await app.store.readAll(0n, { limit: 10, filter: { types: ['AccountEmailRequested'] } });
    expect(events[0]!.data).toMatchObject({
      kind: 'shared-page',
      email: 'friend@example.com',
      about: { from: 'bella' },
    });
  });
});

describe('keywords', () => {
  it('are made with their answer, changed, asked about and given up', async () => {
    const id = await made({ keyword: 'hours', reply: 'From 9 to 6.' }, '/keywords');
    const taken = await asked(bella, 'POST', '/keywords', { keyword: 'Hours!', reply: 'x' });
    expect(taken).toMatchObject(refusal({ keyword: wrong }));
    const reserved = await asked<{ errors: { keyword: string[] } }>(bella, 'PUT', `/keywords/${id}`, {
      keyword: 'stop',
    });
    expect(reserved.body.errors.keyword[0]).toContain('reserved');
    await asked(bella, 'PUT', `/keywords/${id}`, { keyword: 'open' });
    const rows = async () => (await asked<{ data: KeywordRow[] }>(bella, 'GET', '/keywords?search=open')).body.data;
    expect(await rows()).toMatchObject([{ keyword: 'OPEN', type: 'text', phone_number: bella.number }]);
    await made({
      name: 'V',
      type: 'vote',
      keyword: 'feature',
      discount_type: 'free',
      offer_title: 'x',
      code_type: 2,
      static_code: 'AB',
    });
    const of = (path: string, ...keywords: string[]) => asked(bella, 'POST', `/keywords/${path}`, { keywords });
    expect((await of('has-features', 'Feature')).body).toEqual({ static_coupon: true, vote_coupon: true });
    expect((await of('has-features', 'open')).body).toEqual({ static_coupon: false, vote_coupon: false });
    expect((await of('has-static-coupon', 'open', 'feature')).body).toEqual({ static_coupon: true });
    await asked(bella, 'DELETE', `/keywords/${id}`);
    expect(await rows()).toEqual([]);
  });
});
