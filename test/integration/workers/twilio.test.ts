import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
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

  it('an answer that is no answer is unknown', async () => {
    const odd: Server = createServer((_, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end('<html>maintenance</html>'),
    );
    await new Promise<void>((resolve) => odd.listen(0, '127.0.0.1', resolve));
    const baseUrl = `http://127.0.0.1:${(odd.address() as AddressInfo).port}`;
    expect(await carrier({ baseUrl }).send(text('+12025550111'))).toMatchObject({ kind: 'unknown' });
    odd.closeAllConnections();
    odd.close();
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
