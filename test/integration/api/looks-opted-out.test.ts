import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApi, type Tenant } from './support.ts';

let app: Awaited<ReturnType<typeof startTestApi>>;
let shop: Tenant;
beforeAll(async () => {
  app = await startTestApi();
  shop = await app.addTenant('held');
});
afterAll(() => app.close());

interface Held {
  readonly id: string;
  readonly needs_reply: boolean;
  readonly looks_opted_out: { readonly body: string | null; readonly message_id: string | null } | null;
}
interface List {
  readonly data: readonly Held[];
  readonly meta: { readonly total: number; readonly counts: Readonly<Record<string, number>> };
}
const get = async <T>(path: string): Promise<T> => (await app.call<T>(shop.token, 'GET', path)).body;
const post = async (path: string, body?: unknown) => app.call(shop.token, 'POST', path, body);
const listed = async (more = '') => get<List>(`/livechat?filter=looks_opted_out${more}`);
const one = async (id: string) => (await get<{ data: Held }>(`/livechat/${id}`)).data;
const leftOut = async () => {
  const audience = {
    keywords: [],
    segment_ids: [],
    contact_ids: [],
    except_segment_ids: [],
    except_keywords: [],
    filter: { match: 'all', groups: [] },
    recipients_of: null,
  };
  const body = { type: 'sms', audience, window_hours: null };
  const { body: funnel } = await app.call<{ data: { recipients: number; left_out: unknown } }>(
    ...([shop.token, 'POST', '/broadcasts/audience', body] as const),
  );
  return { recipients: funnel.data.recipients, left_out: funnel.data.left_out };
};
const held = { reason: 'looks-opted-out', count: 1 };

describe('a conversation whose contact wrote what looks like an opt-out', () => {
  it('is shown with the text, counted and left out of audiences, until someone keeps them subscribed', async () => {
    const { contactId } = await app.textIn(shop, 'PIZZA', '+12025550401');
    expect(await leftOut()).toEqual({ recipients: 1, left_out: [] });
    const { messageId } = await app.textIn(shop, 'not interested', '+12025550401');
    const shown = await listed();
    expect(shown.data).toMatchObject([
      { id: contactId, needs_reply: true, looks_opted_out: { body: 'not interested', message_id: messageId } },
    ]);
    expect(shown.meta).toMatchObject({ total: 1, counts: { looks_opted_out: 1 } });
    expect((await listed('&assignee=mine')).meta).toMatchObject({ total: 0, counts: { looks_opted_out: 0 } });
    expect((await listed('&search=interested')).data).toHaveLength(1);
    expect(await leftOut()).toEqual({ recipients: 0, left_out: [held] });
    const standing = `/contacts/${contactId}/standing`;
    expect(await get(standing)).toMatchObject({ data: { looks_opted_out: expect.any(String) } });
    // An answer needs no decision, and is none. Nor is closing the conversation.
    expect((await post('/livechat/messages', { contact_id: contactId, body: 'Shall we stop?' })).status).toBe(200);
    expect((await post(`/livechat/${contactId}/open`, { open: false })).status).toBe(200);
    expect(await listed()).toMatchObject({ data: [{ needs_reply: false }], meta: { total: 1 } });

    for (const _ of [1, 2]) expect((await post(`/contacts/${contactId}/keep-subscribed`)).status).toBe(200);
    expect(await one(contactId)).toMatchObject({ looks_opted_out: null });
    expect(await listed()).toMatchObject({ data: [], meta: { total: 0, counts: { looks_opted_out: 0 } } });
    expect(await leftOut()).toEqual({ recipients: 1, left_out: [] });
    expect(await get(standing)).toMatchObject({ data: { looks_opted_out: null } });
    const life = await get<{ data: { what: string; by: string }[] }>(`/contacts/${contactId}/timeline?kinds=consent`);
    expect(life.data.slice(0, 2)).toMatchObject([
      { what: 'kept-subscribed', by: 'person' },
      { what: 'opt-out-suspected', by: 'platform' },
    ]);
  });

  it('ends with an opt-out, and with an opt-in of their own', async () => {
    const from = '+12025550402';
    const { contactId } = await app.textIn(shop, 'PIZZA', from);
    await app.textIn(shop, 'wrong person', from);
    expect((await one(contactId)).looks_opted_out).not.toBeNull();
    await app.textIn(shop, 'START', from);
    expect((await one(contactId)).looks_opted_out).toBeNull();
    await app.textIn(shop, 'wrong person', from);
    expect((await post(`/contacts/${contactId}/opt-out`, { reason: null })).status).toBe(200);
    expect(await one(contactId)).toMatchObject({ looks_opted_out: null, contact_status: 'optedOut' });
    expect(await listed()).toMatchObject({ data: [], meta: { counts: { looks_opted_out: 0 } } });
  });

  it('is held by the contact it is merged into, and gone with who is erased', async () => {
    const [kept, other] = ['+12025550403', '+12025550404'];
    const { contactId } = await app.textIn(shop, 'PIZZA', kept);
    const gone = await app.textIn(shop, 'who gave you my number', other);
    const merge = { other_id: gone.contactId, taken: [] };
    expect((await post(`/contacts/${contactId}/merge`, merge)).status).toBe(200);
    expect(await one(contactId)).toMatchObject({ looks_opted_out: { message_id: gone.messageId } });
    expect(await listed()).toMatchObject({ data: [{ id: contactId }], meta: { counts: { looks_opted_out: 1 } } });
    expect((await app.call(shop.token, 'DELETE', `/contacts/${contactId}`)).status).toBe(200);
    expect(await listed()).toMatchObject({ data: [], meta: { counts: { looks_opted_out: 0 } } });
  });
});
