import { createServer, type IncomingHttpHeaders, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { stringify } from 'node:querystring';
import twilio from 'twilio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBandwidthCarrier } from '../../../adapters/sms/bandwidth/index.ts';
import type { SmsCarrier } from '../../../adapters/sms/port.ts';
import { createTwilioCarrier, verifyTwilioSignature } from '../../../adapters/sms/twilio/index.ts';
import { startSandbox, type Sandbox } from '../../../sandbox/index.ts';
import { eventually } from '../../support/eventually.ts';
import { freePort } from '../../support/ports.ts';

interface Over {
  readonly baseUrl?: string;
  readonly password?: string;
  readonly timeoutMs?: number;
}
interface World {
  readonly from: string;
  readonly create: (over?: Over) => SmsCarrier;
  /** Of a number that the carrier refuses when it is asked, or takes and then does not deliver. */
  readonly refused: readonly (readonly [to: string, code: number])[];
  readonly failing: readonly (readonly [to: string, code: number])[];
  readonly saysBodies: boolean;
  readonly noMessage: string;
}

const account = { sid: `AC${'1'.repeat(32)}`, authToken: 'token-of-the-test' };
const user = 'api-user';
const bandwidth = { sid: '9900001', authToken: 'password-of-the-test' };
const applicationId = '93de2206-9669-4e07-948d-329f4b722ee2';

let sandbox: Sandbox;
const common = (over: Over) => ({ baseUrl: sandbox.url, timeoutMs: 1_000, ...over });
const worlds: Readonly<Record<string, World>> = {
  twilio: {
    from: '+14155550100',
    create: ({ password = account.authToken, ...over } = {}) =>
      createTwilioCarrier({ accountSid: account.sid, authToken: password, ...common(over) }),
    refused: [
      ['+15005550004', 21610],
      ['+15005550001', 21211],
    ],
    failing: [
      ['+15005553003', 30003],
      ['+15005553007', 30007],
      ['+15005553034', 30034],
    ],
    saysBodies: true,
    noMessage: `SM${'0'.repeat(32)}`,
  },
  bandwidth: {
    from: '+14155550200',
    create: ({ password = bandwidth.authToken, ...over } = {}) =>
      createBandwidthCarrier({ accountId: bandwidth.sid, applicationId, username: user, password, ...common(over) }),
    refused: [['12', 21211]],
    failing: [
      ['+15005550004', 21610],
      ['+15005553003', 30003],
      ['+15005553005', 30005],
      ['+15005553007', 30007],
      ['+15005553032', 30032],
      ['+15005553034', 30034],
      ['+15005553108', 30008],
    ],
    saysBodies: false,
    noMessage: '1589228074636lm4k2je7j7jklbn2',
  },
};

const textFrom =
  (from: string) =>
  (to: string, body = 'Hello') => ({
    messageId: 'f1ce9a1b-2d3c-4e5f-8a6b-7c8d9e0f1a2b',
    from,
    to,
    body,
    mediaUrls: [],
    statusCallback: 'http://127.0.0.1:9/status?m=1',
    validitySeconds: 600,
  });

beforeAll(async () => {
  sandbox = await startSandbox({
    accounts: [account, { ...bandwidth, bandwidth: { username: user, callbackUrl: null } }],
    numbers: [
      { number: worlds['twilio']!.from, accountSid: account.sid, smsUrl: null },
      { number: worlds['bandwidth']!.from, accountSid: bandwidth.sid, smsUrl: null },
    ],
    behaviour: { progress: { sentAfterMs: 5, deliveredAfterMs: 5, jitterMs: 0 } },
    seed: 1,
  });
});
afterAll(() => sandbox.close());

/** A carrier that answers as it is told. */
async function serving(listener: RequestListener): Promise<{ readonly url: string; close(): void }> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

interface Asked {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A carrier that notes what it is asked. */
async function noting(answer: object): Promise<{ readonly url: string; readonly asked: Asked[]; close(): void }> {
  const asked: Asked[] = [];
  const server = await serving((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      asked.push({ method: request.method!, url: request.url!, headers: request.headers, body });
      response
        .writeHead(request.method === 'POST' ? 201 : 200, { 'content-type': 'application/json' })
        .end(JSON.stringify(answer));
    });
  });
  return { ...server, asked };
}

describe.each(Object.entries(worlds))('the real SDK of %s against the sandbox', (name, world) => {
  const carrier = world.create;
  const { from } = world;
  const text = textFrom(from);

  it('hands a text over and finds it again', async () => {
    const since = new Date();
    const outcome = await carrier().send(text('+12025550111', 'Grüße 🍕'));
    expect(outcome).toMatchObject({ kind: 'accepted' });
    const id = outcome.kind === 'accepted' ? outcome.providerMessageId : '';
    const found = await carrier().find({ from, to: '+12025550111', since });
    const words = world.saysBodies ? { body: 'Grüße 🍕' } : { body: null, length: 8 };
    expect(found).toMatchObject([{ providerMessageId: id, ...words, to: '+12025550111', from }]);
    expect(await carrier().fetch(id)).toMatchObject({ providerMessageId: id });
    expect(await carrier().fetch(world.noMessage)).toBeNull();
    expect(carrier().name).toBe(name);
    await sandbox.phone.waitFor('+12025550111', ({ body }) => body === 'Grüße 🍕');
    const told = await eventually(
      () => carrier().fetch(id),
      (message) => message?.status === 'delivered',
    );
    expect(told).toMatchObject({ errorCode: null });
  });

  it('does not find what another pair of numbers has, nor what is older', async () => {
    await carrier().send(text('+12025550112'));
    expect(await carrier().find({ from, to: '+12025550113', since: new Date(Date.now() - 60_000) })).toEqual([]);
    expect(await carrier().find({ from, to: '+12025550112', since: new Date(Date.now() + 3_600_000) })).toEqual([]);
  });

  it('looks through all pages', async () => {
    const once = carrier();
    for (let i = 0; i < 120; i++) await once.send(text('+12025550114', `Number ${i}`));
    const found = await carrier().find({ from, to: '+12025550114', since: new Date(Date.now() - 3_600_000) });
    expect(new Set(found.map(({ providerMessageId }) => providerMessageId)).size).toBe(120);
  });

  it.each([
    ['+15005551429', { kind: 'throttled', retryAfterMs: 1_000 }],
    ['+15005551500', { kind: 'unknown' }],
    ['+15005551503', { kind: 'unknown' }],
    ['+15005551104', { kind: 'unknown' }],
    ['+15005551111', { kind: 'unknown' }],
    ['+15005551408', { kind: 'unknown' }],
  ])('%s ends as %o', async (to, outcome) => {
    expect(await carrier().send(text(to))).toMatchObject(outcome);
  });

  it('finds what it took without an answer, and nothing where it took nothing', async () => {
    const since = new Date(Date.now() - 60_000);
    for (const to of ['+15005550104', '+15005550408']) {
      expect(await carrier().send(text(to, `Lost answer ${to}`))).toMatchObject({ kind: 'unknown' });
      expect(await carrier().find({ from, to, since })).toHaveLength(1);
    }
    await carrier().send(text('+15005551111'));
    expect(await carrier().find({ from, to: '+15005551111', since })).toEqual([]);
  });

  it.each(world.refused)('%s is refused as %i', async (to, errorCode) => {
    expect(await carrier().send(text(to))).toMatchObject({ kind: 'rejected', errorCode });
  });

  it.each(world.failing)('%s fails as %i', async (to, errorCode) => {
    const outcome = await carrier().send(text(to, `Failing ${errorCode}`));
    const id = outcome.kind === 'accepted' ? outcome.providerMessageId : '';
    await expect.poll(async () => (await carrier().fetch(id))?.errorCode).toBe(errorCode);
    expect(['failed', 'undelivered']).toContain((await carrier().fetch(id))?.status);
  });

  it('refuses nothing that it is not sure of: wrong credentials are a refusal, nobody there is unreachable', async () => {
    expect(await carrier({ password: 'wrong-password' }).send(text('+12025550111'))).toMatchObject({
      kind: 'rejected',
      errorCode: 20003,
    });
    const port = await freePort();
    expect(await carrier({ baseUrl: `http://127.0.0.1:${port}` }).send(text('+12025550111'))).toMatchObject({
      kind: 'unreachable',
    });
    expect(await carrier({ baseUrl: 'http://carrier.invalid' }).send(text('+12025550111'))).toMatchObject({
      kind: 'unreachable',
    });
  });

  it('says that another number is not the account’s', async () => {
    expect(await carrier().send({ ...text('+12025550111'), from: '+14155550999' })).toMatchObject({
      kind: 'rejected',
      errorCode: 21606,
    });
  });

  it('is unknown when the process stops meanwhile', async () => {
    const stop = new AbortController();
    const sending = carrier({ timeoutMs: 5_000 }).send(text('+15005551408'), stop.signal);
    setTimeout(() => stop.abort(), 100);
    expect(await sending).toMatchObject({ kind: 'unknown' });
  });

  it.each<[string, (response: ServerResponse) => void]>([
    ['is no answer', (response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>')],
    [
      'ends half-way',
      (response) => {
        response.writeHead(201, { 'content-length': '1000' }).write('{"sid": "SM1"');
        setTimeout(() => response.destroy(), 20);
      },
    ],
    ['does not end', (response) => void response.writeHead(201).write('{"sid": ')],
    ['leads elsewhere', (response) => void response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end()],
  ])('an answer that %s is unknown', async (_, answer) => {
    const odd = await serving((_request, response) => answer(response));
    expect(await carrier({ baseUrl: odd.url }).send(text('+12025550111'))).toMatchObject({ kind: 'unknown' });
    odd.close();
  });

  it('does not take an answer without messages for an empty list', async () => {
    const odd = await serving((_request, response) => void response.writeHead(200).end('<html>'));
    const ask = carrier({ baseUrl: odd.url }).find({ from, to: '+12025550111', since: new Date() });
    await expect(ask).rejects.toThrow();
    odd.close();
  });
});

const mediaUrls = ['https://pictures.example/1.png', 'https://pictures.example/2.png?a=1&b=2'];

describe('what Twilio is asked', () => {
  const { create, from } = worlds['twilio']!;
  it('asks as the SDK does: whose account it is, where it would go, each field and each picture', async () => {
    const odd = await noting({ sid: 'SM1', messages: [] });
    await create({ baseUrl: odd.url }).send({ ...textFrom(from)('+12025550111', 'Ünï & = ?'), mediaUrls });
    await create({ baseUrl: odd.url }).find({ from, to: '+12025550111', since: new Date() });
    odd.close();
    const path = `/2010-04-01/Accounts/${account.sid}/Messages.json`;
    expect(odd.asked[0]).toMatchObject({ method: 'POST', url: path });
    expect(odd.asked[0]!.headers).toMatchObject({
      authorization: `Basic ${Buffer.from(`${account.sid}:${account.authToken}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
      'x-forwarded-host': 'api.twilio.com',
    });
    const form = new URLSearchParams(odd.asked[0]!.body);
    expect(form.getAll('MediaUrl')).toEqual(mediaUrls);
    expect([form.get('Body'), form.get('To'), form.get('From')]).toEqual(['Ünï & = ?', '+12025550111', from]);
    expect(odd.asked[1]!.url).toBe(`${path}?${stringify({ To: '+12025550111', From: from, PageSize: 100 })}`);
  });
});

describe('what Bandwidth is asked', () => {
  const { create, from } = worlds['bandwidth']!;
  it('names the application, our id as the tag, and when the text is no longer worth sending', async () => {
    const odd = await noting({ id: '1589228074636lm4k2je7j7jklbn2', messages: [] });
    const message = textFrom(from)('+12025550111', 'Ünï & = ?');
    expect(await create({ baseUrl: odd.url }).send({ ...message, mediaUrls })).toMatchObject({ kind: 'accepted' });
    const since = new Date();
    await create({ baseUrl: odd.url }).find({ from, to: '+12025550111', since });
    odd.close();
    const path = `/api/v2/users/${bandwidth.sid}/messages`;
    expect(odd.asked[0]).toMatchObject({ method: 'POST', url: path });
    expect(odd.asked[0]!.headers).toMatchObject({
      authorization: `Basic ${Buffer.from(`${user}:${bandwidth.authToken}`).toString('base64')}`,
      'content-type': 'application/json',
    });
    const { expiration, ...body } = JSON.parse(odd.asked[0]!.body) as { expiration: string };
    expect(body).toEqual({
      applicationId,
      from,
      to: ['+12025550111'],
      text: 'Ünï & = ?',
      media: mediaUrls,
      tag: message.messageId,
    });
    expect(Math.abs(Date.parse(expiration) - since.getTime() - 600_000)).toBeLessThan(60_000);
    const asked = new URL(odd.asked[1]!.url, 'http://x');
    expect(asked.pathname).toBe(path);
    expect(Object.fromEntries(asked.searchParams)).toEqual({
      sourceTn: from,
      destinationTn: '+12025550111',
      messageDirection: 'OUTBOUND',
      fromDateTime: new Date(since.getTime() - 60_000).toISOString(),
      sort: 'receiveTime:desc',
      limit: '100',
    });
  });
});

describe('the signature of a webhook', () => {
  const url = 'https://beckon.example/webhooks/twilio/inbound?x=1';
  const params = { From: '+12025550111', Body: 'Ünï & = ?', MessageSid: 'SM1' };
  const signature = twilio.getExpectedTwilioSignature(account.authToken, url, params);

  it('holds for exactly this URL, these fields and this account', () => {
    expect(verifyTwilioSignature(account.authToken, { url, signature, params })).toBe(true);
    expect(verifyTwilioSignature('another token', { url, signature, params })).toBe(false);
    expect(verifyTwilioSignature(account.authToken, { url: url.replace('inbound', 'status'), signature, params })).toBe(
      false,
    );
    expect(verifyTwilioSignature(account.authToken, { url, signature, params: { ...params, Body: 'PIZZA' } })).toBe(
      false,
    );
    expect(verifyTwilioSignature(account.authToken, { url, signature, params: { ...params, Extra: '1' } })).toBe(false);
  });

  it('never throws: missing, empty, odd', () => {
    expect(verifyTwilioSignature(account.authToken, { url, signature: undefined, params })).toBe(false);
    expect(verifyTwilioSignature(account.authToken, { url, signature: '', params })).toBe(false);
    expect(verifyTwilioSignature(account.authToken, { url, signature: '€'.repeat(10_000), params })).toBe(false);
    expect(verifyTwilioSignature(account.authToken, { url: 'not a url', signature, params })).toBe(false);
  });
});
