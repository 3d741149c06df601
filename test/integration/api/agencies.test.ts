import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApi, type Tenant, type TestApi } from './support.ts';

interface Row {
  readonly id: string;
  readonly name: string;
  readonly businesses_count: number;
  readonly status: string;
}
interface Agency extends Row {
  readonly revision: number;
  readonly email: string;
  readonly first_name: string;
  readonly free_fee: boolean;
  readonly is_new: boolean;
  readonly timezone: string;
  readonly phone: string | null;
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
  changes?: { field: string; was: unknown; now: unknown; by: string | null; at: string }[];
};

let app: TestApi;
let ada: string;
let bo: string;
let bella: Tenant;
let agency: string;
beforeAll(async () => {
  app = await startTestApi();
  [ada, bo] = [await app.addUser('Admin', null), await app.addUser('Admin', null)];
  bella = await app.addTenant('bella');
  agency = await app.addUser('Agency', bella.agencyId);
});
afterAll(() => app.close());

const form = (name: string) => ({
  name,
  email: `${name.toLowerCase().replaceAll(/\W/g, '')}@agency.test`,
  first_name: 'Nora',
  last_name: 'West',
  timezone: 'America/Chicago',
});
const create = async (name: string, more: object = {}, headers: Record<string, string> = {}) =>
  app.call<{ data: { id: string }; message: string }>(ada, 'POST', '/agencies', { ...form(name), ...more }, headers);
const get = async (id: string) => (await app.call<{ data: Agency }>(ada, 'GET', `/agencies/${id}`)).body.data;
const list = async (query = '') => (await app.call<List>(ada, 'GET', `/agencies${query}`)).body;

describe('an agency', () => {
  it('is created, listed, edited, archived, restored: every answer shows what was done', async () => {
    const created = await create('Northwind', { free_fee: true, free_messages: 500, password: 'a-long-password' });
    expect(created).toMatchObject({ status: 200, body: { success: true, message: 'Northwind has been created.' } });
    const { id } = created.body.data;
    expect((await list('?search=northwind')).data).toMatchObject([
      {
        id,
        name: 'Northwind',
        email: 'northwind@agency.test',
        status: 'active',
        businesses_count: 0,
        free_fee: true,
        subscribed: false,
      },
    ]);
    const agencyBefore = await get(id);
    expect(agencyBefore).toMatchObject({
      first_name: 'Nora',
      timezone: 'America/Chicago',
      free_messages: 500,
      usage_messages: 0,
      has_sample: false,
      is_new: true,
      whitelabel: null,
      twilioConfig: null,
    });
    // Its owner signs in at once.
    const owner = (
      await app.api.inject({
        method: 'POST',
        url: '/api/v1/login',
        payload: { email: 'northwind@agency.test', password: 'a-long-password' },
      })
    ).json<{ access_token: string }>().access_token;
    expect((await app.call(owner, 'GET', '/businesses')).body).toMatchObject({ data: [], meta: { total: 0 } });

    const saved = await app.call<{ data: { revision: number } }>(ada, 'PUT', `/agencies/${id}`, {
      ...form('Northwind'),
      name: 'North & Wind',
      phone: '+1 312 555 0100',
      revision: agencyBefore.revision,
    });
    expect(saved).toMatchObject({ status: 200, body: { success: true } });
    const after = await get(id);
    expect(after).toMatchObject({ name: 'North & Wind', phone: '+1 312 555 0100', revision: saved.body.data.revision });

    expect(await app.call(ada, 'DELETE', `/agencies/${id}`)).toMatchObject({ status: 200, body: { success: true } });
    expect((await list('?search=wind')).data).toEqual([]);
    expect((await list('?search=wind&status=archived')).data).toMatchObject([
      { id, status: 'archived', archived_at: expect.any(String) },
    ]);
    expect((await get(id)).status).toBe('archived');
    expect(await app.call(ada, 'POST', `/agencies/${id}/restore`)).toMatchObject({
      status: 200,
      body: { success: true },
    });
    expect((await list('?search=wind')).data).toMatchObject([{ id, status: 'active', archived_at: null }]);
  });

  it('that two operators edit is overwritten by nobody silently', async () => {
    const { id } = (await create('Contoso')).body.data;
    const { revision } = await get(id);
    expect(
      (
        await app.call(ada, 'PUT', `/agencies/${id}`, {
          ...form('Contoso'),
          name: 'Contoso East',
          website: 'https://contoso.example',
          revision,
        })
      ).status,
    ).toBe(200);
    const second = await app.call<Failure>(bo, 'PUT', `/agencies/${id}`, {
      ...form('Contoso'),
      name: 'Contoso West',
      revision,
    });
    expect(second.status).toBe(409);
    expect(second.body).toMatchObject({
      code: 'edit_conflict',
      message: expect.any(String),
      requestId: expect.any(String),
    });
    expect(
      second.body
        .changes!.map(({ field, was, now, by }) => ({ field, was, now, by }))
        .sort((a, b) => a.field.localeCompare(b.field)),
    ).toEqual([
      { field: 'name', was: 'Contoso', now: 'Contoso East', by: 'Ada Min' },
      { field: 'website', was: null, now: 'https://contoso.example', by: 'Ada Min' },
    ]);
    expect((await get(id)).name).toBe('Contoso East');
    // Having seen it, the second one saves over it.
    expect(
      (
        await app.call(bo, 'PUT', `/agencies/${id}`, {
          ...form('Contoso'),
          name: 'Contoso West',
          revision: second.body.revision,
        })
      ).status,
    ).toBe(200);
    expect((await get(id)).name).toBe('Contoso West');
    // What was not in the form is no conflict.
    const { revision: now } = await get(id);
    expect(
      (
        await app.call(ada, 'PUT', `/agencies/${id}/billing-config`, {
          free_fee: true,
          free_numbers: 1,
          free_messages: 2,
          free_calls: 3,
        })
      ).status,
    ).toBe(200);
    expect(
      (await app.call(bo, 'PUT', `/agencies/${id}`, { ...form('Contoso'), name: 'Contoso', revision: now })).status,
    ).toBe(200);
    expect(await get(id)).toMatchObject({
      name: 'Contoso',
      free_fee: true,
      free_numbers: 1,
      free_messages: 2,
      free_calls: 3,
    });
  });

  it('is made once, however often it is asked for with one key', async () => {
    const key = { 'idempotency-key': 'make-fabrikam' };
    const [first, ...more] = await Promise.all([1, 2, 3].map(() => create('Fabrikam', {}, key)));
    for (const again of more) expect(again.body.data).toEqual(first!.body.data);
    expect((await list('?search=fabrikam')).meta.total).toBe(1);
    // The process died before the answer was kept: the same key still means the same agency.
    await app.pool.query('delete from ops.idempotency_keys where key = $1', [key['idempotency-key']]);
    expect((await create('Fabrikam', {}, key)).body.data).toEqual(first!.body.data);
    expect((await list('?search=fabrikam')).meta.total).toBe(1);
    expect(await create('Fabrikam', { name: 'Other' }, key)).toMatchObject({
      status: 422,
      body: { code: 'idempotency_key_reused' },
    });
  });

  it('without a password invites its owner; an address is somebody’s only once', async () => {
    expect((await create('Litware')).body.message).toBe(
      'Litware has been created. litware@agency.test gets an invitation.',
    );
    const again = await create('Litware');
    expect(again).toMatchObject({
      status: 422,
      body: { code: 'email_taken', errors: { email: [expect.any(String)] } },
    });
    expect((await list('?search=litware')).meta.total).toBe(1);
  });

  it('is not made of what is missing or wrong', async () => {
    for (const [body, field] of [
      [{}, 'name'],
      [{ ...form('A'), name: ' ' }, 'name'],
      [{ ...form('A'), email: 'a@' }, 'email'],
      [{ ...form('A'), timezone: 'Mars/Olympus' }, 'timezone'],
      [{ ...form('A'), website: 'javascript:alert(1)' }, 'website'],
      [{ ...form('A'), free_messages: -1 }, 'free_messages'],
      [{ ...form('A'), password: 'short' }, 'password'],
      [{ ...form('A'), first_name: 'a\u0000b' }, 'first_name'],
    ] as const) {
      const answer = await app.call<Failure>(ada, 'POST', '/agencies', body);
      expect({ field, status: answer.status }).toEqual({ field, status: 422 });
      expect(Object.keys(answer.body.errors!)[0]).toBe(field);
    }
  });

  it('takes nothing from a body that is not the call’s to change', async () => {
    const { id } = (await create('Adatum', { free_fee: false })).body.data;
    const before = await get(id);
    const extra = {
      id: 'x',
      status: 'archived',
      free_fee: true,
      free_messages: 9,
      free_numbers: 9,
      free_calls: 9,
      usage_messages: 0,
      is_new: false,
      has_sample: true,
      subscribed: true,
      balance: 1000,
      role: 'Admin',
      credit_status: 2,
      stripe_status: 'active',
      owner_id: bella.userId,
      ownerId: bella.userId,
      created_at: '2000-01-01T00:00:00.000Z',
      archived_at: '2000-01-01T00:00:00.000Z',
      businesses_count: 7,
      twilioConfig: {},
      whitelabel: {},
    };
    const refused = await app.call<Failure>(ada, 'PUT', `/agencies/${id}`, {
      ...form('Adatum'),
      ...extra,
      revision: before.revision,
    });
    expect(refused.status).toBe(422);
    expect(Object.keys(refused.body.errors!)).toEqual(expect.arrayContaining(['status', 'balance', 'role', 'ownerId']));
    expect((await app.call(ada, 'PUT', `/agencies/${id}/update-partial`, { ...extra, is_new: true })).status).toBe(422);
    expect(await get(id)).toEqual(before);
    const many = (await list()).meta.total;
    expect((await create('Trey', extra)).status).toBe(422);
    expect((await list()).meta.total).toBe(many);
  });
});

describe('the list of agencies', () => {
  it('is searched, sorted and paged', async () => {
    for (const name of ['Zeta One', 'Zeta Two', 'Zeta Three']) await create(name);
    const names = async (query: string) => (await list(query)).data.map((row) => row.name);
    expect(await names('?search=zeta&sort_by=name')).toEqual(['Zeta One', 'Zeta Three', 'Zeta Two']);
    expect(await names('?search=zeta&sort_by=name&sort_desc=1')).toEqual(['Zeta Two', 'Zeta Three', 'Zeta One']);
    expect(await names('?search=zetatwo@agency')).toEqual(['Zeta Two']);
    const second = await list('?search=zeta&sort_by=name&per_page=2&page=2');
    expect(second).toMatchObject({ data: [{ name: 'Zeta Two' }], meta: { total: 3, page: 2, per_page: 2 } });
    expect((await list('?search=nobody-has-this')).meta.total).toBe(0);
    expect((await list()).meta.per_page).toBe(10);
  });
});

describe('an agency of itself', () => {
  const profile = async () =>
    (
      await app.call<{
        agency: {
          name: string;
          revision: number;
          whitelabel: { color: string | null; subdomain: string | null } | null;
          free_fee: boolean;
        };
      }>(agency, 'GET', '/profile')
    ).body.agency;
  const settings = { name: 'Agency of bella', timezone: 'Europe/Berlin' };

  it('changes settings and brand in one go', async () => {
    const { revision } = await profile();
    const saved = await app.call<{ data: { revision: number } }>(agency, 'PUT', '/agencies/edit-settings', {
      ...settings,
      phone: '+49 30 5550100',
      support_email: 'help@bella.test',
      revision,
      brand: { name: 'Bella & Co', color: '#0f766e', subdomain: 'bella' },
    });
    expect(saved.status).toBe(200);
    expect(await profile()).toMatchObject({
      revision: saved.body.data.revision,
      phone: '+49 30 5550100',
      support_email: 'help@bella.test',
      whitelabel: { name: 'Bella & Co', color: '#0f766e', subdomain: 'bella' },
    });
    expect(await get(bella.agencyId)).toMatchObject({ timezone: 'Europe/Berlin', whitelabel: { subdomain: 'bella' } });
    // What is left out stays.
    expect(
      (await app.call(agency, 'PUT', '/agencies/edit-settings', { ...settings, revision: saved.body.data.revision }))
        .status,
    ).toBe(200);
    expect(await profile()).toMatchObject({ phone: '+49 30 5550100', whitelabel: { name: 'Bella & Co' } });
  });

  it('is told at the fields of the brand what is wrong with it, and then nothing is saved', async () => {
    const rival = await app.addTenant('rival');
    const rivals = await app.addUser('Agency', rival.agencyId);
    const { revision } = (await app.call<{ agency: { revision: number } }>(rivals, 'GET', '/profile')).body.agency;
    for (const [brand, field, message] of [
      [{ subdomain: 'bella' }, 'brand.subdomain', null],
      [{ subdomain: '-x-' }, 'brand.subdomain', 'Subdomain format is invalid.'],
      [{ custom_domain: 'http://x.com' }, 'brand.custom_domain', 'Domain format is invalid.'],
      [{ color: 'red' }, 'brand.color', null],
    ] as const) {
      const answer = await app.call<Failure>(rivals, 'PUT', '/agencies/edit-settings', {
        name: 'Renamed',
        timezone: 'UTC',
        revision,
        brand,
      });
      expect({ field, status: answer.status, fields: Object.keys(answer.body.errors ?? {}) }).toEqual({
        field,
        status: 422,
        fields: [field],
      });
      if (message !== null) expect(answer.body.message).toBe(message);
    }
    expect((await get(rival.agencyId)).name).toBe('Agency of rival');
  });

  it('meets another’s edit as 409', async () => {
    const { revision } = await profile();
    expect(
      (await app.call(ada, 'PUT', `/agencies/${bella.agencyId}`, { ...form('Bella Agency'), revision })).status,
    ).toBe(200);
    const answer = await app.call<Failure>(agency, 'PUT', '/agencies/edit-settings', { ...settings, revision });
    expect(answer).toMatchObject({ status: 409, body: { code: 'edit_conflict' } });
    expect(answer.body.changes!.map(({ field }) => field)).toContain('name');
  });

  it('takes no fee, role or balance from a body', async () => {
    const before = await profile();
    const extra = {
      free_fee: true,
      free_messages: 999,
      balance: 5,
      role: 'Admin',
      credit_status: 0,
      is_template: true,
      agencyId: 'x',
      id: 'x',
      status: 'active',
    };
    expect(
      (
        await app.call(agency, 'PUT', '/agencies/edit-settings', {
          name: before.name,
          timezone: 'UTC',
          ...extra,
          revision: before.revision,
        })
      ).status,
    ).toBe(422);
    expect(
      (await app.call(agency, 'PUT', `/agencies/${bella.agencyId}/update-partial`, { is_new: false, ...extra })).status,
    ).toBe(422);
    expect(
      (await app.call(agency, 'PUT', `/agencies/${bella.agencyId}/update-partial`, { is_new: false })).status,
    ).toBe(200);
    const { free_fee, free_messages, is_template, is_new } = (await get(bella.agencyId)) as unknown as Record<
      string,
      unknown
    >;
    expect({ free_fee: free_fee === before.free_fee, free_messages, is_template, is_new }).toEqual({
      free_fee: true,
      free_messages: 0,
      is_template: false,
      is_new: false,
    });
  });

  it('gets a demo account once', async () => {
    const answer = await app.call<{ data: { id: string } }>(agency, 'POST', '/agencies/add-sample-account', undefined, {
      'idempotency-key': 'demo',
    });
    expect(answer.status).toBe(200);
    expect(
      (await app.call<{ agency: { has_sample: boolean } }>(agency, 'GET', '/profile')).body.agency.has_sample,
    ).toBe(true);
    expect(
      (await app.call<{ data: { id: string }[] }>(agency, 'GET', '/businesses')).body.data.map(({ id }) => id),
    ).toContain(answer.body.data.id);
    expect(
      (await app.call(agency, 'POST', '/agencies/add-sample-account', undefined, { 'idempotency-key': 'demo' })).body,
    ).toEqual(answer.body);
    expect((await app.call(agency, 'POST', '/agencies/add-sample-account')).status).toBeGreaterThanOrEqual(400);
  });

  it('sees what its businesses do, over days that exist', async () => {
    await app.textIn(bella, 'PIZZA');
    const answer = await app.call<{
      data: {
        from: string;
        to: string;
        daily: { day: string }[];
        totals: { received: number; opt_ins: number; numbers: number; contacts: number };
        top: { id: string }[];
      };
    }>(agency, 'GET', '/agencies/analytics');
    expect(answer.status).toBe(200);
    expect(answer.body.data.daily).toHaveLength(30);
    expect(answer.body.data.totals).toMatchObject({ received: 1, opt_ins: 1, contacts: 1, numbers: 1 });
    expect(answer.body.data.top[0]).toMatchObject({ id: bella.businessId, received: 1 });
    expect(
      (
        await app.call<{ data: { daily: object[] } }>(
          agency,
          'GET',
          '/agencies/analytics?date_range=2026-02-01,2026-02-03',
        )
      ).body.data.daily,
    ).toHaveLength(3);
    for (const range of ['x', '2026-02-30,2026-03-01', '2026-03-02,2026-03-01', '2020-01-01,2026-01-01'])
      expect((await app.call(agency, 'GET', `/agencies/analytics?date_range=${range}`)).status).toBe(422);
  });
});
