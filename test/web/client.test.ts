import { describe, expect, test } from 'vitest';
import { createClient } from '../../web/api/client.ts';
import { ApiError, failureMessage, successMessage } from '../../web/api/errors.ts';
import { createSession } from '../../web/session/session.ts';

const failure = (status: number, body: ConstructorParameters<typeof ApiError>[1]) =>
  failureMessage(new ApiError(status, body));

describe('the error catalogue', () => {
  test('422 shows the first message of the first field', () => {
    expect(
      failure(422, { message: 'Invalid.', errors: { email: ['Enter an address.', 'Second.'], name: ['Third.'] } }),
    ).toBe('Enter an address.');
    expect(failure(422, { message: 'Invalid.', errors: { email: [], name: ['Third.'] } })).toBe('Third.');
    expect(failure(422, { message: 'Invalid.' })).toBe('Invalid.');
  });
  test("406 and what is marked silent say nothing; 401 is the session's matter", () => {
    expect(failure(406, { message: 'No.' })).toBeNull();
    expect(failure(500, { message: 'No.', silent: true })).toBeNull();
    expect(failure(401, { message: 'No.' })).toBeNull();
  });
  test('anything else shows its message, if it has one', () => {
    expect(failure(409, { message: 'Changed meanwhile.' })).toBe('Changed meanwhile.');
    expect(failure(502, null)).toBeNull();
    expect(failure(500, { message: 7 as unknown as string })).toBeNull();
  });
  test('a success with a flag and a message shows it', () => {
    expect(successMessage({ success: true, message: 'Saved.' })).toBe('Saved.');
    for (const body of [{ message: 'Saved.' }, { success: false, message: 'Saved.' }, { success: true }, null, 'text'])
      expect(successMessage(body)).toBeNull();
  });
});

function setUp(reply: () => Response | Promise<Response>) {
  const seen: { url: string; init: RequestInit }[] = [];
  const events: string[] = [];
  const client = createClient({
    base: '/api/v1',
    token: () => 'secret',
    onUnauthorized: () => {
      events.push('unauthorized');
    },
    onSuccess: (message) => {
      events.push(message);
    },
    fetch: ((url: string, init: RequestInit) => {
      seen.push({ url, init });
      return Promise.resolve(reply());
    }) as typeof fetch,
  });
  const header = (name: string) => new Headers(seen.at(-1)!.init.headers).get(name);
  return { client, seen, events, header };
}
const json = (status: number, body: unknown) => new Response(JSON.stringify(body), { status });

describe('the client', () => {
  test('carries the token; reads have no idempotency key, commands have one each', async () => {
    const { client, header } = setUp(() => json(200, {}));
    await client.get('/contacts');
    expect(header('authorization')).toBe('Bearer secret');
    expect(header('idempotency-key')).toBeNull();
    await client.post('/notifications/mark-all', {});
    const first = header('idempotency-key');
    await client.post('/notifications/mark-all', {});
    expect(first).toMatch(/^[0-9a-f]{32}$/);
    expect(header('idempotency-key')).not.toBe(first);
    await client.post('/notifications/mark-all', { idempotencyKey: 'mine' });
    expect(header('idempotency-key')).toBe('mine');
  });
  test('a 401 asks the session and is not rejected to the caller', async () => {
    const { client, events } = setUp(() => json(401, { message: 'Who?' }));
    const outcome = await Promise.race([
      client.get('/contacts').then(
        () => 'answered',
        () => 'rejected',
      ),
      new Promise((resolve) => {
        setTimeout(resolve, 20, 'open');
      }),
    ]);
    expect([outcome, events]).toEqual(['open', ['unauthorized']]);
    await expect(client.get('/profile', { seesUnauthorized: true })).rejects.toMatchObject({ status: 401 });
  });
  test('a server that cannot be reached is status 0; a body that is no JSON still is a failure', async () => {
    await expect(
      setUp(() => {
        throw new TypeError('network');
      }).client.get('/profile', { seesUnauthorized: false }),
    ).rejects.toMatchObject({ status: 0, code: 'unreachable' });
    await expect(
      setUp(() => new Response('<html>', { status: 502 })).client.get('/profile', { seesUnauthorized: false }),
    ).rejects.toMatchObject({ status: 502 });
  });
  test('only commands announce a success', async () => {
    const { client, events } = setUp(() => json(200, { success: true, message: 'Done.' }));
    await client.get('/profile');
    expect(events).toEqual([]);
    await client.put('/settings', { body: {} });
    expect(events).toEqual(['Done.']);
  });
});

test('signing out forgets the token and the drafts, here and in other tabs', () => {
  const session = createSession(localStorage, sessionStorage, window);
  let told = 0;
  session.subscribe(() => {
    told += 1;
  });
  session.start('abc');
  sessionStorage.setItem('draft:1', 'half a text');
  expect(localStorage.getItem('access_token')).toBe('abc');
  session.clear();
  expect([session.token(), sessionStorage.length, told]).toEqual([null, 0, 2]);
  window.dispatchEvent(new StorageEvent('storage', { key: 'access_token' }));
  expect(told).toBe(3);
});
