import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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
