import { createServer, type IncomingHttpHeaders, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { stringify } from 'node:querystring';
import twilio from 'twilio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTwilioCarrier, verifyTwilioSignature } from '../../../adapters/sms/twilio/index.ts';
import { startSandbox, type Sandbox } from '../../../sandbox/index.ts';
import { freePort } from '../../support/ports.ts';

const account = { sid: `AC${'1'.repeat(32)}`, authToken: 'token-of-the-test' };
const from = '+14155550100';

let sandbox: Sandbox;
const carrier = (over: Partial<Parameters<typeof createTwilioCarrier>[0]> = {}) =>
  createTwilioCarrier({
    accountSid: account.sid,
    authToken: account.authToken,
    baseUrl: sandbox.url,
    timeoutMs: 1_000,
    ...over,
  });
const text = (to: string, body = 'Hello') => ({
  from,
  to,
  body,
  mediaUrls: [],
  statusCallback: 'http://127.0.0.1:9/status?m=1',
  validitySeconds: 600,
});

beforeAll(async () => {
  sandbox = await startSandbox({
    accounts: [account],
    numbers: [{ number: from, accountSid: account.sid, smsUrl: null }],
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

describe('the real Twilio SDK against the sandbox', () => {
  it('hands a text over and finds it again', async () => {
    const since = new Date();
    const outcome = await carrier().send(text('+12025550111', 'Grüße 🍕'));
    expect(outcome).toMatchObject({ kind: 'accepted' });
    const sid = outcome.kind === 'accepted' ? outcome.providerMessageId : '';
    const found = await carrier().find({ from, to: '+12025550111', since });
    expect(found).toMatchObject([{ providerMessageId: sid, body: 'Grüße 🍕', to: '+12025550111', from }]);
    expect(await carrier().fetch(sid)).toMatchObject({ providerMessageId: sid });
    expect(await carrier().fetch(`SM${'0'.repeat(32)}`)).toBeNull();
  });

  it('does not find what another pair of numbers has, nor what is older', async () => {
    await carrier().send(text('+12025550112'));
    expect(await carrier().find({ from, to: '+12025550113', since: new Date(0) })).toEqual([]);
    expect(await carrier().find({ from, to: '+12025550112', since: new Date(Date.now() + 3_600_000) })).toEqual([]);
  });

  it('looks through all pages', async () => {
    for (let i = 0; i < 120; i++) await carrierOnce.send(text('+12025550114', `Number ${i}`));
    const found = await carrier().find({ from, to: '+12025550114', since: new Date(0) });
    expect(new Set(found.map((message) => message.body)).size).toBe(120);
  });

  it.each([
    ['+15005550004', { kind: 'rejected', errorCode: 21610 }],
    ['+15005550001', { kind: 'rejected', errorCode: 21211 }],
    ['+15005551429', { kind: 'throttled', retryAfterMs: 1_000 }],
    ['+15005551500', { kind: 'unknown' }],
    ['+15005551503', { kind: 'unknown' }],
    ['+15005551104', { kind: 'unknown' }],
    ['+15005551111', { kind: 'unknown' }],
    ['+15005551408', { kind: 'unknown' }],
  ])('%s ends as %o', async (to, outcome) => {
    expect(await carrier().send(text(to))).toMatchObject(outcome);
  });

  it('refuses nothing that it is not sure of: wrong credentials are a refusal, nobody there is unreachable', async () => {
    expect(await carrier({ authToken: 'wrong' }).send(text('+12025550111'))).toMatchObject({
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
  ])('an answer that %s is unknown', async (_, answer) => {
    const odd = await serving((_request, response) => answer(response));
    expect(await carrier({ baseUrl: odd.url }).send(text('+12025550111'))).toMatchObject({ kind: 'unknown' });
    odd.close();
  });

  it('asks as the SDK does: whose account it is, where it would go, each field and each picture', async () => {
    const asked: { method?: string; url?: string; headers: IncomingHttpHeaders; body: string }[] = [];
    const odd = await serving((request, response) => {
      let body = '';
      request.on('data', (part: Buffer) => (body += part.toString()));
      request.on('end', () => {
        asked.push({ method: request.method!, url: request.url!, headers: request.headers, body });
        response.writeHead(request.method === 'POST' ? 201 : 200).end(JSON.stringify({ sid: 'SM1', messages: [] }));
      });
    });
    const mediaUrls = ['https://pictures.example/1.png', 'https://pictures.example/2.png?a=1&b=2'];
    await carrier({ baseUrl: odd.url }).send({ ...text('+12025550111', 'Ünï & = ?'), mediaUrls });
    await carrier({ baseUrl: odd.url }).find({ from, to: '+12025550111', since: new Date() });
    odd.close();
    const path = `/2010-04-01/Accounts/${account.sid}/Messages.json`;
    expect(asked[0]).toMatchObject({ method: 'POST', url: path });
    expect(asked[0]!.headers).toMatchObject({
      authorization: `Basic ${Buffer.from(`${account.sid}:${account.authToken}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
      'x-forwarded-host': 'api.twilio.com',
    });
    const form = new URLSearchParams(asked[0]!.body);
    expect(form.getAll('MediaUrl')).toEqual(mediaUrls);
    expect([form.get('Body'), form.get('To'), form.get('From')]).toEqual(['Ünï & = ?', '+12025550111', from]);
    expect(asked[1]!.url).toBe(`${path}?${stringify({ To: '+12025550111', From: from, PageSize: 100 })}`);
  });
});

const carrierOnce = { send: (message: ReturnType<typeof text>) => (shared ??= carrier()).send(message) };
let shared: ReturnType<typeof carrier> | undefined;

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
