import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Role } from '../../../api/contract/session.ts';
import { routes } from '../../../api/routes/index.ts';
import { eventually, startTestApi, type Tenant, type TestApi } from './support.ts';

/** What the walk needs to know of every call. A call that is not here fails the walk: whoever adds one says who may use it and how it is reached. */
interface Visit {
  readonly who: 'public' | readonly Role[];
  /** The call with the ids of somebody else's things; null: it takes no ids, its tenant is the session's. */
  readonly foreign: ((theirs: Theirs) => { readonly path: string; readonly body?: unknown }) | null;
}
interface Theirs { readonly contactId: string; readonly notificationId: string }

const everybody: readonly Role[] = ['Admin', 'Agency', 'Business'];
const business: readonly Role[] = ['Business'];
const visits: Readonly<Record<string, Visit>> = {
  'POST /login': { who: 'public', foreign: null },
  'POST /logout': { who: everybody, foreign: null },
  'GET /profile': { who: everybody, foreign: null },
  'GET /config': { who: 'public', foreign: null },
  'POST /livechat': { who: business, foreign: ({ contactId }) => ({ path: '/livechat', body: { contact_id: contactId } }) },
  'GET /livechat': { who: business, foreign: null },
  'GET /livechat/messages': { who: business, foreign: ({ contactId }) => ({ path: `/livechat/messages?contact_id=${contactId}` }) },
  'POST /livechat/messages': { who: business, foreign: ({ contactId }) => ({ path: '/livechat/messages', body: { contact_id: contactId, body: 'Mine now.' } }) },
  'GET /livechat/search-contacts': { who: business, foreign: null },
  'GET /livechat/{id}': { who: business, foreign: ({ contactId }) => ({ path: `/livechat/${contactId}` }) },
  'PUT /livechat/{id}': { who: business, foreign: ({ contactId }) => ({ path: `/livechat/${contactId}`, body: { first_name: 'Mallory', note: 'Mine now.' } }) },
  'POST /livechat/{id}/open': { who: business, foreign: ({ contactId }) => ({ path: `/livechat/${contactId}/open`, body: { open: false } }) },
  'POST /livechat/{id}/status': { who: business, foreign: ({ contactId }) => ({ path: `/livechat/${contactId}/status?status=closed` }) },
  'POST /livechat/{id}/read': { who: business, foreign: ({ contactId }) => ({ path: `/livechat/${contactId}/read`, body: { position: '1' } }) },
  'GET /live-data': { who: business, foreign: null },
  'GET /notifications': { who: everybody, foreign: null },
  'POST /notification/{id}/read': { who: everybody, foreign: ({ notificationId }) => ({ path: `/notification/${notificationId}/read` }) },
  'DELETE /notification/{id}': { who: everybody, foreign: ({ notificationId }) => ({ path: `/notification/${notificationId}` }) },
  'POST /notifications/mark-all': { who: everybody, foreign: null },
  'POST /pusher/beams-auth': { who: business, foreign: null },
  'GET /contacts': { who: business, foreign: null },
  'GET /contacts/{id}': { who: business, foreign: ({ contactId }) => ({ path: `/contacts/${contactId}` }) },
  'POST /contacts/{id}/opt-out': { who: business, foreign: ({ contactId }) => ({ path: `/contacts/${contactId}/opt-out` }) },
  'GET /businesses/dashboard-reports': { who: business, foreign: null },
  'POST /uploads/image': { who: everybody, foreign: null },
};

const calls = routes.map(({ contract }) => ({ name: `${contract.method} ${contract.path}`, method: contract.method, path: contract.path, visit: visits[`${contract.method} ${contract.path}`] }));
const guarded = calls.filter((call) => call.visit !== undefined && call.visit.who !== 'public');

let app: TestApi;
let bella: Tenant;
let mallory: Tenant;
let theirs: Theirs;
const tokens = {} as Record<Role, string>;
beforeAll(async () => {
  app = await startTestApi();
  bella = await app.addTenant('bella');
  mallory = await app.addTenant('mallory');
  tokens.Admin = await app.addUser('Admin', null);
  tokens.Agency = await app.addUser('Agency', bella.agencyId);
  tokens.Business = mallory.token;
  const { contactId } = await app.textIn(bella, 'PIZZA');
  const list = await eventually(() => app.call<{ data: { id: string }[] }>(bella.token, 'GET', '/notifications'), (answer) => answer.body.data.length > 0);
  theirs = { contactId, notificationId: list.body.data[0]!.id };
});
afterAll(() => app.close());

describe('every call', () => {
  it('is in this walk, and the walk is in the API', () => {
    expect(calls.filter((call) => call.visit === undefined).map((call) => call.name)).toEqual([]);
    expect(Object.keys(visits).filter((name) => !calls.some((call) => call.name === name))).toEqual([]);
  });
});

const fill = (path: string): string => path.replace(/\{\w+\}/g, randomUUID());

describe('without a token, or with a wrong one', () => {
  it.each(guarded)('$name is 401', async ({ method, path }) => {
    for (const token of [null, 'x', 'A'.repeat(43), `${bella.token}x`]) {
      const answer = await app.call(token, method, fill(path));
      expect(answer.status).toBe(401);
      expect(answer.body).toMatchObject({ code: 'unauthenticated', message: expect.any(String), requestId: expect.any(String) });
    }
  });
});

describe('in the wrong role', () => {
  it.each(guarded)('$name is 403', async ({ method, path, visit }) => {
    for (const role of everybody.filter((one) => !(visit!.who as readonly Role[]).includes(one))) {
      const answer = await app.call(tokens[role], method, fill(path));
      expect(answer.status).toBe(403);
      expect(answer.body).toMatchObject({ code: 'forbidden' });
    }
  });
});

describe('with the ids of another tenant', () => {
  it.each(guarded.filter((call) => call.visit!.foreign !== null))('$name is 404 and changes nothing', async ({ method, visit }) => {
    for (const role of visit!.who as readonly Role[]) {
      const { path, body } = visit!.foreign!(theirs);
      const before = await app.events();
      const answer = await app.call(tokens[role], method, path, body);
      expect(answer.status).toBe(404);
      expect(answer.body).toMatchObject({ code: 'not_found' });
      expect(await app.events()).toBe(before);
    }
  });

  it('lists show nothing of theirs', async () => {
    for (const path of ['/livechat', '/contacts', '/livechat/search-contacts?search=555', '/notifications', '/contacts?search=0123']) {
      const answer = await app.call<{ data: unknown[] }>(mallory.token, 'GET', path);
      expect(answer.status).toBe(200);
      expect(answer.body.data).toEqual([]);
    }
    expect((await app.call(mallory.token, 'GET', '/live-data')).body).toEqual({ unread: 0, notifications_unread: 0 });
  });

  it('pictures of theirs can not be attached', async () => {
    const { contactId } = await app.textIn(mallory, 'Hello');
    const id = 'A'.repeat(22);
    await app.pool.query(`insert into ops.media (id, storage_key, content_type, size, user_id, business_id, created_at) values ($1, 'k', 'image/png', 1, $2, $3, now())`, [id, bella.userId, bella.businessId]);
    for (const media of [`https://app.example.test/media/${id}`, 'https://evil.example.test/x.png', 'http://169.254.169.254/latest']) {
      expect(await app.call(mallory.token, 'POST', '/livechat/messages', { contact_id: contactId, body: 'x', media: [media] })).toMatchObject({ status: 422, body: { errors: { media: [expect.any(String)] } } });
    }
  });
});
