import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createVerifier } from '../../../adapters/providers/index.ts';
import type { ProviderVerifier } from '../../../adapters/providers/port.ts';
import { startSandbox, type Sandbox } from '../../../sandbox/index.ts';

/** The official SDKs against the sandbox. */
let sandbox: Sandbox;
let verifier: ProviderVerifier;
const sid = `AC${'a1'.repeat(16)}`;
const at = (url: string, timeoutMs = 5_000) =>
  createVerifier({ twilioBaseUrl: url, sendgridBaseUrl: url, mailgunBaseUrl: url, sesEndpoint: url, timeoutMs });

beforeAll(async () => {
  sandbox = await startSandbox({
    openAccounts: true,
    accounts: [
      { sid: `AC${'5'.repeat(32)}`, authToken: 'a-token-of-the-test' },
      { sid: `AC${'6'.repeat(32)}`, authToken: 'a-token-of-the-test', status: 'suspended' },
    ],
  });
  verifier = at(sandbox.url);
});
afterAll(() => sandbox.close());

const ses = (access_key_id: string) => ({
  access_key_id,
  secret_access_key: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
});
const mailgun = (domain: string, api_key = 'key-0123456789abcdef') => ({ api_key, domain, region: 'us' });

describe('an account that works', () => {
  test.each([
    ['twilio', { account_sid: sid, auth_token: 'a-good-token-1234' }],
    ['sendgrid', { api_key: 'SG.abcdefghijk.0123456789' }],
    ['mailgun', mailgun('mg.example.test')],
    ['ses', ses('AKIAIOSFODNN7EXAMPLE')],
  ] as const)('%s', async (provider, credentials) => {
    expect(await verifier.verify(provider, credentials)).toEqual({ kind: 'verified', trial: false });
  });

  test('a trial account of Twilio is told apart', async () => {
    expect(
      await verifier.verify('twilio', { account_sid: `AC${'b2'.repeat(16)}`, auth_token: 'trial-0123456789' }),
    ).toEqual({ kind: 'verified', trial: true });
  });

  test('a rotated token of an account that opened itself is taken; of a named account it is not', async () => {
    expect(await verifier.verify('twilio', { account_sid: sid, auth_token: 'another-good-token' })).toMatchObject({
      kind: 'verified',
    });
    expect(
      await verifier.verify('twilio', { account_sid: `AC${'5'.repeat(32)}`, auth_token: 'not-the-right-one' }),
    ).toMatchObject({ kind: 'refused' });
  });
});

describe('an account that does not work is refused, in words for a person and without the secret', () => {
  test.each([
    ['twilio', { account_sid: sid, auth_token: 'wrong-token-1234' }, /Twilio does not accept/],
    ['twilio', { account_sid: `AC${'6'.repeat(32)}`, auth_token: 'a-token-of-the-test' }, /suspended/],
    ['sendgrid', { api_key: 'SG.wrong.0123456789' }, /SendGrid does not accept/],
    ['sendgrid', { api_key: 'SG.readonly.0123456789' }, /may not send email/],
    ['mailgun', mailgun('mg.example.test', 'wrong-key-0123456789'), /Mailgun does not accept/],
    ['mailgun', mailgun('unknown.example.test'), /no such domain/],
    ['mailgun', mailgun('unverified.example.test'), /not verified the domain/],
    ['ses', ses('AKIAWRONG7EXAMPLE123'), /Amazon does not accept/],
    ['ses', ses('AKIAPAUSED7EXAMPLE12'), /switched off/],
  ] as const)('%s %#', async (provider, credentials, words) => {
    const answer = await verifier.verify(provider, credentials);
    expect(answer).toMatchObject({ kind: 'refused', detail: expect.stringMatching(words) });
    for (const [field, value] of Object.entries(credentials))
      if (field !== 'domain' && field !== 'region') expect(JSON.stringify(answer)).not.toContain(value);
  });
});

describe('a provider that can not be asked says nothing about the account', () => {
  const credentials = {
    twilio: { account_sid: sid, auth_token: 'a-good-token-1234' },
    sendgrid: { api_key: 'SG.abcdefghijk.0123456789' },
    mailgun: mailgun('mg.example.test'),
    ses: ses('AKIAIOSFODNN7EXAMPLE'),
  };
  const providers = Object.keys(credentials) as (keyof typeof credentials)[];

  test.each(providers)('%s: nobody listens', async (provider) => {
    expect(await at('http://127.0.0.1:9').verify(provider, credentials[provider])).toMatchObject({
      kind: 'unavailable',
    });
  });

  test.each(providers)('%s: 503, 429, and no answer at all', async (provider) => {
    let status: number | null = 503;
    const server = createServer((_request, response) => {
      if (status !== null) response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    try {
      expect(await at(url).verify(provider, credentials[provider])).toMatchObject({ kind: 'unavailable' });
      status = 429;
      expect(await at(url).verify(provider, credentials[provider])).toMatchObject({ kind: 'unavailable' });
      status = null;
      expect(await at(url, 200).verify(provider, credentials[provider])).toMatchObject({ kind: 'unavailable' });
    } finally {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    }
  });
});
