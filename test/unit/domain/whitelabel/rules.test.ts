import { describe, expect, test } from 'vitest';
import {
  domainMessage,
  includeMessage,
  includes,
  isCustomUrl,
  isLocalName,
  isSubdomain,
  isUrl,
  reservedSubdomains,
  subdomainMessage,
} from '../../../../domain/kernel/web-address.ts';
import * as contract from '../../../../api/contract/whitelabels.ts';

const long = (length: number) => 'a'.repeat(length);

describe('the rules of section 5', () => {
  test("their messages are the specification's, to the letter", () => {
    expect(domainMessage).toBe('Domain format is invalid.');
    expect(subdomainMessage).toBe('Subdomain format is invalid.');
    expect(includeMessage('[POINTS]')).toBe('The field requied [POINTS].');
  });

  test.each([
    'example.com',
    'http://example.com',
    'https://www.example.co.uk/a/b?c=d#e',
    'EXAMPLE.com:8080',
    'sub-1.example.museum',
    '192.168.0.1',
    'http://10.0.0.255:3000/x',
    'example.com?x=1',
    'example.com#top',
    `${long(63)}.com`,
  ])('url takes %s', (value) => expect(isUrl(value)).toBe(true));
  test.each([
    '',
    'localhost',
    'http://localhost',
    'ftp://example.com',
    'example',
    'example.c',
    'exa mple.com',
    '-a.com',
    'a-.com',
    '.com',
    'a..com',
    '256.1.1.1',
    '1.2.3',
    'example.com:port',
    'http://',
    'javascript:alert(1)',
    'example.com\nx',
    `${long(64)}.com`,
  ])('url refuses %j', (value) => expect(isUrl(value)).toBe(false));

  test.each([
    'example.com',
    'go.example.com',
    'a.b.c.d.example',
    'xn--bcher-kva.example',
    'sms.example.co.uk',
    'A.Example.COM',
  ])('customurl takes %s', (value) => expect(isCustomUrl(value)).toBe(true));
  test.each([
    'www.example.com',
    'WWW.example.com',
    'http://example.com',
    'https://example.com',
    'httpbin.org',
    'example',
    'example.',
    'example.com/',
    'example.com:443',
    'a_b.example.com',
    'exa mple.com',
    '1.2.3.4',
    '-x.example.com',
    '*.example.com',
    '',
    'example.com;id',
    '$(id).example.com',
    `${`${long(60)}.`.repeat(5)}com`,
  ])('customurl refuses %j', (value) => expect(isCustomUrl(value)).toBe(false));

  test.each(['a', 'a1', 'northwind', 'north-wind-2', '1st', long(62)])('subdomain takes %s', (value) =>
    expect(isSubdomain(value)).toBe(true),
  );
  test.each(['', '-a', 'a-', 'a.b', 'a_b', 'a b', 'é', long(63), 'a\n'])('subdomain refuses %j', (value) =>
    expect(isSubdomain(value)).toBe(false),
  );

  test('include asks for a word', () => {
    expect(includes('You have [POINTS] points', '[POINTS]')).toBe(true);
    expect(includes('You have points', '[POINTS]')).toBe(false);
  });

  test('the forms have the very same rules', () => {
    expect(contract.isCustomUrl).toBe(isCustomUrl);
    expect(contract.isSubdomain).toBe(isSubdomain);
    expect(contract.isUrl).toBe(isUrl);
  });

  test('every reserved name is one that the rule would take', () => {
    expect([...reservedSubdomains].filter((name) => !isSubdomain(name))).toEqual([]);
    expect(['www', 'app', 'api', 'admin', 'mail'].filter((name) => !reservedSubdomains.has(name))).toEqual([]);
  });

  test('names that mean nothing on the internet', () => {
    expect(['db.internal', 'printer.LOCAL', 'a.localhost', 'x.onion', '1.0.0.10.in-addr.arpa'].every(isLocalName)).toBe(
      true,
    );
    expect(isLocalName('local.example')).toBe(false);
  });
});
