import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Sandbox } from '../../../sandbox/index.ts';
import { accountSid, failure, gym, phone, sandboxFor, sdk, shop, startApplication, type Application } from './setup.ts';

let application: Application;
let sandbox: Sandbox;
let client: ReturnType<typeof sdk>;

beforeAll(async () => {
  application = await startApplication();
  sandbox = await sandboxFor(application);
  client = sdk(sandbox.url);
});
afterAll(async () => {
  await sandbox.close();
  await application.close();
});

describe('a text goes out', () => {
  test('is accepted as queued, then fetched as delivered', async () => {
    const created = await client.messages.create({ from: shop, to: phone, body: 'Hello', validityPeriod: 600 });
    expect(created).toMatchObject({
      status: 'queued',
      from: shop,
      to: phone,
      body: 'Hello',
      direction: 'outbound-api',
      numSegments: '1',
      numMedia: '0',
      errorCode: null,
      accountSid,
    });
    expect(created.sid).toMatch(/^SM[0-9a-f]{32}$/);
    expect(created.dateSent).toBeFalsy();
    await sandbox.carrier.idle();
    const fetched = await client.messages(created.sid).fetch();
    expect(fetched).toMatchObject({ sid: created.sid, status: 'delivered' });
    expect(fetched.dateSent).toBeInstanceOf(Date);
  });

  test('calls back signed, state after state', async () => {
    const { sid } = await client.messages.create({
      from: shop,
      to: phone,
      body: 'With callbacks',
      statusCallback: `${application.url}/status?m=1 2&n=ä`,
    });
    await sandbox.carrier.idle();
    const hooks = application.hooks.filter(({ params }) => params['MessageSid'] === sid);
    expect(hooks.map(({ params }) => params['MessageStatus'])).toEqual(['queued', 'sent', 'delivered']);
    expect(hooks[0]?.params).toMatchObject({
      SmsSid: sid,
      SmsStatus: 'queued',
      From: shop,
      To: phone,
      AccountSid: accountSid,
      ApiVersion: '2010-04-01',
    });
    expect(hooks[0]?.params).not.toHaveProperty('ErrorCode');
  });

  test('signatures are the official ones', async () => {
    const { sid } = await client.messages.create({
      from: shop,
      to: phone,
      body: 'Signed',
      statusCallback: `${application.url}/status?m=abc`,
    });
    await sandbox.carrier.idle();
    const hooks = application.hooks.filter(({ params }) => params['MessageSid'] === sid);
    expect(hooks).toHaveLength(3);
    expect(hooks.every(({ valid }) => valid)).toBe(true);
    expect(new Set(hooks.map(({ signature }) => signature)).size).toBe(3);
  });

  test('counts segments as they are billed', async () => {
    const segments = async (body: string) =>
      (await client.messages.create({ from: shop, to: '+12025550199', body })).numSegments;
    expect(await segments('a'.repeat(160))).toBe('1');
    expect(await segments('a'.repeat(161))).toBe('2');
    expect(await segments('€'.repeat(80))).toBe('1');
    expect(await segments('€'.repeat(81))).toBe('2');
    expect(await segments('ж'.repeat(70))).toBe('1');
    expect(await segments('ж'.repeat(71))).toBe('2');
  });

  test('carries pictures to the phone', async () => {
    const to = '+12025550188';
    const created = await client.messages.create({
      from: shop,
      to,
      body: 'Look',
      mediaUrl: [`${application.url}/picture.png`],
    });
    expect(created.sid).toMatch(/^MM/);
    expect(created.numMedia).toBe('1');
    const shown = await sandbox.phone.waitFor(to, ({ body }) => body === 'Look');
    expect(shown.media).toHaveLength(1);
    const picture = await fetch(shown.media[0]?.url ?? '');
    expect([picture.status, picture.headers.get('content-type'), await picture.text()]).toEqual([
      200,
      'image/png',
      'not really a picture',
    ]);
    expect(await client.messages(created.sid).media.list()).toMatchObject([
      { contentType: 'image/png', parentSid: created.sid },
    ]);
  });

  test.each([
    ['a page instead of a picture', '/page.html', 12300],
    ['nothing there', '/missing.png', 11200],
  ])('fails when the picture is %s', async (_what, path, code) => {
    const { sid } = await client.messages.create({ from: shop, to: phone, mediaUrl: [application.url + path] });
    await sandbox.carrier.idle();
    expect(await client.messages(sid).fetch()).toMatchObject({ status: 'failed', errorCode: code });
  });
});

describe('a create that is wrong', () => {
  const create = (fields: Record<string, string | string[]>) =>
    failure(client.messages.create({ from: shop, to: phone, body: 'x', ...fields } as never));

  test.each<[string, Record<string, string | string[]>, number]>([
    ['no recipient', { to: '' }, 21604],
    ['no sender', { from: '' }, 21603],
    ['an invalid recipient', { to: '+0123' }, 21211],
    ['letters as recipient', { to: 'hello' }, 21211],
    ['a sender the account does not own', { from: '+14155550199' }, 21606],
    ['a sender that is no number', { from: 'SHOP' }, 21212],
    ['the sender as recipient', { to: shop }, 21266],
    ['no body', { body: '' }, 21602],
    ['a body too long', { body: 'a'.repeat(1601) }, 21617],
    ['eleven pictures', { mediaUrl: Array.from({ length: 11 }, (_, i) => `http://127.0.0.1/${i}`) }, 21623],
    ['a picture that has no address', { mediaUrl: ['file:///etc/passwd'] }, 21620],
    ['a callback that has no address', { statusCallback: 'nowhere' }, 21609],
    ['a validity out of range', { validityPeriod: '36001' }, 90007],
  ])('%s', async (_what, fields, code) => {
    const before = sandbox.carrier.messages().length;
    expect(await create(fields)).toMatchObject({ status: 400, code });
    expect(sandbox.carrier.messages()).toHaveLength(before);
  });
});

describe('who may ask', () => {
  test('a wrong token is 401 20003', async () => {
    expect(
      await failure(sdk(sandbox.url, { token: 'wrong' }).messages.create({ from: shop, to: phone, body: 'x' })),
    ).toMatchObject({ status: 401, code: 20003 });
  });
  test('no sign-in is 401, with the challenge', async () => {
    const answer = await fetch(`${sandbox.url}/2010-04-01/Accounts/${accountSid}/Messages.json`);
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Basic realm="Twilio API"']);
  });
  test("another account's messages are not there", async () => {
    const other = { sid: `AC${'6'.repeat(32)}`, authToken: 'other' };
    sandbox.carrier.addAccount(other);
    const { sid } = await client.messages.create({ from: shop, to: phone, body: 'mine' });
    const stranger = sdk(sandbox.url, { sid: other.sid, token: other.authToken });
    expect(await failure(stranger.messages(sid).fetch())).toMatchObject({ status: 404, code: 20404 });
    expect(await stranger.messages.list({ to: phone })).toEqual([]);
    expect(await failure(stranger.messages.create({ from: shop, to: phone, body: 'x' }))).toMatchObject({
      code: 21606,
    });
    expect(await failure(stranger.api.v2010.accounts(accountSid).fetch())).toMatchObject({ status: 404 });
  });
  test('the account says whether it is active, and trial or full', async () => {
    expect(await client.api.v2010.accounts(accountSid).fetch()).toMatchObject({
      sid: accountSid,
      status: 'active',
      type: 'Full',
      friendlyName: 'The test',
    });
    const trial = {
      sid: `AC${'7'.repeat(32)}`,
      authToken: 'trial',
      type: 'Trial' as const,
      status: 'suspended' as const,
    };
    sandbox.carrier.addAccount(trial);
    const suspended = sdk(sandbox.url, { sid: trial.sid, token: trial.authToken });
    expect(await suspended.api.v2010.accounts(trial.sid).fetch()).toMatchObject({ type: 'Trial', status: 'suspended' });
    expect(await failure(suspended.messages.create({ from: shop, to: phone, body: 'x' }))).toMatchObject({
      status: 401,
      code: 20005,
    });
  });
});

describe('looking back', () => {
  const to = '+13125550177';

  test('lists newest first, by recipient, sender and date, over pages', async () => {
    for (let i = 0; i < 7; i += 1) await client.messages.create({ from: i % 2 === 0 ? shop : gym, to, body: `n${i}` });
    const bodies = async (options: Parameters<typeof client.messages.list>[0]) =>
      (await client.messages.list(options)).map(({ body }) => body);
    expect(await bodies({ to })).toEqual(['n6', 'n5', 'n4', 'n3', 'n2', 'n1', 'n0']);
    expect(await bodies({ to, pageSize: 3 })).toEqual(['n6', 'n5', 'n4', 'n3', 'n2', 'n1', 'n0']);
    expect(await bodies({ to, from: gym })).toEqual(['n5', 'n3', 'n1']);
    expect(await bodies({ to, dateSentAfter: new Date(Date.now() - 60_000) })).toHaveLength(7);
    expect(await bodies({ to, dateSentAfter: new Date(Date.now() + 60_000) })).toEqual([]);
    expect(await bodies({ to, dateSentBefore: new Date(Date.now() - 60_000) })).toEqual([]);
    expect(await bodies({ to, dateSent: new Date(new Date().toISOString().slice(0, 10)) as never })).toHaveLength(0);
  });

  test('pages go back and forth, and new messages shift nothing', async () => {
    const first = await client.messages.page({ to, pageSize: 3 });
    await client.messages.create({ from: shop, to, body: 'later' });
    const second = await first.nextPage();
    expect(second?.instances.map(({ body }) => body)).toEqual(['n3', 'n2', 'n1']);
    const third = await second?.nextPage();
    expect(third?.instances.map(({ body }) => body)).toEqual(['n0']);
    expect(third?.nextPageUrl).toBeUndefined();
    expect((await third?.previousPage())?.instances.map(({ body }) => body)).toEqual(['n3', 'n2', 'n1']);
  });

  test('finds what is accepted but still queued', async () => {
    const { sid } = await client.messages.create({ from: shop, to: '+15005550020', body: 'stuck' });
    expect(
      (await client.messages.list({ to: '+15005550020', from: shop, dateSentAfter: new Date(Date.now() - 5_000) })).map(
        (message) => message.sid,
      ),
    ).toEqual([sid]);
  });

  test('an unknown sid is 404 20404', async () => {
    expect(await failure(client.messages(`SM${'0'.repeat(32)}`).fetch())).toMatchObject({ status: 404, code: 20404 });
  });
});

describe('requests that make no sense get 4xx', () => {
  const raw = (path: string, init: RequestInit = {}) =>
    fetch(`${sandbox.url}/2010-04-01/Accounts/${accountSid}/${path}`, {
      ...init,
      headers: { authorization: `Basic ${btoa(`${accountSid}:a-token-of-the-test`)}`, ...init.headers },
    });

  test.each<[string, string, RequestInit]>([
    ['a page size of letters', 'Messages.json?PageSize=many', {}],
    ['a page of minus one', 'Messages.json?Page=-1', {}],
    ['a date that is none', 'Messages.json?DateSent%3E=yesterday', {}],
    ['a page token of nothing', 'Messages.json?PageToken=PAnothing', {}],
    [
      'a body of JSON',
      'Messages.json',
      { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"To":"x"}' },
    ],
    [
      'a broken body of JSON',
      'Messages.json',
      { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{{' },
    ],
    [
      'an unknown content type',
      'Messages.json',
      { method: 'POST', headers: { 'content-type': 'application/x-nothing' }, body: 'x' },
    ],
    ['no body at all', 'Messages.json', { method: 'POST' }],
    ['an unknown resource', 'Conferences.json', {}],
    ['an unknown method', 'Messages.json', { method: 'PATCH' }],
    ['a path with broken escapes', 'Messages/%E0%A4%A.json', {}],
    [
      'a body of 17 MB',
      'Messages.json',
      {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: `Body=${'a'.repeat(17 * 1024 * 1024)}`,
      },
    ],
  ])('%s', async (_what, path, init) => {
    const answer = await raw(path, init);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    expect(await answer.json()).toHaveProperty('message');
  });
});
