import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Sandbox } from '../../../sandbox/index.ts';
import { magicNumbers } from '../../../sandbox/carrier/magic.ts';
import { failure, sandboxFor, sdk, shop, startApplication, type Application } from './setup.ts';

let application: Application;
let sandbox: Sandbox;
let client: ReturnType<typeof sdk>;

beforeAll(async () => {
  application = await startApplication();
  sandbox = await sandboxFor(application);
  client = sdk(sandbox.url, { timeout: 400 });
});
afterAll(async () => {
  await sandbox.close();
  await application.close();
});

const send = (to: string, body = 'x') =>
  client.messages.create({ from: shop, to, body, statusCallback: `${application.url}/status` });
const accepted = (to: string) => sandbox.carrier.messages({ to });
const tried = new Set<string>();
const number = (to: string) => {
  tried.add(to);
  return to;
};

describe('refused', () => {
  test.each([
    ['+15005550001', 400, 21211],
    ['+15005550002', 400, 21612],
    ['+15005550003', 400, 21408],
    ['+15005550004', 400, 21610],
    ['+15005550009', 400, 21614],
    ['+15005551429', 429, 20429],
    ['+15005551500', 500, 20500],
    ['+15005551503', 503, 20503],
  ])('%s with %i %i, always', async (to, status, code) => {
    expect(await failure(send(number(to)))).toMatchObject({ status, code });
    expect(await failure(send(to))).toMatchObject({ status, code });
    expect(accepted(to)).toEqual([]);
  });

  test.each([
    ['+15005550429', 429],
    ['+15005550500', 500],
  ])('%s with %i once, then accepted', async (to, status) => {
    expect(await failure(send(number(to)))).toMatchObject({ status });
    expect(accepted(to)).toEqual([]);
    expect((await send(to)).status).toBe('queued');
    expect(accepted(to)).toHaveLength(1);
  });

  test('429 says when to come back', async () => {
    const answer = await fetch(`${sandbox.url}/2010-04-01/Accounts/AC${'5'.repeat(32)}/Messages.json`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`AC${'5'.repeat(32)}:a-token-of-the-test`)}` },
      body: new URLSearchParams({ From: shop, To: '+15005551429', Body: 'x' }),
    });
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '1']);
  });
});

describe('accepted, and then', () => {
  test.each([
    ['+15005553003', 'undelivered', 30003],
    ['+15005553004', 'undelivered', 30004],
    ['+15005553005', 'undelivered', 30005],
    ['+15005553006', 'undelivered', 30006],
    ['+15005553007', 'undelivered', 30007],
    ['+15005553108', 'undelivered', 30008],
    ['+15005553001', 'failed', 30001],
    ['+15005553032', 'undelivered', 30032],
    ['+15005553034', 'undelivered', 30034],
  ])('%s is %s with %i', async (to, status, errorCode) => {
    const { sid } = await send(number(to));
    await sandbox.carrier.idle();
    const fetched = await client.messages(sid).fetch();
    expect(fetched).toMatchObject({ status, errorCode });
    expect(fetched.errorMessage).toBeTruthy();
    expect(application.states(sid)).toEqual(status === 'failed' ? ['queued', 'failed'] : ['queued', 'sent', status]);
    const last = application.hooks.filter(({ params }) => params['MessageSid'] === sid).at(-1);
    expect(last?.params['ErrorCode']).toBe(String(errorCode));
    expect(sandbox.phone.messages(to)).toEqual([]);
  });

  test('30008 comes once; the same text again is delivered', async () => {
    const first = await send(number('+15005553008'), 'try again');
    const second = await send('+15005553008', 'try again');
    await sandbox.carrier.idle();
    expect(application.states(first.sid).at(-1)).toBe('undelivered');
    expect(application.states(second.sid).at(-1)).toBe('delivered');
  });

  test.each([
    ['+15005550020', 'queued'],
    ['+15005550021', 'sent'],
  ])('%s stays %s', async (to, status) => {
    const { sid } = await send(number(to));
    await sandbox.carrier.idle();
    expect((await client.messages(sid).fetch()).status).toBe(status);
  });
});

describe('the connection', () => {
  test.each([
    ['+15005550408', 'never answers', true],
    ['+15005551408', 'never answers', false],
    ['+15005550104', 'resets', true],
    ['+15005551104', 'resets', false],
  ])('%s %s after accepting; callbacks: %s', async (to, how, callbacks) => {
    const error = await failure(send(number(to), how));
    expect(['ECONNABORTED', 'ECONNRESET', 'ETIMEDOUT']).toContain(error.code);
    await sandbox.carrier.idle();
    const [message, ...more] = accepted(to);
    expect(more).toEqual([]);
    expect(message?.state).toBe('delivered');
    expect(application.states(message?.sid ?? '')).toEqual(callbacks ? ['queued', 'sent', 'delivered'] : []);
    const found = await client.messages.list({ to, from: shop, dateSentAfter: new Date(Date.now() - 60_000) });
    expect(found.map(({ sid }) => sid)).toEqual([message?.sid]);
  });

  test('+15005550111 resets once before accepting', async () => {
    expect((await failure(send(number('+15005550111')))).code).toBe('ECONNRESET');
    expect(accepted('+15005550111')).toEqual([]);
    expect((await send('+15005550111')).status).toBe('queued');
  });

  test('+15005551111 always resets before accepting', async () => {
    for (let i = 0; i < 2; i += 1) expect((await failure(send(number('+15005551111')))).code).toBe('ECONNRESET');
    expect(accepted('+15005551111')).toEqual([]);
  });
});

test('every number of the table was tried here', () => {
  expect(magicNumbers.map((entry) => entry.number).filter((entry) => !tried.has(entry))).toEqual([]);
});
