import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SessionRow } from '../../../api/contract/session.ts';
import { password, startTestApi, type Tenant, type TestApi } from './support.ts';

let app: TestApi;
let bella: Tenant;
let at = Date.parse('2026-11-02T12:00:00Z');
const minute = 60_000;
const hour = 60 * minute;
beforeAll(async () => {
  app = await startTestApi({
    now: () => new Date(at),
    config: {
      session: { idleMs: 12 * hour, absoluteMs: 48 * hour },
      signInLimit: { perAddress: 3, perIp: 6, windowMs: 15 * minute },
    },
  });
  bella = await app.addTenant('bella');
});
afterAll(() => app.close());

const login = (email: string, secret: string, ip = '127.0.0.1') =>
  app.api.inject({ method: 'POST', url: '/api/v1/login', payload: { email, password: secret }, remoteAddress: ip });
const profile = (token: string) =>
  app.call<{ email: string; business: { name: string; phone_number: string } }>(token, 'GET', '/profile');

describe('a sign-in', () => {
  it('answers a token, which says who one is', async () => {
    const answer = await profile(bella.token);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      email: bella.email,
      role: 'Business',
      full_name: 'Bella Rossi',
      business: { name: 'bella', phone_number: bella.number, no_messages: 1000, unread: 0 },
    });
  });

  it('keeps only the hash of the token', async () => {
    const { rows } = await app.pool.query<{ token_hash: string }>('select token_hash from ops.sessions');
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(bella.token);
    expect(Buffer.from(bella.token, 'base64url')).toHaveLength(32);
  });

  it('says the same of an unknown address as of a wrong password', async () => {
    const wrong = await login(bella.email, 'not the password', '10.0.0.1');
    const unknown = await login('nobody@example.test', 'not the password', '10.0.0.1');
    expect(wrong.statusCode).toBe(422);
    const { requestId: _a, ...one } = wrong.json();
    const { requestId: _b, ...other } = unknown.json();
    expect(one).toEqual(other);
    expect(one).toMatchObject({ code: 'invalid_credentials', errors: { email: [one.message] } });
  });

  it('is limited per address and IP, and says how long to wait', async () => {
    for (let attempt = 0; attempt < 3; attempt += 1)
      expect((await login('limited@example.test', 'wrong', '10.0.0.2')).statusCode).toBe(422);
    const refused = await login('Limited@example.test', 'wrong', '10.0.0.2');
    expect(refused.statusCode).toBe(429);
    expect(refused.json()).toMatchObject({ code: 'rate_limited' });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await login('limited@example.test', 'wrong', '10.0.0.3')).statusCode).toBe(422);
    at += 16 * minute;
    expect((await login('limited@example.test', 'wrong', '10.0.0.2')).statusCode).toBe(422);
  });

  it('is limited per IP over all addresses; good ones do not count', async () => {
    for (let attempt = 0; attempt < 10; attempt += 1)
      expect((await login(bella.email, password, '10.0.0.4')).statusCode).toBe(200);
    for (let attempt = 0; attempt < 6; attempt += 1)
      expect((await login(`user${attempt}@example.test`, 'wrong', '10.0.0.4')).statusCode).toBe(422);
    expect((await login('another@example.test', 'wrong', '10.0.0.4')).statusCode).toBe(429);
  });
});

describe('a session', () => {
  it('ends with the sign-out, at once, and only that one', async () => {
    const [one, other] = [await app.signIn(bella.email), await app.signIn(bella.email)];
    expect((await profile(one)).status).toBe(200);
    expect((await app.call(one, 'POST', '/logout')).body).toEqual({ success: true });
    expect((await profile(one)).status).toBe(401);
    expect((await profile(other)).status).toBe(200);
  });

  it('ends when it is not used for twelve hours, and lives while it is', async () => {
    const token = await app.signIn(bella.email);
    for (let step = 0; step < 3; step += 1) {
      at += 11 * hour;
      expect((await profile(token)).status).toBe(200);
    }
    at += 12 * hour + minute;
    expect((await profile(token)).status).toBe(401);
  });

  it('ends after two days however often it is used', async () => {
    const token = await app.signIn(bella.email);
    for (let passed = 0; passed < 44; passed += 11) {
      at += 11 * hour;
      expect((await profile(token)).status).toBe(200);
    }
    at += 4 * hour + minute;
    expect((await profile(token)).status).toBe(401);
  });

  it('is noted as used at most once a minute', async () => {
    const token = await app.signIn(bella.email);
    const seen = async () =>
      (
        await app.pool.query<{ last_seen_at: Date }>(
          'select last_seen_at from ops.sessions order by created_at desc, last_seen_at desc limit 1',
        )
      ).rows[0]!.last_seen_at.getTime();
    const opened = await seen();
    at += 30_000;
    await profile(token);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await seen()).toBe(opened);
    at += 40_000;
    await profile(token);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(await seen()).toBe(at);
  });
});

describe('the list of devices', () => {
  const chrome =
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0 Safari/537.36';
  const on = async (email: string, userAgent: string, ip: string) =>
    (
      await app.api.inject({
        method: 'POST',
        url: '/api/v1/login',
        headers: { 'user-agent': userAgent },
        payload: { email, password },
        remoteAddress: ip,
      })
    ).json<{ access_token: string }>().access_token;
  const list = async (token: string) => (await app.call<{ data: SessionRow[] }>(token, 'GET', '/sessions')).body.data;

  it('names each device, where it signed in, and which one asks; sealed, and without those that ended', async () => {
    const { email } = await app.addTenant('devices');
    const here = await on(email, chrome, '10.1.0.1');
    at += minute;
    const there = await on(email, 'curl/8', '10.1.0.2');
    const listed = await list(here);
    expect(listed).toHaveLength(3);
    expect(listed.find(({ ip_address: address }) => address === '10.1.0.2')).toEqual({
      id: expect.any(String),
      device: null,
      ip_address: '10.1.0.2',
      signed_in_at: new Date(at).toISOString(),
      last_seen_at: new Date(at).toISOString(),
      current: false,
    });
    expect(listed.find(({ current }) => current)).toMatchObject({
      device: 'Chrome on Windows',
      ip_address: '10.1.0.1',
      signed_in_at: new Date(at - minute).toISOString(),
    });
    const { rows } = await app.pool.query<{ origin: Buffer | null }>('select origin from ops.sessions');
    expect(Buffer.concat(rows.map(({ origin }) => origin ?? Buffer.of())).toString('latin1')).not.toMatch(
      /10\.1\.0|Chrome/,
    );
    await app.call(there, 'POST', '/logout');
    expect(await list(here)).toHaveLength(2);
    at += 13 * hour;
    expect(await list(await on(email, chrome, '10.1.0.1'))).toHaveLength(1);
  });

  it('ends one of them, all but this one, and never anyone else’s', async () => {
    const [mine, theirs] = [await app.addTenant('ends'), await app.addTenant('ends-not')];
    const [here, there, third] = [
      await app.signIn(mine.email),
      await app.signIn(mine.email),
      await app.signIn(mine.email),
    ];
    const idOf = async (token: string) => (await list(token)).find(({ current }) => current)!.id;
    expect((await app.call(here, 'DELETE', `/sessions/${await idOf(theirs.token)}`)).status).toBe(404);
    expect((await profile(theirs.token)).status).toBe(200);
    const id = await idOf(there);
    expect((await app.call(here, 'DELETE', `/sessions/${id}`)).body).toMatchObject({ success: true });
    expect((await app.call(here, 'DELETE', `/sessions/${id}`)).status).toBe(404);
    expect(await Promise.all([here, there, third].map(async (token) => (await profile(token)).status))).toEqual([
      200, 401, 200,
    ]);
    expect((await app.call(here, 'DELETE', '/sessions')).status).toBe(200);
    expect(await Promise.all([here, third].map(async (token) => (await profile(token)).status))).toEqual([200, 401]);
    const ended = (await app.store.read(`user-${mine.userId}`)).filter(({ type }) => type === 'UserSignedOut');
    // The one chosen, the third, and the one that came with the tenant.
    expect(ended).toHaveLength(3);
  });

  it('is out of reach while acting as someone else, and leaves who acts as one alone', async () => {
    const { userId, email } = await app.addTenant('acted');
    const admin = await app.addUser('Admin', null);
    const acting = (await app.call<{ access_token: string }>(admin, 'POST', `/impersonate/${userId}`)).body
      .access_token;
    const own = await app.signIn(email);
    const { id } = (await list(own))[0]!;
    for (const [method, path] of [
      ['GET', '/sessions'],
      ['DELETE', `/sessions/${id}`],
      ['DELETE', '/sessions'],
    ] as const)
      expect((await app.call(acting, method, path)).status).toBe(403);
    await app.call(own, 'DELETE', '/sessions');
    expect((await profile(acting)).status).toBe(200);
  });
});
