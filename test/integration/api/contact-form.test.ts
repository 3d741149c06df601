import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { ContactWithConsents } from '../../../api/contract/contacts.ts';
import type { CustomField } from '../../../api/contract/custom-fields.ts';
import { startTestApi, type Tenant, type TestApi } from './support.ts';

let app: TestApi;
let bella: Tenant;
beforeAll(async () => {
  app = await startTestApi();
  bella = await app.addTenant('bella');
});
afterAll(() => app.close());

type Contact = z.output<typeof ContactWithConsents>;
const blank = {
  phone: null,
  first_name: null,
  last_name: null,
  email: null,
  birthday: null,
  anniversary: null,
  company_name: null,
  website: null,
  custom: {},
  tags: [],
};
const call = <Body>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) =>
  app.call<Body>(bella.token, method, path, body);
const contact = async (id: string) => (await call<{ data: Contact }>('GET', `/contacts/${id}`)).body.data;
const add = (more: object) =>
  call<{ data: { id: string }; errors?: object }>('POST', '/contacts', { ...blank, ...more });
const field = async (more: object) =>
  (await call<{ data: { id: string } }>('POST', '/custom-fields', { name: `F ${randomUUID()}`, kind: 'text', ...more }))
    .body.data.id;

describe('a contact on its form', () => {
  it('is shown as it was written down, and found by its address', async () => {
    const dog = await field({ name: 'Dog' });
    const { body } = await add({
      phone: '+12025550151',
      first_name: 'Ada',
      email: 'Ada@example.com',
      birthday: '2/29',
      website: 'ada.example',
      tags: ['VIP'],
      custom: { [dog]: 'Rex' },
    });
    expect(await contact(body.data.id)).toMatchObject({
      phone: '+12025550151',
      first_name: 'Ada',
      email: 'Ada@example.com',
      birthday: '02-29',
      tags: ['vip'],
      status: 'unknown',
      email_status: 'unknown',
      source: 'manual',
      custom: { [dog]: 'Rex' },
      consents: [],
    });
    const found = await call<{ data: Contact[] }>('GET', '/contacts?search=ada@example');
    expect(found.body.data.map(({ id }) => id)).toEqual([body.data.id]);
  });

  it('loses what is emptied, and keeps what it was not asked about', async () => {
    const dog = await field({});
    const { body } = await add({
      email: 'bo@example.com',
      website: 'bo.example',
      birthday: '1/2',
      custom: { [dog]: 'Rex' },
    });
    const { id } = body.data;
    const { revision } = await contact(id);
    const { phone: _, ...form } = { ...blank, email: 'bo@example.com', custom: { [dog]: '' } };
    expect((await call('PUT', `/contacts/${id}`, { ...form, revision })).status).toBe(200);
    expect(await contact(id)).toMatchObject({ website: null, birthday: null, custom: {}, email: 'bo@example.com' });
    const late = await call<{ changes: { field: string }[] }>('PUT', `/contacts/${id}`, {
      ...form,
      first_name: 'Bo',
      birthday: '01/03',
      revision,
    });
    expect(late.status).toBe(409);
    expect(late.body.changes.map(({ field: name }) => name).sort()).toEqual(['birthday', `custom_${dog}`, 'website']);
  });

  it('says where they live, keeps it where it is left out, and takes it along when two are one', async () => {
    const { body } = await add({ phone: '+12025550166', state: 'california', zip: '94110' });
    const { id } = body.data;
    const shown = await contact(id);
    expect(shown).toMatchObject({ state: 'CA', zip: '94110' });
    const { phone: _, ...form } = { ...blank, first_name: 'Ada' };
    expect((await call('PUT', `/contacts/${id}`, { ...form, revision: shown.revision })).status).toBe(200);
    expect(await contact(id)).toMatchObject({ first_name: 'Ada', state: 'CA', zip: '94110' });
    const other = (await add({ phone: '+12025550167' })).body.data.id;
    expect((await call('POST', `/contacts/${other}/merge`, { other_id: id, taken: [] })).status).toBe(200);
    expect(await contact(other)).toMatchObject({ state: 'CA', zip: '94110' });
    const { revision } = await contact(other);
    expect((await call('PUT', `/contacts/${other}`, { ...form, state: '', zip: null, revision })).status).toBe(200);
    expect(await contact(other)).toMatchObject({ state: null, zip: null });
    const wrong = await add({ phone: '+12025550168', state: 'Ontario', zip: 'M5V' });
    expect(Object.keys(wrong.body.errors ?? {}).sort()).toEqual(['state', 'zip']);
  });

  it('says at its field what is wrong', async () => {
    const size = await field({ name: 'Shoe size', kind: 'number' });
    const refused = await add({ email: 'cy@example.com', birthday: '13/40', custom: { [size]: 'large' } });
    expect(refused).toMatchObject({ status: 422, body: { errors: { birthday: [expect.stringContaining('mm/dd')] } } });
    expect(await add({ email: 'cy@example.com', custom: { [size]: 'large' } })).toMatchObject({
      status: 422,
      body: { errors: { [`custom.${size}`]: ['Shoe size is a number, such as 42 or 3.5.'] } },
    });
    await add({ email: 'cy@example.com' });
    expect(await add({ email: 'CY@example.com' })).toMatchObject({
      status: 422,
      body: { errors: { email: ['There is already a contact with this email address.'] } },
    });
  });
});

describe('custom fields', () => {
  it('are listed, changed, and gone when they are deleted, on contacts too', async () => {
    const id = await field({ name: 'Favourite pizza', kind: 'choice', choices: ['Funghi', 'Diavola'] });
    const { body } = await add({ email: 'di@example.com', custom: { [id]: 'funghi' } });
    const listed = async (query = '') =>
      (await call<{ data: CustomField[] }>('GET', `/custom-fields?${query}`)).body.data;
    expect(await listed('search=pizza')).toMatchObject([
      { id, key: 'favourite_pizza', choices: ['Funghi', 'Diavola'] },
    ]);
    await call('PUT', `/custom-fields/${id}`, { name: 'Best pizza', choices: ['Diavola'] });
    expect(await listed('search=best')).toMatchObject([{ id, key: 'favourite_pizza', choices: ['Diavola'] }]);
    // A choice that is gone stays with those who have it.
    expect((await contact(body.data.id)).custom).toEqual({ [id]: 'Funghi' });
    expect((await call('DELETE', `/custom-fields/${id}`)).status).toBe(200);
    expect(await listed('search=best')).toEqual([]);
    expect((await contact(body.data.id)).custom).toEqual({});
  });
});
