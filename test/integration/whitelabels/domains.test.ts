import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDomains } from '../../../adapters/domains/index.ts';
import { type DnsServer, startDnsServer } from '../../support/dns.ts';

const token = 'a1b2c3d4e5f60718293a4b5c6d7e8f90';
const txt = { TXT: ['something else', token] };
let dns: DnsServer;
beforeAll(async () => {
  dns = await startDnsServer({
    'app.beckon.example': { A: ['203.0.113.10', '203.0.113.11'], AAAA: ['2001:db8::10'] },
    'cname.example.com': { CNAME: 'App.Beckon.example' },
    '_brand-verification.cname.example.com': txt,
    'chain.example.com': { CNAME: 'alias.example.net' },
    'alias.example.net': { CNAME: 'app.beckon.example' },
    '_brand-verification.chain.example.com': txt,
    'apex.example': { A: ['203.0.113.11'], AAAA: ['2001:db8:0::10'] },
    '_brand-verification.apex.example': txt,
    'half.example': { A: ['203.0.113.10', '198.51.100.7'] },
    '_brand-verification.half.example': txt,
    'six.example': { A: ['203.0.113.10'], AAAA: ['2001:db8::66'] },
    '_brand-verification.six.example': txt,
    'other.example': { CNAME: 'shop.elsewhere.example' },
    'shop.elsewhere.example': { A: ['198.51.100.9'] },
    '_brand-verification.other.example': txt,
    'inside.example': { A: ['127.0.0.1', '10.0.0.1', '169.254.169.254'] },
    '_brand-verification.inside.example': txt,
    'loop.example': { CNAME: 'loop.example' },
    'unproved.example.com': { CNAME: 'app.beckon.example' },
    'wrong.example.com': { CNAME: 'app.beckon.example' },
    '_brand-verification.wrong.example.com': { TXT: [`${token}x`, token.toUpperCase()] },
    'long.example.com': { CNAME: 'app.beckon.example' },
    '_brand-verification.long.example.com': { TXT: ['v=spf1 '.padEnd(600, 'x'), ` ${token} `] },
    'broken.example': { fail: true },
    'notxt.example.com': { CNAME: 'app.beckon.example' },
    '_brand-verification.notxt.example.com': { silent: true },
  });
});
afterAll(async () => dns.close());
const domains = () =>
  createDomains({ publicHost: 'app.beckon.example', edge: null, dnsServers: [dns.address], dnsTimeoutMs: 150 });

describe('what the DNS says', () => {
  test.each([
    ['cname.example.com', 'a CNAME to the platform'],
    ['chain.example.com', 'a chain of CNAMEs'],
    ['apex.example', "the platform's addresses, in another spelling"],
    ['long.example.com', 'a token among long records'],
  ])('%s is connected: %s', async (host) =>
    expect(await domains().names(host, token)).toEqual({ pointsHere: true, ownershipProved: true, problem: null }),
  );

  test.each([
    ['half.example', /^half\.example leads to 198\.51\.100\.7, not here\./],
    ['six.example', /leads to 2001:db8::66, not here/],
    ['other.example', /leads to shop\.elsewhere\.example, not here/],
    ['inside.example', /leads to 127\.0\.0\.1, not here/],
    ['nowhere.example', /^nowhere\.example leads nowhere yet\./],
  ])('%s leads elsewhere', async (host, problem) =>
    expect(await domains().names(host, token)).toMatchObject({
      pointsHere: false,
      problem: expect.stringMatching(problem),
    }),
  );

  test('a chain without an end leads nowhere', async () =>
    expect((await domains().names('loop.example', token)).pointsHere).toBe(false));

  test.each([
    ['unproved.example.com', /^The TXT record _brand-verification\.unproved\.example\.com is missing\./],
    ['wrong.example.com', /says something else/],
  ])('%s is not proved', async (host, problem) =>
    expect(await domains().names(host, token)).toEqual({
      pointsHere: true,
      ownershipProved: false,
      problem: expect.stringMatching(problem) as string,
    }),
  );

  test('a server with a fault, or none, is no answer', async () => {
    expect(await domains().names('broken.example', token)).toMatchObject({
      pointsHere: null,
      problem: expect.stringMatching(/could not be asked about broken\.example \(ESERVFAIL\)/),
    });
    expect(await domains().names('notxt.example.com', token)).toMatchObject({
      pointsHere: true,
      ownershipProved: null,
      problem: expect.stringMatching(/could not be asked about _brand-verification\.notxt/),
    });
    const nobody = createDomains({
      publicHost: 'app.beckon.example',
      edge: null,
      dnsServers: ['127.0.0.1:9'],
      dnsTimeoutMs: 100,
    });
    expect(await nobody.names('cname.example.com', token)).toMatchObject({ pointsHere: null, ownershipProved: null });
  });

  test.each([
    '',
    'a b.example',
    '$(id).example',
    '../etc',
    '-x.example',
    'x.example;id',
    `${'a'.repeat(64)}.example`,
    '127.0.0.1\n',
  ])('the name %j is never asked about', async (host) => {
    expect(await domains().names(host, token)).toMatchObject({ pointsHere: null, ownershipProved: null });
    expect(await domains().certificate(host)).toMatchObject({ valid: null });
  });
});

describe('the certificate', () => {
  test('without an edge there is none', async () =>
    expect(await domains().certificate('cname.example.com')).toMatchObject({
      valid: false,
      problem: expect.stringMatching(/not behind a server for TLS/),
    }));
  test("an edge that can't be reached is no answer", async () => {
    const away = createDomains({
      publicHost: 'app.beckon.example',
      edge: { host: '127.0.0.1', port: 9 },
      dnsServers: [dns.address],
    });
    expect(await away.certificate('cname.example.com')).toMatchObject({
      valid: null,
      problem: expect.stringMatching(/could not be reached/),
    });
  });
});
