import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Contact } from '../../../api/contract/contacts.ts';
import { startTestApi, type Tenant, type TestApi } from './support.ts';

let app: TestApi;
let bella: Tenant;
beforeAll(async () => {
  app = await startTestApi();
  bella = await app.addTenant('bella');
});
afterAll(() => app.close());

const tag = (contactId: string, ...tags: string[]) =>
  app.call<{ data: Contact }>(bella.token, 'PUT', `/contacts/${contactId}/tags`, { tags });
const listed = async (query: string) => {
  const { body } = await app.call<{ data: Contact[]; meta: { total: number } }>(
    bella.token,
    'GET',
    `/contacts?${query}`,
  );
  return [body.data.map(({ id }) => id).sort(), body.meta.total] as const;
};

describe('tags of contacts', () => {
  it('are chosen, shown, and found by', async () => {
    const { contactId: ann } = await app.textIn(bella, 'PIZZA', '+12025550141');
    const { contactId: bob } = await app.textIn(bella, 'PIZZA', '+12025550142');
    const { contactId: cat } = await app.textIn(bella, 'PIZZA', '+12025550143');
    expect((await tag(ann, 'VIP', 'lunch')).body.data.tags).toEqual(['vip', 'lunch']);
    expect((await tag(bob, 'lunch')).body.data.tags).toEqual(['lunch']);
    expect((await tag(bob, 'lunch')).body.data.tags).toEqual(['lunch']);

    expect(await listed('tags=lunch')).toEqual([[ann, bob].sort(), 2]);
    expect(await listed('tags=vip,nobody')).toEqual([[ann], 1]);
    expect(await listed('tags=lunch&keywords=PIZZA&search=50142')).toEqual([[bob], 1]);
    expect((await listed(''))[0]).toContain(cat);

    expect((await tag(ann)).body.data.tags).toEqual([]);
    expect(await listed('tags=vip')).toEqual([[], 0]);
  });

  it('are refused with the reason at the field', async () => {
    const { contactId } = await app.textIn(bella, 'PIZZA', '+12025550144');
    const refused = await app.call<{ errors: object }>(bella.token, 'PUT', `/contacts/${contactId}/tags`, {
      tags: ['<script>'],
    });
    expect(refused).toMatchObject({
      status: 422,
      body: { errors: { 'tags.0': ['A tag is made of letters, digits, spaces, - and _.'] } },
    });
  });
});
