import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApi, type TestApi } from './support.ts';

/** The person who owns an agency or a business, and the record that names them: one truth, whoever changes it. */
interface Row {
  readonly id: string;
  readonly email: string;
  readonly first_name: string;
  readonly revision: number;
}

let app: TestApi;
let ada: string;
beforeAll(async () => {
  app = await startTestApi();
  ada = await app.addUser('Admin', null);
});
afterAll(() => app.close());

const password = 'a-long-password';
const form = (name: string, email: string) => ({
  name,
  email,
  first_name: 'Nora',
  last_name: 'West',
  timezone: 'America/Chicago',
});
const signsIn = async (email: string, secret = password) =>
  (await app.api.inject({ method: 'POST', url: '/api/v1/login', payload: { email, password: secret } })).statusCode ===
  200;
const get = async (path: string) => (await app.call<{ data: Row }>(ada, 'GET', path)).body.data;
const create = async (path: string, body: object) => {
  const answer = await app.call<{ data: { id: string } }>(ada, 'POST', path, body);
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return `${path}/${answer.body.data.id}`;
};
/** The kinds of email asked for to an address, oldest first. */
const emailsTo = async (email: string): Promise<string[]> => {
  const kinds: string[] = [];
  for (let position = 0n; ;) {
    const page = await app.store.readAll(position, { limit: 1_000 });
    for (const event of page.events)
      if (event.type === 'AccountEmailRequested' && event.data['email'] === email)
        kinds.push(String(event.data['kind']));
    if (page.atEnd) return kinds;
    position = page.next;
  }
};

describe.each([
  ['/agencies', 'agency'],
  ['/businesses', 'business'],
])('%s', (path, what) => {
  it('an operator corrects the owner’s address: they sign in with the new one only, and the old one is told and free', async () => {
    const [old, now] = [`old@${what}.test`, `new@${what}.test`];
    const at = await create(path, { ...form('Northwind', old), password });
    const { revision } = await get(at);
    const saved = await app.call(ada, 'PUT', at, { ...form('Northwind', now), first_name: 'Noor', revision });
    expect(saved.status).toBe(200);
    expect(await signsIn(old)).toBe(false);
    expect(await signsIn(now)).toBe(true);
    expect(await get(at)).toMatchObject({ email: now, first_name: 'Noor' });
    expect(await emailsTo(old)).toEqual(['email-changed']);
    // The old address belongs to nobody: another may have it.
    await create(path, { ...form('Another', old), password });
  });

  it('an owner who never chose a password is invited again, at the right address', async () => {
    const [wrong, right] = [`typo@${what}.test`, `right@${what}.test`];
    const at = await create(path, form('Contoso', wrong));
    const { revision } = await get(at);
    expect((await app.call(ada, 'PUT', at, { ...form('Contoso', right), revision })).status).toBe(200);
    expect(await emailsTo(wrong)).toEqual(['invitation']);
    expect(await emailsTo(right)).toEqual(['invitation']);
  });

  it('an address that is somebody’s is refused at its field, and nothing changes', async () => {
    const taken = `taken@${what}.test`;
    await create(path, { ...form('First', taken), password });
    const at = await create(path, { ...form('Second', `second@${what}.test`), password });
    const before = await get(at);
    const refused = await app.call(ada, 'PUT', at, { ...form('Second renamed', taken), revision: before.revision });
    expect(refused).toMatchObject({
      status: 422,
      body: { code: 'email_taken', errors: { email: [expect.any(String)] } },
    });
    expect(await get(at)).toEqual(before);
    expect(await signsIn(taken)).toBe(true);
  });

  it('an edit that is refused because others were faster leaves the owner and the address alone', async () => {
    const [old, wanted] = [`calm@${what}.test`, `wanted@${what}.test`];
    const at = await create(path, { ...form('Calm', old), password });
    const { revision } = await get(at);
    expect((await app.call(ada, 'PUT', at, { ...form('Calm Inc', old), revision })).status).toBe(200);
    expect((await app.call(ada, 'PUT', at, { ...form('Calm', wanted), revision })).status).toBe(409);
    expect(await signsIn(old)).toBe(true);
    expect(await emailsTo(old)).toEqual([]);
    await create(path, { ...form('Free', wanted), password });
  });

  it('an owner who changes their own address changes the record’s', async () => {
    const [old, now] = [`self@${what}.test`, `self-new@${what}.test`];
    const at = await create(path, {
      ...form('Selfmade', old),
      ...(path === '/businesses' ? {} : { free_fee: true }),
      password,
    });
    const token = await app.api
      .inject({ method: 'POST', url: '/api/v1/login', payload: { email: old, password } })
      .then((answer) => answer.json<{ access_token: string }>().access_token);
    expect(
      (
        await app.call(token, 'PUT', '/profile', {
          first_name: 'Nia',
          last_name: 'West',
          email: now,
          current_password: password,
        })
      ).status,
    ).toBe(200);
    await app.settled();
    expect(await get(at)).toMatchObject({ email: now, first_name: 'Nia' });
    // Saved as it is: nothing about the owner changes.
    const { revision } = await get(at);
    expect((await app.call(ada, 'PUT', at, { ...form('Selfmade', now), first_name: 'Nia', revision })).status).toBe(
      200,
    );
    expect(await signsIn(now)).toBe(true);
  });
});
