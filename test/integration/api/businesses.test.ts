import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemContext } from '../../support/callers.ts';
import { eventually } from '../../support/eventually.ts';
import { startTestApi, type Tenant, type TestApi } from './support.ts';

interface Row {
  readonly id: string;
  readonly name: string;
  readonly unique_id: string;
  readonly is_active: boolean;
  readonly status: string;
  readonly agency: { id: string; name: string } | null;
  readonly usage_contacts: number;
  readonly phone_number: string | null;
}
interface List {
  readonly data: Row[];
  readonly meta: { total: number; page: number; per_page: number };
}
type Failure = {
  code: string;
  message: string;
  errors?: Record<string, string[]>;
  revision?: number;
  changes?: { field: string; was: unknown; now: unknown; by: string | null }[];
};
type Business = Row & { readonly revision: number } & Readonly<Record<string, unknown>>;

let app: TestApi;
let admin: string;
let agency: string;
let rival: string;
let bella: Tenant;
let other: Tenant;
beforeAll(async () => {
  app = await startTestApi();
  admin = await app.addUser('Admin', null);
  [bella, other] = [await app.addTenant('bella'), await app.addTenant('other')];
  // It can give its businesses what it has: live chat, and no loop.
  await app.commands.agencies.edit(app.system(), {
    agencyId: bella.agencyId!,
    name: 'Agency of bella',
    email: 'agency-bella@example.test',
    firstName: 'Bea',
    lastName: '',
    phone: null,
    website: null,
    timezone: 'America/New_York',
    isTemplate: false,
    isActiveLivechat: true,
    isActiveLoop: false,
    revision: 0,
  });
  agency = await app.addUser('Agency', bella.agencyId);
  rival = await app.addUser('Agency', other.agencyId);
});
afterAll(() => app.close());

const form = (name: string) => ({
  name,
  email: `${name.toLowerCase().replaceAll(/\W/g, '')}@business.test`,
  first_name: 'Bea',
  last_name: 'Baker',
  timezone: 'America/Denver',
  is_enabled_livechat: true,
  is_active_livechat: true,
});
const create = (token: string, name: string, more: object = {}, headers: Record<string, string> = {}) =>
  app.call<{ data: { id: string }; message: string }>(
    token,
    'POST',
    '/businesses',
    { ...form(name), ...more },
    headers,
  );
const get = async (token: string, id: string) =>
  (await app.call<{ data: Business }>(token, 'GET', `/businesses/${id}`)).body.data;
const list = async (token: string, query = '') => (await app.call<List>(token, 'GET', `/businesses${query}`)).body;
const info = async (token: string, id: string) =>
  (await app.call<{ data: { revision: number } & Record<string, unknown> }>(token, 'GET', `/businesses/${id}/info`))
    .body.data;

describe('a business of an agency', () => {
  it('is created, listed, edited, archived, restored, switched off and on: every answer shows what was done', async () => {
    const { status, body } = await create(agency, 'Corner Bakery', { password: 'a-long-password', no_messages: 200 });
    expect({ status, message: body.message }).toEqual({ status: 200, message: 'Corner Bakery has been created.' });
    const { id } = body.data;
    const { revision, ...before } = await get(agency, id);
    expect(before).toMatchObject({
      name: 'Corner Bakery',
      unique_id: expect.stringMatching(/^[a-z0-9-]{3,60}$/),
      agency: { id: bella.agencyId, name: 'Agency of bella' },
      status: 'active',
      is_active: true,
      first_name: 'Bea',
      timezone: 'America/Denver',
      date_format: 'MM/DD/YYYY',
      no_messages: 200,
      no_contacts: null,
      usage_contacts: 0,
      phone_number: null,
      is_enabled_livechat: true,
      broadcasters: [],
      unread: 0,
      free_fee: false,
      custom_fields: [],
    });
    expect((await app.call(agency, 'GET', `/businesses/${id}/unique-id`)).body).toEqual({
      data: { unique_id: before.unique_id },
    });
    expect((await list(agency, '?search=corner')).data).toMatchObject([{ id, agency: { id: bella.agencyId } }]);
    expect(
      (await app.call<{ data: { businesses_count: number } }>(admin, 'GET', `/agencies/${bella.agencyId}`)).body.data
        .businesses_count,
    ).toBe(2);
    const owner = await app.api.inject({
      method: 'POST',
      url: '/api/v1/login',
      payload: { email: 'cornerbakery@business.test', password: 'a-long-password' },
    });
    expect(owner.statusCode).toBe(200);

    const saved = await app.call<{ data: { revision: number } }>(agency, 'PUT', `/businesses/${id}`, {
      ...form('Corner Bakery'),
      name: 'Corner Café',
      currency: 'EUR',
      date_format: 'DD/MM/YYYY',
      revision,
    });
    expect(saved.status).toBe(200);
    // What a form leaves out stays: the limits among it.
    expect(await get(agency, id)).toMatchObject({
      name: 'Corner Café',
      currency: 'EUR',
      date_format: 'DD/MM/YYYY',
      no_messages: 200,
      revision: saved.body.data.revision,
    });

    expect((await app.call(agency, 'POST', `/businesses/${id}/active`)).body).toMatchObject({
      data: { is_active: false },
    });
    expect((await get(agency, id)).is_active).toBe(false);
    expect((await app.call(agency, 'POST', `/businesses/${id}/active`, { active: false })).body).toMatchObject({
      data: { is_active: false },
    });
    expect((await app.call(agency, 'POST', `/businesses/${id}/active`)).body).toMatchObject({
      data: { is_active: true },
    });

    expect((await app.call(agency, 'DELETE', `/businesses/${id}`)).status).toBe(200);
    expect((await list(agency, '?search=corner')).meta.total).toBe(0);
    expect((await list(agency, '?search=corner&status=archived')).data).toMatchObject([{ id, status: 'archived' }]);
    expect((await get(agency, id)).status).toBe('archived');
    expect((await app.call(agency, 'POST', `/businesses/${id}/restore`)).status).toBe(200);
    expect((await list(agency, '?search=corner')).data).toMatchObject([{ id, status: 'active' }]);
  });

  it('is its agency’s whatever the body says, and nobody else’s', async () => {
    const { id } = (await create(agency, 'Own', { agency_id: other.agencyId })).body.data;
    expect((await get(agency, id)).agency).toMatchObject({ id: bella.agencyId });
    expect((await app.call(rival, 'GET', `/businesses/${id}`)).status).toBe(404);
    expect((await list(rival, '?per_page=9999')).data.map((row) => row.id)).toEqual([other.businessId]);
  });

  it('that two edit is overwritten by nobody silently', async () => {
    const { id } = (await create(agency, 'Shared')).body.data;
    const { revision } = await get(agency, id);
    expect(
      (
        await app.call(admin, 'PUT', `/businesses/${id}`, {
          ...form('Shared'),
          name: 'Shared A',
          timezone: 'America/New_York',
          no_contacts: 50,
          revision,
        })
      ).status,
    ).toBe(200);
    const second = await app.call<Failure>(agency, 'PUT', `/businesses/${id}`, {
      ...form('Shared'),
      name: 'Shared B',
      revision,
    });
    expect(second).toMatchObject({ status: 409, body: { code: 'edit_conflict' } });
    expect(
      second.body
        .changes!.map(({ field, was, now, by }) => ({ field, was, now, by }))
        .sort((a, b) => a.field.localeCompare(b.field)),
    ).toEqual([
      { field: 'name', was: 'Shared', now: 'Shared A', by: 'Ada Min' },
      { field: 'no_contacts', was: null, now: 50, by: 'Ada Min' },
      { field: 'timezone', was: 'America/Denver', now: 'America/New_York', by: 'Ada Min' },
    ]);
    expect((await get(agency, id)).name).toBe('Shared A');
    expect(
      (
        await app.call(agency, 'PUT', `/businesses/${id}`, {
          ...form('Shared'),
          name: 'Shared B',
          revision: second.body.revision,
        })
      ).status,
    ).toBe(200);
    expect(
      (await app.call(agency, 'PUT', `/businesses/${id}`, { ...form('Shared'), revision: 1_000_000 })).status,
    ).toBe(422);
  });

  it('is copied with its settings and campaigns, never with contacts or numbers', async () => {
    await app.textIn(bella, 'PIZZA');
    const source = await get(agency, bella.businessId);
    expect(source).toMatchObject({ phone_number: bella.number, usage_contacts: 1 });
    const { status, body } = await app.call<{ data: { id: string } }>(
      agency,
      'POST',
      `/businesses/${bella.businessId}/duplicate`,
      { name: 'Bella Two', email: 'two@business.test' },
    );
    expect(status).toBe(200);
    const copy = await get(agency, body.data.id);
    expect(copy).toMatchObject({
      name: 'Bella Two',
      timezone: source['timezone'],
      currency: source['currency'],
      agency: { id: bella.agencyId },
      phone_number: null,
      usage_contacts: 0,
      usage_messages: 0,
      is_active: true,
    });
    expect(copy.unique_id).not.toBe(source.unique_id);
    const campaigns = await app.readModels.campaigns(body.data.id);
    expect(campaigns.map(({ name, keyword }) => ({ name, keyword }))).toEqual([{ name: 'Pizza', keyword: 'PIZZA' }]);
  });

  it('is made once, however often it is asked for with one key', async () => {
    const key = { 'idempotency-key': 'make-one' };
    const answers = await Promise.all([1, 2, 3].map(() => create(agency, 'Only One', {}, key)));
    expect(new Set(answers.map((answer) => answer.body.data.id)).size).toBe(1);
    expect((await list(agency, '?search=only')).meta.total).toBe(1);
  });

  it('has an address of its own: taken ones are refused at their fields', async () => {
    await create(agency, 'First', { unique_id: 'the-first' });
    expect(await create(agency, 'Second', { unique_id: 'THE-first' })).toMatchObject({
      status: 422,
      body: { code: 'unique_id_taken', errors: { unique_id: [expect.any(String)] } },
    });
    expect(await create(agency, 'Third', { email: 'FIRST@business.test' })).toMatchObject({
      status: 422,
      body: { code: 'email_taken', errors: { email: [expect.any(String)] } },
    });
    expect((await list(agency, '?search=second')).meta.total).toBe(0);
    for (const [more, field] of [
      [{ unique_id: 'a b' }, 'unique_id'],
      [{ timezone: 'Mars/Olympus' }, 'timezone'],
      [{ currency: 'XXX' }, 'currency'],
      [{ no_messages: 0 }, 'no_messages'],
      [{ no_contacts: 1.5 }, 'no_contacts'],
      [{ template_content: 'x'.repeat(20_001) }, 'template_content'],
    ] as const) {
      const answer = await app.call<Failure>(agency, 'POST', '/businesses', { ...form('Bad'), ...more });
      expect({ status: answer.status, field: Object.keys(answer.body.errors ?? {})[0] }).toEqual({
        status: 422,
        field,
      });
    }
  });

  it('takes nothing from a body that is not the call’s to change', async () => {
    const extra = {
      id: randomUUID(),
      agencyId: other.agencyId,
      agency: { id: other.agencyId },
      status: 'archived',
      is_active: false,
      free_fee: true,
      use_bandwidth: true,
      balance: 100,
      role: 'Admin',
      credit_status: 2,
      subscribed: true,
      stripe_status: 'active',
      phone_number: '+14155550199',
      number_status: 'verified',
      usage_messages: -5,
      usage_contacts: -5,
      ownerId: bella.userId,
      owner_id: bella.userId,
      created_at: '2000-01-01T00:00:00.000Z',
      twilioConfig: { token: 'x' },
      broadcasters: [{ name: 'X', phone: '+12025550100' }],
    };
    expect((await create(agency, 'Strict', extra)).status).toBe(422);
    const { id } = (await create(agency, 'Strict')).body.data;
    const before = await get(agency, id);
    expect(before).toMatchObject({
      status: 'active',
      is_active: true,
      free_fee: false,
      use_bandwidth: false,
      phone_number: null,
      number_status: null,
      usage_messages: 0,
      usage_contacts: 0,
      agency: { id: bella.agencyId },
      broadcasters: [],
      twilioConfig: null,
    });
    expect(
      (
        await app.call(agency, 'PUT', `/businesses/${id}`, {
          ...form('Strict'),
          unique_id: 'another-one',
          ...extra,
          revision: before.revision,
        })
      ).status,
    ).toBe(422);
    expect(await get(agency, id)).toEqual(before);
    const copy = { name: 'Strict Two', email: 'strict2@business.test' };
    const duplicate = (body: object) =>
      app.call<{ data: { id: string } }>(agency, 'POST', `/businesses/${id}/duplicate`, body);
    expect((await duplicate({ ...copy, ...extra })).status).toBe(422);
    const { id: copyId } = (await duplicate(copy)).body.data;
    expect(await get(agency, copyId)).toMatchObject({
      free_fee: false,
      use_bandwidth: false,
      status: 'active',
      is_active: true,
      phone_number: null,
      agency: { id: bella.agencyId },
    });
    // The fee and the platform's carrier are the operator's to give.
    for (const more of [{ free_fee: true }, { use_bandwidth: true }])
      expect(
        await app.call(agency, 'PUT', `/businesses/${id}/billing-config`, {
          no_messages: 10,
          no_contacts: 10,
          ...more,
        }),
      ).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    expect(await get(agency, id)).toMatchObject({ free_fee: false, no_messages: null });
    expect(
      (await app.call(agency, 'PUT', `/businesses/${id}/billing-config`, { no_messages: 10, no_contacts: null }))
        .status,
    ).toBe(200);
    expect(
      (
        await app.call(admin, 'PUT', `/businesses/${id}/billing-config`, {
          no_messages: 20,
          no_contacts: 30,
          free_fee: true,
          use_bandwidth: true,
        })
      ).status,
    ).toBe(200);
    expect(await get(agency, id)).toMatchObject({
      free_fee: true,
      use_bandwidth: true,
      no_messages: 20,
      no_contacts: 30,
    });
  });
});

describe('an operator', () => {
  it('makes businesses of an agency, and such as stand alone', async () => {
    const alone = (await create(admin, 'Alone')).body.data.id;
    expect((await get(admin, alone)).agency).toBeNull();
    const placed = (await create(admin, 'Placed', { agency_id: other.agencyId })).body.data.id;
    expect((await get(rival, placed)).agency).toMatchObject({ id: other.agencyId });
    expect((await app.call(agency, 'GET', `/businesses/${alone}`)).status).toBe(404);
    expect(await create(admin, 'Nowhere', { agency_id: randomUUID() })).toMatchObject({
      status: 422,
      body: { errors: { agency_id: ['This agency does not exist.'] } },
    });
    expect((await list(admin, `?agency_id=${other.agencyId}&sort_by=name`)).data.map(({ name }) => name)).toEqual([
      'other',
      'Placed',
    ]);
    const { data, meta } = await list(admin, '?per_page=9999');
    expect(meta).toEqual({ total: data.length, page: 1, per_page: 9999 });
    expect(data.map(({ id }) => id)).toEqual(expect.arrayContaining([alone, placed, bella.businessId]));
  });

  it('reads and edits an archived business as before', async () => {
    const { id } = (await create(admin, 'Filed')).body.data;
    await app.call(admin, 'DELETE', `/businesses/${id}`);
    const { revision } = await get(admin, id);
    expect(
      (await app.call(admin, 'PUT', `/businesses/${id}`, { ...form('Filed'), name: 'Filed away', revision })).status,
    ).toBe(200);
    expect((await get(admin, id)).name).toBe('Filed away');
  });
});

describe('what an agency gives', () => {
  it('is what it has: a feature of which its own is off is refused at its field', async () => {
    const { status, body } = await app.call<{ errors: Record<string, string[]> }>(agency, 'POST', '/businesses', {
      ...form('Greedy'),
      is_enabled_loop: true,
    });
    expect([status, Object.keys(body.errors)]).toEqual([422, ['is_enabled_loop']]);
    expect((await create(admin, 'Lucky', { agency_id: bella.agencyId, is_enabled_loop: true })).status).toBe(200);
  });
});

describe('the list of businesses', () => {
  it('is searched, sorted and paged', async () => {
    for (const name of ['Zed One', 'Zed Two', 'Zed Three']) await create(agency, name);
    const names = async (query: string) => (await list(agency, query)).data.map((row) => row.name);
    expect(await names('?search=zed&sort_by=name')).toEqual(['Zed One', 'Zed Three', 'Zed Two']);
    expect(await names('?search=zed&sort_by=name&sort_desc=true')).toEqual(['Zed Two', 'Zed Three', 'Zed One']);
    expect(await list(agency, '?search=zed&sort_by=name&per_page=2&page=2')).toMatchObject({
      data: [{ name: 'Zed Two' }],
      meta: { total: 3, page: 2, per_page: 2 },
    });
    expect(await names('?search=zedone@business')).toEqual(['Zed One']);
    expect(await names(`?search=${encodeURIComponent(bella.number)}`)).toEqual(['bella']);
  });

  it('templates are the agency’s own and the platform’s', async () => {
    const mine = (await create(agency, 'Mine', { is_template: true, template_content: 'Start here.' })).body.data.id;
    const platforms = (await create(admin, 'Platform', { is_template: true })).body.data.id;
    const without = { is_template: true, is_enabled_livechat: false, is_active_livechat: false };
    const rivals = (await create(rival, 'Rivals', without)).body.data.id;
    const ids = async (token: string) =>
      (await app.call<{ data: { id: string }[] }>(token, 'GET', '/businesses/templates')).body.data
        .map(({ id }) => id)
        .sort();
    expect(await ids(agency)).toEqual([mine, platforms].sort());
    expect(await ids(rival)).toEqual([platforms, rivals].sort());
    expect(await ids(admin)).toEqual(expect.arrayContaining([mine, platforms, rivals]));
  });
});

describe('a business of itself', () => {
  const own = () => info(bella.token, bella.businessId);
  const put = (path: string, body: object) =>
    app.call<Failure & { data: { revision: number } }>(bella.token, 'PUT', path, body);
  const post = (path: string, body: object) =>
    app.call<Failure & { data: { revision: number } }>(bella.token, 'POST', path, body);

  it('changes its settings, contact details, broadcasters and legal pages', async () => {
    const settings = { name: 'Bella’s', currency: 'GBP', timezone: 'Europe/London', date_format: 'DD/MM/YYYY' };
    expect((await put('/businesses/edit-settings', { ...settings, revision: (await own()).revision })).status).toBe(
      200,
    );
    const contact = {
      phone: '+1 415 555 0101',
      email: 'hi@bella.test',
      website: 'https://bella.test',
      address: '1 Main St',
      city: 'Springfield',
      state: 'IL',
      postal_code: '62701',
      country: 'US',
    };
    expect(
      (await post('/businesses/update-contact-info', { ...contact, revision: (await own()).revision })).status,
    ).toBe(200);
    const broadcasters = [{ name: 'Ann', phone: '+14155550102' }];
    expect(
      (await post('/businesses/update-broadcasters', { broadcasters, revision: (await own()).revision })).status,
    ).toBe(200);
    const pages = {
      privacy: { content: 'We keep little.\n\nAnd not for long.', link: null },
      terms: { content: '', link: 'https://bella.test/terms' },
    };
    const saved = await put('/businesses/legal-pages', { pages, revision: (await own()).revision });
    expect(saved.status).toBe(200);
    expect((await app.call(bella.token, 'GET', '/businesses/legal-pages')).body).toEqual({
      data: { pages, revision: saved.body.data.revision },
    });
    expect(await own()).toMatchObject({
      name: 'Bella’s',
      currency: 'GBP',
      timezone: 'Europe/London',
      date_format: 'DD/MM/YYYY',
      contact_info: contact,
      broadcasters,
      redemption_url: expect.stringMatching(/\/redemption$/),
      revision: saved.body.data.revision,
    });
    expect(await get(agency, bella.businessId)).toMatchObject({ name: 'Bella’s', contact_info: contact, broadcasters });
  });

  it('says of each broadcaster whether they can send, and what they sent last', async () => {
    const shop = await app.addTenant('texters');
    const phones = ['+14155550161', '+14155550162', '+14155550163'] as const;
    const broadcasters = phones.map((phone, nth) => ({ name: `Ann ${nth}`, phone }));
    const { body: info } = await app.call<{ data: { revision: number } }>(
      ...([shop.token, 'GET', `/businesses/${shop.businessId}/info`] as const),
    );
    const { revision } = info.data;
    await app.call(shop.token, 'POST', '/businesses/update-broadcasters', { broadcasters, revision });
    await app.textIn(shop, 'PIZZA', '+14155550164');
    await app.textIn(shop, 'STOP', phones[1]);
    await app.textIn(shop, 'PIZZA Half price tonight', phones[2]);
    const events = await app.store.readAll(0n, { filter: { types: ['TextedBroadcastRequested'] }, limit: 9 });
    const { contactId, broadcastId } = events.events[0]!.data as { contactId: string; broadcastId: string };
    const tenant = events.events[0]!.metadata.tenant;
    const say = { contactId, broadcastId, recipients: 1 };
    await app.commands.textedBroadcasts.offer(systemContext(tenant), say);
    await app.textIn(shop, `YES ${app.identifiers.broadcastCode(broadcastId)}`, phones[2]);
    await app.commands.textedBroadcasts.send(systemContext(tenant), say);
    const answered = await eventually(
      async () => (await app.call<{ data: object }>(shop.token, 'GET', '/businesses/broadcasters')).body.data,
      (data) => JSON.stringify(data).includes(broadcastId),
    );
    expect(answered).toEqual({
      number: shop.number,
      keyword: 'PIZZA',
      broadcasters: [
        { name: 'Ann 0', phone: phones[0], state: 'ready', last: null },
        { name: 'Ann 1', phone: phones[1], state: 'opted-out', last: null },
        {
          name: 'Ann 2',
          phone: phones[2],
          state: 'ready',
          last: {
            broadcast_id: broadcastId,
            name: expect.stringMatching(/^Half price tonight · /),
            at: expect.any(String),
          },
        },
      ],
    });
    const { body } = await app.call<{ data: object }>(shop.token, 'GET', `/broadcasts/${broadcastId}`);
    expect(body.data).toMatchObject({ texted: { contact_id: contactId, name: 'Ann 2', phone: phones[2] } });
  });

  it('says how often it writes to one person a day: three times unless it chooses otherwise', async () => {
    const { revision, ...before } = await own();
    expect(before).toMatchObject({ daily_limits: { texts: 3, mails: 3 } });
    expect((await put('/businesses/daily-limits', { texts: 5, mails: null, revision })).status).toBe(200);
    expect(await own()).toMatchObject({ daily_limits: { texts: 5, mails: null } });
    for (const texts of [0, 21, 1.5]) {
      const refused = await put('/businesses/daily-limits', { texts, mails: 3, revision });
      expect(refused).toMatchObject({
        status: 422,
        body: { errors: { texts: ['Choose from 1 to 20 texts, or no limit.'] } },
      });
    }
  });

  it('that two of its people edit: a page that the other wrote is named by the form’s own field, and kept', async () => {
    const page = (content: string) => ({ content, link: null });
    const { revision } = await own();
    expect(
      (await put('/businesses/legal-pages', { pages: { privacy: page('First.'), terms: page('') }, revision })).status,
    ).toBe(200);
    const second = await put('/businesses/legal-pages', {
      pages: { privacy: page(''), terms: page('Second.') },
      revision,
    });
    expect(second.status).toBe(409);
    const { changes } = second.body as unknown as { changes: { field: string; now: unknown }[] };
    expect(changes.filter(({ field }) => field === 'privacy_content')).toMatchObject([{ now: 'First.' }]);
    expect(changes.every(({ field }) => /^(privacy|terms)_(content|link)$/.test(field))).toBe(true);
    expect((await app.call(bella.token, 'GET', '/businesses/legal-pages')).body).toMatchObject({
      data: { pages: { privacy: { content: 'First.' }, terms: { content: '' } } },
    });
  });

  it('takes nothing that is its operator’s, and nothing that is wrong', async () => {
    const before = await get(agency, bella.businessId);
    const { revision } = await own();
    const settings = {
      name: before.name,
      currency: before['currency'],
      timezone: before['timezone'],
      date_format: before['date_format'],
    };
    const extra = {
      id: other.businessId,
      businessId: other.businessId,
      agency_id: other.agencyId,
      free_fee: true,
      use_bandwidth: true,
      no_messages: null,
      no_contacts: null,
      balance: 9,
      role: 'Admin',
      credit_status: 0,
      is_active_mms: true,
      is_template: true,
      unique_id: 'mine',
      status: 'active',
    };
    expect((await put('/businesses/edit-settings', { ...settings, ...extra, revision })).status).toBe(422);
    expect(
      (await post('/businesses/update-broadcasters', { broadcasters: before['broadcasters'], ...extra, revision }))
        .status,
    ).toBe(422);
    expect(
      (await post('/businesses/update-contact-info', { ...(before['contact_info'] as object), ...extra, revision }))
        .status,
    ).toBe(422);
    expect(await get(agency, bella.businessId)).toEqual(before);
    expect(await get(rival, other.businessId)).toMatchObject({ name: 'other' });
    for (const [path, body, field] of [
      ['/businesses/update-contact-info', { website: 'javascript:alert(1)' }, 'website'],
      ['/businesses/update-contact-info', { email: 'x' }, 'email'],
      ['/businesses/update-contact-info', { country: 'USA' }, 'country'],
      [
        '/businesses/update-broadcasters',
        { broadcasters: Array.from({ length: 21 }, () => ({ name: 'A', phone: '+14155550102' })) },
        'broadcasters',
      ],
    ] as const)
      expect(Object.keys((await post(path, { ...body, revision })).body.errors!)[0]).toBe(field);
    const link = await put('/businesses/legal-pages', {
      pages: { privacy: { content: '', link: 'javascript:alert(1)' }, terms: { content: '', link: null } },
      revision,
    });
    expect(link).toMatchObject({
      status: 422,
      body: { errors: { 'pages.privacy.link': ['Domain format is invalid.'] } },
    });
  });

  it('meets its agency’s edit as 409, with who it was', async () => {
    const { revision } = await own();
    const agencys = await get(agency, bella.businessId);
    expect(
      (
        await app.call(agency, 'PUT', `/businesses/${bella.businessId}`, {
          ...form('Bella'),
          name: 'Bella of the agency',
          revision: agencys.revision,
        })
      ).status,
    ).toBe(200);
    const answer = await put('/businesses/edit-settings', {
      name: 'Mine',
      currency: 'USD',
      timezone: 'UTC',
      date_format: 'MM/DD/YYYY',
      revision,
    });
    expect(answer).toMatchObject({ status: 409, body: { code: 'edit_conflict' } });
    expect(answer.body.changes!.find(({ field }) => field === 'name')).toMatchObject({
      now: 'Bella of the agency',
      by: 'Ada Min',
    });
  });

  it('reads its own notifications, and only its own info', async () => {
    await app.textIn(bella, 'Is the PIZZA still warm?');
    expect(
      (
        await app.call<{ data: { content: string }[]; meta: { unread: number } }>(
          bella.token,
          'GET',
          '/businesses/notifications',
        )
      ).body.data[0]!.content,
    ).toContain('PIZZA');
    expect((await app.call(bella.token, 'GET', `/businesses/${other.businessId}/info`)).status).toBe(404);
    expect((await app.call(agency, 'GET', `/businesses/${bella.businessId}/info`)).status).toBe(200);
    expect((await app.call(admin, 'GET', `/businesses/${bella.businessId}/info`)).status).toBe(200);
  });
});

describe('an archived or inactive tenant', () => {
  const blocked = { status: 403, body: { code: 'account_inactive', message: expect.any(String) } };

  it('reads everything and changes nothing, from one moment to the next, and back', async () => {
    const carla = await app.addTenant('carla');
    const its = await app.addUser('Agency', carla.agencyId);
    const settings = async () => ({
      name: 'carla',
      currency: 'USD',
      timezone: 'UTC',
      date_format: 'MM/DD/YYYY',
      revision: (await info(carla.token, carla.businessId)).revision,
    });
    const change = async () => app.call(carla.token, 'PUT', '/businesses/edit-settings', await settings());
    expect((await change()).status).toBe(200);

    await app.call(its, 'POST', `/businesses/${carla.businessId}/active`, { active: false });
    expect(await change()).toMatchObject(blocked);
    expect(await app.call(carla.token, 'POST', '/livechat', { phone: '+12025550100' })).toMatchObject(blocked);
    for (const path of [
      '/profile',
      '/livechat',
      '/contacts',
      '/businesses/legal-pages',
      '/notifications',
      '/businesses/dashboard-reports',
    ])
      expect((await app.call(carla.token, 'GET', path)).status).toBe(200);
    expect((await app.call(carla.token, 'POST', '/notifications/mark-all')).status).toBe(200);
    expect((await app.call(carla.token, 'PUT', '/settings', { push_notifications: false })).status).toBe(200);
    // Its operator goes on as usual.
    expect(
      (
        await app.call(its, 'PUT', `/businesses/${carla.businessId}`, {
          ...form('carla'),
          revision: (await get(its, carla.businessId)).revision,
        })
      ).status,
    ).toBe(200);
    await app.call(its, 'POST', `/businesses/${carla.businessId}/active`, { active: true });
    expect((await change()).status).toBe(200);

    await app.call(its, 'DELETE', `/businesses/${carla.businessId}`);
    expect(await change()).toMatchObject(blocked);
    await app.call(its, 'POST', `/businesses/${carla.businessId}/restore`);
    expect((await change()).status).toBe(200);

    // An archived agency takes its businesses along.
    await app.call(admin, 'DELETE', `/agencies/${carla.agencyId}`);
    expect(await change()).toMatchObject(blocked);
    expect(await create(its, 'Another')).toMatchObject(blocked);
    expect((await app.call(its, 'GET', '/businesses')).status).toBe(200);
    expect((await app.call(admin, 'GET', `/businesses/${carla.businessId}`)).status).toBe(200);
    expect((await app.call(admin, 'POST', `/businesses/${carla.businessId}/active`, { active: true })).status).toBe(
      200,
    );
    // Whoever acts as the tenant is bound like the tenant, and can go back.
    const acting = await app.call<{ access_token: string }>(admin, 'POST', `/impersonate/${carla.userId}`);
    expect(acting.status).toBe(200);
    expect(
      await app.call(acting.body.access_token, 'PUT', '/businesses/edit-settings', await settings()),
    ).toMatchObject(blocked);
    expect((await app.call(acting.body.access_token, 'DELETE', '/impersonate')).status).toBe(200);
    await app.call(admin, 'POST', `/agencies/${carla.agencyId}/restore`);
    expect((await change()).status).toBe(200);
    expect((await app.call(carla.token, 'POST', '/logout')).status).toBe(200);
  });
});
