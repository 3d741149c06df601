import { describe, expect, expectTypeOf, it } from 'vitest';
import type { z } from 'zod';
import { addressOf, createApiClient, type ReadyRequest } from '../../../api/contract/client.ts';
import type { ContactList, MessageReply } from '../../../api/contract/index.ts';

const sent: { request: ReadyRequest; options: object }[] = [];
const client = createApiClient<{ readonly signal?: AbortSignal; readonly quiet?: boolean }>(
  async (request, options) => void sent.push({ request, options }),
);
const lastOf = () => sent.at(-1)!;

describe('the typed client', () => {
  it('fills the places of a path and the query, encoded, and leaves out what has no value', async () => {
    await client.get('/livechat/{id}', { params: { id: 'a/b' } });
    expect(lastOf().request).toEqual({ method: 'GET', path: '/livechat/a%2Fb', body: undefined });
    await client.get('/contacts', { query: { page: 2, search: '', keywords: ['A', 'B'], sort_desc: false } });
    expect(lastOf().request.path).toBe('/contacts?page=2&keywords=A&keywords=B&sort_desc=false');
    await client.get('/contacts');
    expect(lastOf().request.path).toBe('/contacts');
    expect(addressOf('/livechat/messages', { query: { contact_id: 'x', before: undefined } })).toBe(
      '/livechat/messages?contact_id=x',
    );
  });

  it('hands over the body, and its own options beside it', async () => {
    const body = { contact_id: 'x', body: 'Hello' };
    await client.post('/livechat/messages', { body, quiet: true });
    expect(lastOf()).toEqual({
      request: { method: 'POST', path: '/livechat/messages', body },
      options: { quiet: true },
    });
  });

  it('is checked by the compiler', () => {
    // Never run: what counts is that it compiles, or does not.
    const compiles = () => {
      expectTypeOf(client.get('/contacts')).resolves.toEqualTypeOf<z.output<typeof ContactList>>();
      expectTypeOf(client.post('/livechat/messages', { body: { contact_id: 'x' } })).resolves.toEqualTypeOf<
        z.output<typeof MessageReply>
      >();
      void client.post('/uploads/image', { body: new FormData() });
      void client.delete('/notification/{id}', { params: { id: 'x' } });
      // @ts-expect-error -- no such path
      void client.get('/contact');
      // @ts-expect-error -- declared for POST only
      void client.get('/contacts/{id}/opt-out', { params: { id: 'x' } });
      // @ts-expect-error -- its place is not filled
      void client.get('/contacts/{id}');
      // @ts-expect-error -- the place is called otherwise
      void client.get('/contacts/{id}', { params: { contact: 'x' } });
      // @ts-expect-error -- the list can not be sorted by that
      void client.get('/contacts', { query: { sort_by: 'keywords' } });
      // @ts-expect-error -- the body is missing
      void client.post('/livechat/messages');
      // @ts-expect-error -- a text is for a contact
      void client.post('/livechat/messages', { body: { body: 'Hello' } });
      // @ts-expect-error -- this call takes no body
      void client.post('/contacts/{id}/opt-out', { params: { id: 'x' }, body: { now: true } });
      // @ts-expect-error -- a file is sent as a form
      void client.post('/uploads/image', { body: { file: 'x' } });
    };
    expect(compiles).toBeTypeOf('function');
  });
});
