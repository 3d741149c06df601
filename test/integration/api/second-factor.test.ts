import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Security } from '../../../api/contract/security.ts';
import { codeAt, setUpAuthenticator } from './authenticators.ts';
import { password, startTestApi, type Tenant, type TestApi } from './support.ts';

let app: TestApi;
let at = Date.parse('2026-11-02T12:00:00Z');
const second = 1_000;
const minute = 60 * second;
beforeAll(async () => {
  app = await startTestApi({
    now: () => new Date(at),
    config: { signInLimit: { perAddress: 4, perIp: 1_000, windowMs: 15 * minute } },
  });
});
afterAll(() => app.close());

let clients = 0;
const post = async (path: string, payload: object, remoteAddress = `10.8.0.${(clients += 1) % 250}`) => {
  const answer = await app.api.inject({ method: 'POST', url: `/api/v1${path}`, payload, remoteAddress });
  return { status: answer.statusCode, headers: answer.headers, body: answer.json<Record<string, unknown>>() };
};
const login = (email: string, more: object = {}) => post('/login', { email, password, ...more });
/** The password alone: the token of the second step. */
const firstStep = async (email: string, more: object = {}): Promise<string> => {
  const { body } = await login(email, more);
  return (body['second_factor'] as { token: string }).token;
};
const finish = (token: string, code: string, ip?: string) => post('/login/second-factor', { token, code }, ip);
const recover = (token: string, code: string) => post('/login/second-factor', { token, recovery_code: code });
const security = async (token: string) => (await app.call<Security>(token, 'GET', '/security')).body;
const alive = async (token: string) => (await app.call(token, 'GET', '/profile')).status === 200;
const history = async ({ userId }: Tenant) => (await app.store.read(`user-${userId}`)).map(({ type }) => type);
const emailsTo = async (email: string) => {
  const { events } = await app.store.readAll(0n, { limit: 10_000 });
  return events
    .filter(({ type, data }) => type === 'AccountEmailRequested' && data['email'] === email)
    .map(({ data }) => data['kind'])
    .filter((kind) => kind !== 'new-sign-in');
};

let people = 0;
/** Someone with an authenticator app, signed in; the code it was set up with is used up. */
async function withApp() {
  const tenant = await app.addTenant(`two-step-${(people += 1)}`);
  const token = await app.signIn(tenant.email);
  const { secret, recoveryCodes } = await setUpAuthenticator(app, token, { at });
  const code = (offset = 0) => codeAt(secret, at + offset);
  return { ...tenant, token, secret, recoveryCodes: recoveryCodes!, code };
}

describe('an authenticator app', () => {
  it('is asked for once it is set up; without one, signing in stays one step', async () => {
    const { email } = await app.addTenant('one-step');
    expect((await login(email)).body).toEqual({ access_token: expect.any(String) });
    const person = await withApp();
    at += minute;
    expect((await login(person.email)).body).toEqual({
      second_factor: {
        token: expect.any(String),
        expires_at: new Date(at + 10 * minute).toISOString(),
        code: true,
        passkey_hosts: [],
      },
    });
    const done = await finish(await firstStep(person.email), await person.code());
    expect(done.status).toBe(200);
    expect(await alive(done.body['access_token'] as string)).toBe(true);
    expect(await security(person.token)).toMatchObject({
      second_factors: [{ kind: 'authenticator', name: 'Phone', last_used_at: new Date(at).toISOString() }],
      recovery_codes_left: 10,
    });
    expect(await emailsTo(person.email)).toEqual(['authenticator-added']);
  });

  it('is not taken with a wrong first code, and nothing is kept of it', async () => {
    const { email, token } = await app.addTenant('wrong-first');
    const { body } = await app.call<{ data: { token: string } }>(token, 'POST', '/security/authenticators');
    const wrong = await app.call(token, 'POST', '/security/authenticators/confirm', {
      token: body.data.token,
      code: '000000',
      name: 'Phone',
    });
    expect(wrong).toMatchObject({ status: 422, body: { errors: { code: [expect.any(String)] } } });
    expect((await login(email)).body).toEqual({ access_token: expect.any(String) });
    const { rows } = await app.pool.query(`select 1 from ops.vault where ref like 'second-factor/%wrong-first%'`);
    expect(rows).toEqual([]);
  });

  it('finishing a setup twice, also at once, is one app', async () => {
    const { token } = await app.addTenant('twice');
    const { body } = await app.call<{ data: { token: string; secret: string } }>(
      token,
      'POST',
      '/security/authenticators',
    );
    const given = { token: body.data.token, code: await codeAt(body.data.secret, at), name: 'Phone' };
    const answers = await Promise.all(
      [1, 2, 3].map(() => app.call<{ data?: object }>(token, 'POST', '/security/authenticators/confirm', given)),
    );
    const shown = answers.filter(
      ({ body: one }) => (one.data as { recovery_codes: unknown } | undefined)?.recovery_codes,
    );
    expect(shown).toHaveLength(1);
    expect((await security(token)).second_factors).toHaveLength(1);
  });

  it('is taken with a clock that is half a minute off, and no more', async () => {
    const person = await withApp();
    for (const [offset, status] of [
      [-minute, 422],
      [-30 * second, 200],
      [30 * second, 200],
      [minute, 422],
    ] as const) {
      at += 5 * minute;
      const answer = await finish(await firstStep(person.email), await person.code(offset));
      expect([offset, answer.status]).toEqual([offset, status]);
    }
  });

  it('each code works once: not again, not an older one, and of two tabs at once one is refused', async () => {
    const person = await withApp();
    const setUpWith = await person.code();
    expect((await finish(await firstStep(person.email), setUpWith)).status).toBe(422);
    at += 2 * minute;
    const code = await person.code();
    const [one, other] = [await firstStep(person.email), await firstStep(person.email)];
    const answers = await Promise.all([finish(one, code), finish(other, code)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
    expect((await finish(await firstStep(person.email), code)).status).toBe(422);
    // The code before it, which was never used and would still be within the drift.
    expect((await finish(await firstStep(person.email), await person.code(-30 * second))).status).toBe(422);
  });

  it('of another user, or after its removal, signs in nobody', async () => {
    const [person, other] = [await withApp(), await withApp()];
    at += minute;
    expect((await finish(await firstStep(person.email), await other.code())).status).toBe(422);
    const step = await firstStep(person.email);
    const { id } = (await security(person.token)).second_factors[0]!;
    expect((await app.call(person.token, 'DELETE', `/security/factors/${id}`)).status).toBe(200);
    expect((await finish(step, await person.code())).status).toBe(422);
    expect((await login(person.email)).body).toEqual({ access_token: expect.any(String) });
    expect((await app.pool.query('select 1 from ops.vault where ref like $1', [`%${id}`])).rows).toEqual([]);
    expect(await emailsTo(person.email)).toEqual(['authenticator-added', 'second-factor-removed']);
  });

  it('a second step that took too long, was finished or is made up begins again', async () => {
    const person = await withApp();
    at += minute;
    const step = await firstStep(person.email);
    at += 10 * minute;
    expect(await finish(step, await person.code())).toMatchObject({ status: 422, body: { code: 'token_invalid' } });
    const used = await firstStep(person.email);
    expect((await finish(used, await person.code())).status).toBe(200);
    at += minute;
    expect(await finish(used, await person.code())).toMatchObject({ status: 422, body: { code: 'token_invalid' } });
    expect(await finish('x'.repeat(43), '123456')).toMatchObject({ status: 422, body: { code: 'token_invalid' } });
  });

  it('is worth nothing when the password changes between the steps', async () => {
    const person = await withApp();
    at += minute;
    const step = await firstStep(person.email);
    await app.call(person.token, 'POST', '/change-password', {
      current_password: password,
      password: 'four plain words chosen',
    });
    expect((await finish(step, await person.code())).status).toBe(422);
  });

  it('stays when the password is reset', async () => {
    const person = await withApp();
    await post('/passwords/reset', { email: person.email });
    const { events } = await app.store.readAll(0n, { limit: 10_000 });
    const ref = events.findLast(({ type, data }) => type === 'AccountEmailRequested' && data['email'] === person.email)!
      .data['tokenRef'] as string;
    await post('/passwords/change', { token: await app.vault.get(ref), password: 'four plain words chosen' });
    at += minute;
    const { body } = await post('/login', { email: person.email, password: 'four plain words chosen' });
    expect(body).toEqual({ second_factor: expect.anything() });
  });

  it('leaves no secret and no code in the log, and nothing of it in answers', async () => {
    const person = await withApp();
    const { events } = await app.raw.readAll(0n, { limit: 10_000 });
    const log = JSON.stringify(events, (_key, value: unknown) => (typeof value === 'bigint' ? '' : value));
    expect(log).toContain('UserSecondFactorAdded');
    for (const secret of [person.secret, '"Phone"', ...person.recoveryCodes]) expect(log).not.toContain(secret);
    expect(JSON.stringify(await security(person.token))).not.toContain(person.secret);
  });
});

describe('tries at the second step', () => {
  it('are limited per account; a device that is known has tries of its own, and a right code does not count', async () => {
    const person = await withApp();
    at += minute;
    const home = 'a-device-of-the-owner';
    const first = await finish(await firstStep(person.email, { device: home }), await person.code());
    expect(first.status).toBe(200);
    // Someone else knows the password.
    const step = await firstStep(person.email, { device: 'somewhere-else-entirely' });
    const tried = [];
    for (let attempt = 0; attempt < 6; attempt += 1) tried.push((await finish(step, '000000')).status);
    expect(tried).toEqual([422, 422, 422, 422, 429, 429]);
    at += minute;
    expect((await finish(step, await person.code())).status).toBe(429);
    expect((await finish(await firstStep(person.email, { device: home }), await person.code())).status).toBe(200);
    at += 16 * minute;
    expect((await finish(await firstStep(person.email), await person.code())).status).toBe(200);
  });

  it('are on record apart from the user’s own stream', async () => {
    const person = await withApp();
    const before = await history(person);
    await finish(await firstStep(person.email), '000000');
    expect(await history(person)).toEqual(before);
    const day = new Date(at).toISOString().slice(0, 10);
    const failures = await app.store.read(`signInFailures-${person.userId}-${day}`);
    expect(failures.map(({ type }) => type)).toEqual(['UserSecondFactorRejected']);
  });
});

describe('recovery codes', () => {
  it('sign in once each, also two at once, however they are typed; the person is told', async () => {
    const person = await withApp();
    const [code, another] = person.recoveryCodes as [string, string];
    const steps = [await firstStep(person.email), await firstStep(person.email)] as const;
    const answers = await Promise.all(
      steps.map((step) => recover(step, ` ${code.toUpperCase().replaceAll('-', ' ')}`)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
    expect((await recover(await firstStep(person.email), code)).status).toBe(422);
    expect((await recover(await firstStep(person.email), another)).status).toBe(200);
    expect((await security(person.token)).recovery_codes_left).toBe(8);
    expect((await emailsTo(person.email)).filter((kind) => kind === 'recovery-code-used')).toHaveLength(2);
  });

  it('are replaced by new ones, shown once; those of someone else are worth nothing', async () => {
    const [person, other] = [await withApp(), await withApp()];
    const { body } = await app.call<{ data: { recovery_codes: string[] } }>(
      person.token,
      'POST',
      '/security/recovery-codes',
    );
    const fresh = body.data.recovery_codes;
    expect(new Set([...fresh, ...person.recoveryCodes]).size).toBe(20);
    expect((await recover(await firstStep(person.email), person.recoveryCodes[0]!)).status).toBe(422);
    expect((await recover(await firstStep(person.email), other.recoveryCodes[0]!)).status).toBe(422);
    expect((await recover(await firstStep(person.email), fresh[0]!)).status).toBe(200);
  });

  it('come with something that they recover', async () => {
    const { token } = await app.addTenant('no-codes');
    expect((await app.call(token, 'POST', '/security/recovery-codes')).status).toBe(409);
  });
});

describe('changes', () => {
  it('need the password or a code of the last ten minutes', async () => {
    const person = await withApp();
    const { id } = (await security(person.token)).second_factors[0]!;
    at += 11 * minute;
    expect((await security(person.token)).confirmed_until).toBeNull();
    for (const [method, path, body] of [
      ['POST', '/security/authenticators', undefined],
      ['PUT', `/security/factors/${id}`, { name: 'Mine' }],
      ['DELETE', `/security/factors/${id}`, undefined],
      ['POST', '/security/recovery-codes', undefined],
    ] as const)
      expect(await app.call(person.token, method, path, body)).toMatchObject({
        status: 403,
        body: { code: 'confirmation_required' },
      });
    const wrong = await app.call(person.token, 'POST', '/security/confirm', { password: 'not mine' });
    expect(wrong).toMatchObject({ status: 422, body: { errors: { password: [expect.any(String)] } } });
    expect((await app.call(person.token, 'POST', '/security/recovery-codes')).status).toBe(403);
    const code = await person.code();
    expect((await app.call(person.token, 'POST', '/security/confirm', { code })).status).toBe(200);
    expect((await app.call(person.token, 'PUT', `/security/factors/${id}`, { name: 'Work phone' })).status).toBe(200);
    expect((await security(person.token)).second_factors).toMatchObject([{ name: 'Work phone' }]);
    // A code that confirmed doesn't sign in.
    expect((await finish(await firstStep(person.email), code)).status).toBe(422);
    at += 11 * minute;
    expect((await app.call(person.token, 'POST', '/security/confirm', { password })).status).toBe(200);
    expect((await app.call(person.token, 'DELETE', `/security/factors/${id}`)).status).toBe(200);
  });

  it('are out of reach of someone who acts as the person', async () => {
    const person = await withApp();
    const admin = await app.addUser('Admin', null);
    const { body } = await app.call<{ access_token: string }>(admin, 'POST', `/impersonate/${person.userId}`);
    const { id } = (await security(person.token)).second_factors[0]!;
    for (const [method, path, given] of [
      ['GET', '/security', undefined],
      ['POST', '/security/confirm', { password }],
      ['POST', '/security/authenticators', undefined],
      ['DELETE', `/security/factors/${id}`, undefined],
      ['POST', '/security/recovery-codes', undefined],
    ] as const)
      expect((await app.call(body.access_token, method, path, given)).status).toBe(403);
  });
});

describe('an admin', () => {
  it('resets what someone lost, with a reason that is kept; the person is told', async () => {
    const person = await withApp();
    const admin = await app.addUser('Admin', null);
    const path = `/users/${person.userId}/reset-second-factor`;
    const reset = (token: string, reason: string) => app.call(token, 'POST', path, { reason });
    expect((await reset(person.token, 'Mine')).status).toBe(403);
    expect((await reset(await app.addUser('Agency', person.agencyId), 'Theirs')).status).toBe(403);
    expect((await reset(admin, ' ')).status).toBe(422);
    expect((await reset(admin, 'Lost the phone; called back at the number on file')).status).toBe(200);
    expect((await reset(admin, 'Again')).status).toBe(409);
    expect((await login(person.email)).body).toEqual({ access_token: expect.any(String) });
    const event = (await app.store.read(`user-${person.userId}`)).find(({ type }) => type === 'UserSecondFactorReset')!;
    expect(event.data).toMatchObject({ reason: 'Lost the phone; called back at the number on file' });
    expect(await emailsTo(person.email)).toContain('second-factor-reset');
    const { rows } = await app.pool.query('select 1 from ops.vault where ref like $1', [
      `second-factor/${person.userId}/%`,
    ]);
    expect(rows).toEqual([]);
  });

  it('sees who has one', async () => {
    const person = await withApp();
    const admin = await app.addUser('Admin', null);
    const row = async () =>
      (
        await app.call<{ data: { id: string; second_factor: boolean }[] }>(
          admin,
          'GET',
          `/users?search=${person.email}`,
        )
      ).body.data.map(({ second_factor: has }) => has);
    expect(await row()).toEqual([true]);
    const { id } = (await security(person.token)).second_factors[0]!;
    await app.call(person.token, 'DELETE', `/security/factors/${id}`);
    expect(await row()).toEqual([false]);
  });

  it('does not find a user who is not there', async () => {
    const admin = await app.addUser('Admin', null);
    const answer = await app.call(admin, 'POST', `/users/${randomUUID()}/reset-second-factor`, { reason: 'Lost' });
    expect(answer.status).toBe(404);
  });
});

describe('a second factor that is required', () => {
  const require = (admin: string, second_factor: string) =>
    app.call(admin, 'PUT', '/sign-in-policy', { second_factor });

  it('leads to its setup at the next sign-in and nowhere else, for whom the operator says', async () => {
    const person = await app.addTenant('required');
    const admin = await app.addUser('Admin', null);
    expect((await app.call(admin, 'PUT', '/sign-in-policy', { second_factor: 'operators' })).status).toBe(200);
    expect((await app.call(admin, 'GET', '/sign-in-policy')).body).toEqual({ data: { second_factor: 'operators' } });
    const free = (await login(person.email)).body['access_token'] as string;
    expect((await app.call(free, 'GET', '/contacts')).status).toBe(200);
    await app.call(admin, 'PUT', '/sign-in-policy', { second_factor: 'all' });
    const token = (await login(person.email)).body['access_token'] as string;
    expect((await app.call(token, 'GET', '/profile')).body).toMatchObject({ must_set_up_second_factor: true });
    for (const [method, path] of [
      ['GET', '/contacts'],
      ['GET', '/sessions'],
      ['POST', '/change-password'],
      ['PUT', '/profile'],
      ['POST', '/security/recovery-codes'],
    ] as const)
      expect(await app.call(token, method, path)).toMatchObject({
        status: 403,
        body: { code: 'second_factor_required' },
      });
    // Who is signed in stays so.
    expect((await app.call(free, 'GET', '/contacts')).status).toBe(200);
    await setUpAuthenticator(app, token, { at });
    expect((await app.call(token, 'GET', '/contacts')).status).toBe(200);
    expect((await app.call(token, 'GET', '/profile')).body).toMatchObject({ must_set_up_second_factor: false });
    const { id } = (await security(token)).second_factors[0]!;
    expect((await app.call(token, 'DELETE', `/security/factors/${id}`)).status).toBe(409);
    expect((await login(person.email)).body).toEqual({ second_factor: expect.anything() });
    await require(admin, 'none');
    expect((await app.call(token, 'DELETE', `/security/factors/${id}`)).status).toBe(200);
  });

  it('is not got around by acting as someone who needs none', async () => {
    const admin = await app.addUser('Admin', null);
    const { email } = (await app.call<{ email: string }>(admin, 'GET', '/profile')).body;
    const person = await app.addTenant('acted-as');
    await app.call(admin, 'PUT', '/sign-in-policy', { second_factor: 'admins' });
    const token = (await login(email)).body['access_token'] as string;
    const acting = await app.call(token, 'POST', `/impersonate/${person.userId}`);
    expect(acting).toMatchObject({ status: 403, body: { code: 'second_factor_required' } });
    expect((await app.call(token, 'PUT', '/sign-in-policy', { second_factor: 'none' })).status).toBe(403);
    await require(admin, 'none');
  });
});

describe('a sign-in from a device that is new', () => {
  it('is told by email; the first device, a known one and a refused sign-in are not', async () => {
    const { email } = await app.addTenant('new-device');
    const told = async () => {
      const { events } = await app.store.readAll(0n, { limit: 10_000 });
      return events.filter(({ data }) => data['kind'] === 'new-sign-in' && data['email'] === email).length;
    };
    // The tenant has signed in once, from a program.
    expect(await told()).toBe(0);
    await login(email, { device: 'the-laptop-of-bella' });
    expect(await told()).toBe(1);
    await login(email, { device: 'the-laptop-of-bella' });
    await login(email, { device: 'a-laptop-of-mallory', password: 'not hers' });
    expect(await told()).toBe(1);
    // A program somewhere else says no name.
    await post('/login', { email, password }, '10.77.0.1');
    await post('/login', { email, password }, '10.77.0.1');
    expect(await told()).toBe(2);
    await setUpAuthenticator(app, await app.signIn(email), { at });
    at += minute;
    expect(await told()).toBe(2);
  });
});
