import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callScopes } from '../../../api/contract/scopes.ts';
import { scopeRights } from '../../../domain/api-keys/fields.ts';
import { routes } from '../../../api/routes/index.ts';
import { secretFrom } from '../../../domain/api-keys/secret.ts';
import { password, startTestApi, type Tenant, type TestApi } from './support.ts';
import { nothing } from './things.ts';
import { visits } from './visits.ts';

let app: TestApi;
let bella: Tenant;
let harbor: Tenant;
let ahead = 0;
beforeAll(async () => {
  app = await startTestApi({
    now: () => new Date(Date.now() + ahead),
    config: { apiKeyLimit: { perMinute: 100_000, sendsPerMinute: 40 } },
  });
  bella = await app.addTenant('bella');
  harbor = await app.addTenant('harbor');
}, 120_000);
afterAll(() => app.close());

interface Key {
  readonly id: string;
  readonly secret: string;
}
interface Row {
  readonly id: string;
  readonly name: string;
  readonly masked: string;
  readonly status: string;
  readonly keeper_left: boolean;
  readonly keeper: { readonly id: string; readonly name: string } | null;
  readonly previous_until: string | null;
  readonly last_used_at: string | null;
  readonly usage: readonly { readonly day: string; readonly calls: number }[];
}
const make = async (more: Record<string, unknown> = {}, token = bella.token): Promise<Key> => {
  const made = await app.call<{ data: Key }>(token, 'POST', '/api-keys', {
    name: 'Website',
    scopes: ['contacts:read', 'contacts:write'],
    ...more,
  });
  expect(made.status).toBe(200);
  return made.body.data;
};
const rows = async (token = bella.token) => (await app.call<{ data: Row[] }>(token, 'GET', '/api-keys')).body.data;
const rowOf = async (id: string) => (await rows()).find((row) => row.id === id)!;
const rotate = async (id: string, overlap_hours?: number) =>
  (await app.call<{ data: Key }>(bella.token, 'POST', `/api-keys/${id}/rotate`, { overlap_hours })).body.data.secret;
const revision = async () =>
  (await app.call<{ data: { revision: number } }>(bella.token, 'GET', `/businesses/${bella.businessId}/info`)).body.data
    .revision;
const list = (secret: string) => app.call<{ code: string; message: string }>(secret, 'GET', '/contacts');
const refused = async (secret: string) => {
  const { status, body } = await list(secret);
  return `${status} ${status === 200 ? 'ok' : body.code}`;
};

describe('an API key', () => {
  it('is shown once, and calls what its scopes say', async () => {
    const { id, secret } = await make();
    expect(secret).toMatch(/^bk_live_[0-9A-Za-z]{36}$/);
    const everything = JSON.stringify(await rows());
    expect(everything).not.toContain(secret);
    expect(await rowOf(id)).toMatchObject({
      name: 'Website',
      masked: `bk_live_…${secret.slice(-4)}`,
      status: 'active',
    });

    expect(await list(secret)).toMatchObject({ status: 200 });
    const missing = await app.call(secret, 'GET', '/broadcasts');
    expect(missing).toMatchObject({ status: 403, body: { code: 'scope_missing', scope: 'broadcasts:read' } });
    expect(missing.body['message']).toContain('broadcasts:read');
    const log = JSON.stringify((await app.store.readAll(0n, { limit: 10_000 })).events.map(({ data }) => data));
    expect(log).not.toContain(secret);
  });

  it('says who did it: the key, by its name, in what happened and in the trail', async () => {
    const { id, secret } = await make({ name: 'Cash register', scopes: ['settings:write'] });
    const limits = { texts: 5, mails: null, revision: await revision() };
    expect((await app.call(secret, 'PUT', '/businesses/daily-limits', limits)).status).toBe(200);
    const types = ['BusinessDailyLimitsChanged'];
    const { events } = await app.store.readAll(0n, { limit: 10_000, filter: { types } });
    expect(events.at(-1)!.metadata).toMatchObject({
      actor: { kind: 'user', userId: bella.userId, impersonatorId: null, apiKeyId: id },
      tenant: { businessId: bella.businessId },
    });
    await app.settled();
    const trail = await app.call<{ data: { type: string; actor: object; details: object }[] }>(
      bella.token,
      'GET',
      '/activity',
    );
    expect(trail.body.data[0]).toMatchObject({ type: types[0], actor: { id, name: 'Cash register' } });
    expect(trail.body.data.find(({ type }) => type === 'ApiKeyCreated')).toMatchObject({
      actor: { id: bella.userId, name: 'Bella Rossi' },
      details: { name: 'Cash register' },
    });
  });

  it('is refused with why: malformed, unknown, revoked, expired, rotated', async () => {
    const { id, secret } = await make();
    expect(await refused(secret)).toBe('200 ok');
    expect(await refused(`${secret.slice(0, -1)}${secret.endsWith('x') ? 'y' : 'x'}`)).toBe('401 unauthenticated');
    expect(await refused(secretFrom(new Uint8Array(64).fill(7))!)).toBe('401 unauthenticated');

    const second = await rotate(id, 1);
    expect([await refused(secret), await refused(second)]).toEqual(['200 ok', '200 ok']);
    expect((await rowOf(id)).previous_until).not.toBeNull();
    ahead += 3_600_000;
    expect([await refused(secret), await refused(second)]).toEqual(['401 api_key_rotated', '200 ok']);
    const third = await rotate(id, 0);
    expect([await refused(second), await refused(third)]).toEqual(['401 api_key_rotated', '200 ok']);

    const soon = new Date(Date.now() + ahead + 60_000).toISOString();
    const settings = { name: 'Website', scopes: ['contacts:read'], expires_at: soon };
    expect(await app.call(bella.token, 'PUT', `/api-keys/${id}`, settings)).toMatchObject({ status: 200 });
    expect(await refused(third)).toBe('200 ok');
    ahead += 60_000;
    expect(await refused(third)).toBe('401 api_key_expired');
    expect((await rowOf(id)).status).toBe('expired');

    for (let twice = 0; twice < 2; twice += 1)
      expect(await app.call(bella.token, 'DELETE', `/api-keys/${id}`)).toMatchObject({ status: 200 });
    expect(await refused(third)).toBe('401 api_key_revoked');
    expect((await rowOf(id)).status).toBe('revoked');
  });

  it('sends so often a minute, and reads on: it is told which limit it met, and when it ends', async () => {
    const { secret } = await make({ scopes: ['messages:send', 'contacts:read'] });
    const send = () =>
      app.api.inject({
        method: 'POST',
        url: '/api/v1/livechat/messages',
        headers: { authorization: `Bearer ${secret}` },
        payload: {},
      });
    const first = await send();
    expect(first.headers['ratelimit-policy']).toBe('"default";q=100000;w=60, "send";q=40;w=60');
    expect(first.headers['ratelimit']).toMatch(/"send";r=39;t=(60|[1-5]?\d)$/);
    const statuses: number[] = [first.statusCode];
    while (statuses.length < 40) statuses.push((await send()).statusCode);
    expect(new Set(statuses)).toEqual(new Set([422]));

    const over = await send();
    expect(over.statusCode).toBe(429);
    expect(over.json()).toMatchObject({ code: 'rate_limited', status: 429, 'violated-policies': ['send'] });
    const seconds = Number(over.headers['retry-after']);
    expect(seconds).toBeGreaterThan(0);
    expect(await refused(secret)).toBe('200 ok');
    ahead += seconds * 1_000;
    expect((await send()).statusCode).toBe(422);
  });

  it('that was revoked is refused although the read models have not heard of it', async () => {
    const { id, secret } = await make();
    expect(await refused(secret)).toBe('200 ok');
    await app.commands.apiKeys.revoke(
      {
        ...app.system(),
        caller: {
          role: 'business',
          actor: { kind: 'user', userId: bella.userId, impersonatorId: null },
          tenant: { agencyId: bella.agencyId, businessId: bella.businessId },
        },
      },
      { keyId: id },
    );
    // Another process did it, and the message got lost: at most so long.
    ahead += 3_000;
    expect(await refused(secret)).toBe('401 api_key_revoked');
  });

  it('works from its addresses alone', async () => {
    const { secret } = await make({ addresses: ['203.0.113.0/24', '2001:db8::/32'] });
    expect(await refused(secret)).toBe('403 address_not_allowed');
    const home = await make({ addresses: ['127.0.0.0/8'] });
    expect(await refused(home.secret)).toBe('200 ok');
  });

  it('gets no scope that its maker has no right to, and gives no one its secret who could not make it', async () => {
    const manager = await join('manager');
    const scopes = ['billing:read'];
    const owners = await make({ scopes });
    expect(await app.call(manager, 'POST', '/api-keys', { name: 'Mine', scopes })).toMatchObject({
      status: 422,
      body: { errors: { scopes: [expect.stringContaining('billing:read')] } },
    });
    expect(await app.call(manager, 'POST', `/api-keys/${owners.id}/rotate`)).toMatchObject({ status: 422 });
    const change = { name: 'Mine', scopes: ['contacts:read', 'billing:read'] };
    expect(await app.call(manager, 'PUT', `/api-keys/${owners.id}`, change)).toMatchObject({ status: 422 });
    // Anyone who looks after keys may stop one.
    expect(await app.call(manager, 'DELETE', `/api-keys/${owners.id}`)).toMatchObject({ status: 200 });
  });

  it('outlives the teammate who made it, and says that someone has to answer for it', async () => {
    const manager = await join('manager');
    const { id, secret } = await make({ name: 'Left behind' }, manager);
    const { keeper } = await rowOf(id);
    expect(await app.call(bella.token, 'DELETE', `/members/${keeper!.id}`)).toMatchObject({ status: 200 });
    expect(await refused(secret)).toBe('200 ok');
    expect(await rowOf(id)).toMatchObject({ keeper_left: true });
    expect(await app.call(bella.token, 'POST', `/api-keys/${id}/keep`)).toMatchObject({ status: 200 });
    expect(await rowOf(id)).toMatchObject({ keeper_left: false, keeper: { id: bella.userId } });
  });

  it('says when it was last used, and writes so once a minute', async () => {
    const { id, secret } = await make();
    expect(await rowOf(id)).toMatchObject({ last_used_at: null });
    const written = async () => {
      const { rows: found } = await app.pool.query<{ calls: string; at: Date }>(
        'select calls, last_used_at as at from ops.api_key_days where key_id = $1',
        [id],
      );
      return found;
    };
    await list(secret);
    await expect.poll(written).toHaveLength(1);
    const [first] = await written();
    for (let call = 0; call < 5; call += 1) await list(secret);
    expect(await written()).toEqual([first]);
    ahead += 60_000;
    await list(secret);
    await expect.poll(async () => (await written()).reduce((sum, { calls }) => sum + Number(calls), 0)).toBe(7);
    const row = await rowOf(id);
    expect(row.usage).toHaveLength(30);
    expect(row.usage.reduce((sum, { calls }) => sum + calls, 0)).toBe(7);
    expect(row.last_used_at).not.toBeNull();
  });

  it('is created once where a request is repeated, and does not show its secret twice', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const given = { name: 'Twice', scopes: ['contacts:read'] };
    const first = await app.call<{ data: Key }>(bella.token, 'POST', '/api-keys', given, headers);
    const again = await app.call(bella.token, 'POST', '/api-keys', given, headers);
    expect([first.status, again.status]).toEqual([200, 409]);
    expect((await rows()).filter(({ name }) => name === 'Twice')).toHaveLength(1);
    expect(await refused(first.body.data.secret)).toBe('200 ok');
  });

  it('tells what is wrong with what was entered', async () => {
    const wrong = { name: '', scopes: ['everything'], addresses: ['example.com'], expires_at: 'tomorrow' };
    expect(await app.call(bella.token, 'POST', '/api-keys', wrong)).toMatchObject({
      status: 422,
      body: {
        errors: {
          name: [expect.any(String)],
          'scopes.0': [expect.any(String)],
          'addresses.0': [expect.any(String)],
          expires_at: [expect.any(String)],
        },
      },
    });
    const past = { name: 'Past', scopes: ['contacts:read'], expires_at: '2020-01-01T00:00:00.000Z' };
    expect(await app.call(bella.token, 'POST', '/api-keys', past)).toMatchObject({
      status: 422,
      body: { errors: { expires_at: ['Choose a time in the future.'] } },
    });
  });
});

describe('every call, with API keys', () => {
  const wide = {} as { bella: string; harbor: string };
  beforeAll(async () => {
    const scopes = Object.keys(scopeRights);
    wide.bella = (await make({ scopes })).secret;
    wide.harbor = (await make({ scopes }, harbor.token)).secret;
  });
  const calls = routes
    .map(({ contract: { method, path, who } }) => ({ name: `${method} ${path}`, method, path, who }))
    .filter(({ who }) => who !== 'public');

  it('is told 403 and why where no key may make it', async () => {
    for (const { name, method, path } of calls) {
      const scope = (callScopes as Readonly<Record<string, string | object>>)[name];
      if (typeof scope === 'string') continue;
      const { path: filled, body } = visits[name]!.foreign?.(nothing()) ?? { path, body: undefined };
      const before = await app.events();
      const answer = await app.call(wide.bella, method, filled.replace(/\{\w+\}/g, randomUUID()), body);
      expect({ name, status: answer.status, code: answer.body['code'] }).toEqual({
        name,
        status: 403,
        code: 'not_for_api_keys',
      });
      expect(await app.events()).toBe(before);
    }
  });

  const narrow: Record<string, string> = {};
  it('is told the scope that a narrow key lacks, and changes nothing', async () => {
    for (const { name, method, path } of calls) {
      const scope = (callScopes as Readonly<Record<string, string | object>>)[name];
      if (typeof scope !== 'string') continue;
      const other = scope === 'contacts:read' ? 'messages:read' : 'contacts:read';
      narrow[other] ??= (await make({ scopes: [other] })).secret;
      const { path: filled, body } = visits[name]!.foreign?.(nothing()) ?? { path, body: undefined };
      const before = await app.events();
      const answer = await app.call(narrow[other], method, filled.replace(/\{\w+\}/g, randomUUID()), body);
      expect({ name, status: answer.status, body: answer.body }).toMatchObject({
        name,
        status: 403,
        body: { code: 'scope_missing', scope },
      });
      expect(await app.events()).toBe(before);
    }
  });

  it('finds nothing of another business', async () => {
    const { contactId } = await app.textIn(bella, 'PIZZA', '+12025550199');
    expect((await app.call(wide.bella, 'GET', `/contacts/${contactId}`)).status).toBe(200);
    expect((await app.call(wide.harbor, 'GET', `/contacts/${contactId}`)).status).toBe(404);
  });

  it('opens no websocket and no session', async () => {
    expect((await app.call(wide.bella, 'GET', '/profile')).status).toBe(403);
    expect((await app.call(wide.bella, 'POST', '/logout')).status).toBe(403);
  });
});

/** A teammate who was invited and has signed in. */
async function join(role: string): Promise<string> {
  const email = `${role}-${randomUUID()}@example.test`;
  const invited = await app.call<{ data: { id: string } }>(bella.token, 'POST', '/members', {
    email,
    first_name: 'Sam',
    last_name: role,
    role,
  });
  const { rows: found } = await app.pool.query<{ stream: string }>(
    `select stream from es.events where type = 'AccountEmailRequested' and data->>'userId' = $1 order by position desc limit 1`,
    [invited.body.data.id],
  );
  const token = await app.vault.get(`account-mail/${found[0]!.stream.replace('accountMail-', '')}`);
  await app.call(null, 'POST', '/passwords/change', { token, password });
  return app.signIn(email);
}
