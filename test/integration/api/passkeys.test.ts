import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Security } from '../../../api/contract/security.ts';
import { setUpAuthenticator } from './authenticators.ts';
import { passkeyDevice } from './passkey-device.ts';
import { password, publicUrl, startTestApi, type TestApi } from './support.ts';

let app: TestApi;
let at = Date.parse('2026-11-02T12:00:00Z');
const minute = 60_000;
beforeAll(async () => {
  app = await startTestApi({ now: () => new Date(at), config: { signInLimit: { perIp: 10_000 } } });
});
afterAll(() => app.close());

const home = { origin: publicUrl, host: new URL(publicUrl).hostname };
type Options = Readonly<Record<string, unknown>>;
interface Begun {
  readonly token: string;
  readonly options: Options;
}
const send = async (path: string, payload: object, token: string | null = null, host = home.host) => {
  const answer = await app.api.inject({
    method: 'POST',
    url: `/api/v1${path}`,
    payload,
    headers: { host, ...(token === null ? {} : { authorization: `Bearer ${token}` }) },
  });
  return { status: answer.statusCode, body: answer.json<Record<string, unknown>>() };
};
const begin = async (path: string, payload: object, token: string | null = null): Promise<Begun> =>
  (await send(path, payload, token)).body['data'] as Begun;
const login = (email: string) => send('/login', { email, password });
const security = async (token: string) => (await app.call<Security>(token, 'GET', '/security')).body;
const confirm = (token: string, response: object) => send('/login/passkey/confirm', { token, response });

let people = 0;
/** Someone with a passkey of the platform's host. */
async function withPasskey() {
  const tenant = await app.addTenant(`passkey-${(people += 1)}`);
  const device = passkeyDevice();
  const { token, options } = await begin('/security/passkeys', {}, tenant.token);
  const response = device.make(options, home);
  const added = await send('/security/passkeys/confirm', { token, response, name: 'Laptop' }, tenant.token);
  expect(added).toMatchObject({ status: 200, body: { data: { recovery_codes: expect.any(Array) } } });
  const second = async () => ((await login(tenant.email)).body['second_factor'] as { token: string }).token;
  return { ...tenant, device, options, second };
}

describe('a passkey', () => {
  it('says on which host it works, and names nobody to the device', async () => {
    const { token, email, userId, device, options } = await withPasskey();
    expect(await security(token)).toMatchObject({
      second_factors: [{ kind: 'passkey', name: 'Laptop', host: home.host, last_used_at: null }],
      recovery_codes_left: 10,
    });
    expect(options).toMatchObject({ rp: { id: home.host }, attestation: 'none' });
    const handle = Buffer.from(device.handle(), 'base64url');
    expect(handle).toHaveLength(32);
    expect(handle.toString('latin1')).not.toContain(userId);
    expect(handle.toString('hex')).not.toContain(userId.replaceAll('-', ''));
    expect((await login(email)).body).toMatchObject({ second_factor: { code: false, passkey_hosts: [home.host] } });
  });

  it('is the second step of a sign-in', async () => {
    const person = await withPasskey();
    const { token, options } = await begin('/login/passkey', { token: await person.second() });
    expect(options).toMatchObject({ rpId: home.host, allowCredentials: [{ id: person.device.id }] });
    const done = await confirm(token, person.device.show(options, { ...home, unlocked: false }));
    expect(done).toMatchObject({ status: 200, body: { access_token: expect.any(String) } });
  });

  it('signs in without a password when the device was unlocked, and not when it was only touched', async () => {
    const person = await withPasskey();
    const touched = await begin('/login/passkey', {});
    expect(touched.options).not.toHaveProperty('allowCredentials.0');
    const refused = await confirm(touched.token, person.device.show(touched.options, { ...home, unlocked: false }));
    expect(refused.status).toBe(422);
    const { token, options } = await begin('/login/passkey', {});
    const { status, body } = await confirm(token, person.device.show(options, home));
    expect(status).toBe(200);
    expect((await app.call<{ id: string }>(body['access_token'] as string, 'GET', '/profile')).body.id).toBe(
      person.userId,
    );
  });

  it('a challenge works once, for ten minutes', async () => {
    const person = await withPasskey();
    const { token, options } = await begin('/login/passkey', {});
    const shown = person.device.show(options, home);
    const answers = await Promise.all([confirm(token, shown), confirm(token, shown)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
    const late = await begin('/login/passkey', {});
    at += 11 * minute;
    expect(await confirm(late.token, person.device.show(late.options, home))).toMatchObject({
      status: 422,
      body: { code: 'token_invalid' },
    });
    const [one, other] = [await begin('/login/passkey', {}), await begin('/login/passkey', {})];
    expect((await confirm(one.token, person.device.show(other.options, home))).status).toBe(422);
  });

  it('of another origin or host is refused', async () => {
    const person = await withPasskey();
    for (const place of [
      { ...home, origin: 'https://app.example.test.evil.test' },
      { ...home, host: 'evil.test' },
    ]) {
      const { token, options } = await begin('/login/passkey', {});
      expect((await confirm(token, person.device.show(options, place))).status).toBe(422);
    }
    const { email, token } = await app.addTenant('elsewhere');
    const { token: step, options } = await begin('/security/passkeys', {}, token);
    const response = passkeyDevice().make(options, { ...home, origin: 'https://evil.test' });
    expect((await send('/security/passkeys/confirm', { token: step, response, name: 'X' }, token)).status).toBe(422);
    expect((await login(email)).body).toEqual({ access_token: expect.any(String) });
    for (const host of ['evil.test', '127.0.0.1', '[::1]'])
      expect((await send('/login/passkey', {}, null, host)).status).toBe(422);
  });

  it('whose counter does not go up is a copy: refused', async () => {
    const person = await withPasskey();
    const show = async (count: number) => {
      const { token, options } = await begin('/login/passkey', {});
      return (await confirm(token, person.device.show(options, { ...home, count }))).status;
    };
    expect([await show(5), await show(5), await show(3), await show(6)]).toEqual([200, 422, 422, 200]);
  });

  it('of someone else, or removed, is no second step; removed, it can be set up again', async () => {
    const [person, other] = [await withPasskey(), await withPasskey()];
    const step = await begin('/login/passkey', { token: await person.second() });
    expect((await confirm(step.token, other.device.show(step.options, home))).status).toBe(422);
    // Taken by someone else while it is in use: not that either.
    const stolen = await begin('/security/passkeys', {}, other.token);
    const response = person.device.make(stolen.options, home);
    const claimed = await send(
      '/security/passkeys/confirm',
      { token: stolen.token, response, name: 'Mine now' },
      other.token,
    );
    expect(claimed.status).toBe(422);
    const { id } = (await security(person.token)).second_factors[0]!;
    expect((await app.call(person.token, 'DELETE', `/security/factors/${id}`)).status).toBe(200);
    const gone = await begin('/login/passkey', {});
    expect((await confirm(gone.token, person.device.show(gone.options, home))).status).toBe(422);
    const again = await begin('/security/passkeys', {}, person.token);
    const made = person.device.make(again.options, home);
    expect(
      (await send('/security/passkeys/confirm', { token: again.token, response: made, name: 'Back' }, person.token))
        .status,
    ).toBe(200);
  });

  it('says the same of a passkey that nobody has', async () => {
    const { token, options } = await begin('/login/passkey', {});
    const device = passkeyDevice();
    device.make({ challenge: 'x', user: { id: 'AAAA' } }, home);
    expect(await confirm(token, device.show(options, home))).toMatchObject({
      status: 422,
      body: { code: 'invalid_credentials' },
    });
  });

  it('stands beside an app: both are asked for, either is enough', async () => {
    const person = await withPasskey();
    await setUpAuthenticator(app, person.token, { at });
    expect((await login(person.email)).body).toMatchObject({
      second_factor: { code: true, passkey_hosts: [home.host] },
    });
    const { token, options } = await begin('/login/passkey', { token: await person.second() });
    expect((await confirm(token, person.device.show(options, home))).status).toBe(200);
  });
});
