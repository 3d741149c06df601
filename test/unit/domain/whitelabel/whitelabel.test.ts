import { describe, expect, test } from 'vitest';
import { AgencyId } from '../../../../domain/kernel/ids.ts';
import { claimHost, DomainClaim, releaseHost } from '../../../../domain/whitelabels/claims.ts';
import {
  chooseDomain,
  chooseSubdomain,
  editBrand,
  recordCheck,
  recordNames,
  setBrandFile,
} from '../../../../domain/whitelabels/decide.ts';
import {
  BrandColorChanged,
  BrandFileChanged,
  BrandFileRemoved,
  BrandNameChanged,
  CustomDomainChanged,
  CustomDomainRemoved,
  DomainCertificateLost,
  DomainCertificateFound,
  DomainChecked,
  DomainClaimed,
  DomainOwnershipLost,
  DomainOwnershipVerified,
  DomainDisconnected,
  DomainConnected,
  DomainReleased,
  SubdomainChanged,
  SubdomainRemoved,
} from '../../../../domain/whitelabels/events.ts';
import { hostName, placeOf, platformDomainOf, platformHosts } from '../../../../domain/whitelabels/hosts.ts';
import { brandUrl, redemptionUrl } from '../../../../domain/whitelabels/redemption-url.ts';
import { Whitelabel } from '../../../../domain/whitelabels/whitelabel.ts';
import { given } from '../../../support/given.ts';

const agencyId = AgencyId.parse('0a000000-0000-4000-8000-000000000001');
const other = AgencyId.parse('0a000000-0000-4000-8000-000000000002');
const [token, newToken] = ['t'.repeat(32), 'n'.repeat(32)];
const domain = 'go.example.com';
const of = { agencyId, domain };
const chosen = CustomDomainChanged.create({ ...of, ownershipToken: token });
const connected = [
  chosen,
  DomainOwnershipVerified.create(of),
  DomainConnected.create(of),
  DomainCertificateFound.create({ ...of, expiresAt: '2027-01-01T00:00:00.000Z' }),
];
const platform = platformHosts('https://app.beckon.example', 'beckon.example');
const edit = (wanted: Partial<Parameters<typeof editBrand>[0]>) => (brand: Whitelabel) =>
  editBrand({ agencyId, newToken, ...wanted }, brand);

describe('choosing', () => {
  test('what is chosen is recorded, what stays is not', () => {
    given(Whitelabel)
      .when(edit({ name: 'Northwind', color: '#0f766e', domain, subdomain: 'northwind' }))
      .then([
        BrandNameChanged.create({ agencyId, name: 'Northwind' }),
        BrandColorChanged.create({ agencyId, color: '#0f766e' }),
        CustomDomainChanged.create({ ...of, ownershipToken: newToken }),
        SubdomainChanged.create({ agencyId, subdomain: 'northwind' }),
      ]);
    given(Whitelabel, [chosen, BrandNameChanged.create({ agencyId, name: 'Northwind' })])
      .when(edit({ name: 'Northwind', domain }))
      .thenNothing();
    given(Whitelabel, [chosen]).when(edit({})).thenNothing();
  });

  test('a changed domain loses its proof and its certificate', () => {
    const after = given(Whitelabel, connected)
      .when(edit({ domain: 'sms.example.com' }))
      .then([
        CustomDomainRemoved.create(of),
        CustomDomainChanged.create({ agencyId, domain: 'sms.example.com', ownershipToken: newToken }),
      ]);
    expect(after.domain).toEqual({
      host: 'sms.example.com',
      ownershipToken: newToken,
      proved: false,
      pointsHere: null,
      certificate: null,
      checked: null,
    });
  });

  test('the token of a domain is made once: coming back to it, its TXT record still holds', () => {
    const gone = [chosen, CustomDomainRemoved.create(of)];
    expect(given(Whitelabel, gone).when(edit({ domain })).then([chosen]).domain?.ownershipToken).toBe(token);
  });

  test('taking away', () => {
    given(Whitelabel, [...connected, SubdomainChanged.create({ agencyId, subdomain: 'northwind' })])
      .when(edit({ domain: null, subdomain: null }))
      .then([CustomDomainRemoved.create(of), SubdomainRemoved.create({ agencyId, subdomain: 'northwind' })]);
    given(Whitelabel)
      .when(edit({ domain: null, subdomain: null, name: null }))
      .thenNothing();
  });

  test('files', () => {
    const logo = { agencyId, file: 'logo' as const, url: '/media/a', variants: { 240: '/media/b' } };
    given(Whitelabel)
      .when((brand) => setBrandFile(logo, brand))
      .then([BrandFileChanged.create(logo)]);
    given(Whitelabel, [BrandFileChanged.create(logo)])
      .when((brand) => setBrandFile({ ...logo, url: null, variants: {} }, brand))
      .then([BrandFileRemoved.create({ agencyId, file: 'logo' })]);
    given(Whitelabel)
      .when((brand) => setBrandFile({ ...logo, url: null, variants: {} }, brand))
      .thenNothing();
  });
});

describe('names that can be had', () => {
  test('are kept in lower case', () => {
    expect(chooseDomain(' Go.Example.COM ', platform)).toBe('go.example.com');
    expect(chooseSubdomain(' NorthWind ', platform)).toBe('northwind');
  });
  test.each([
    ['www.example.com', /^Domain format is invalid\.$/],
    ['http://example.com', /^Domain format is invalid\.$/],
    ['beckon.example', /belongs to the platform/],
    ['app.beckon.example', /belongs to the platform/],
    ['northwind.beckon.example', /belongs to the platform/],
    ['db.internal', /can’t be reached/],
    ['go.example.com;rm -rf', /^Domain format is invalid\.$/],
  ])('the domain %s is refused', (typed, message) => {
    given(Whitelabel)
      .when(() => {
        chooseDomain(typed, platform);
        return [];
      })
      .thenRefused('validation_failed', message);
  });
  test.each([
    ['-x', /^Subdomain format is invalid\.$/],
    ['a.b', /^Subdomain format is invalid\.$/],
    ['www', /reserved/],
    ['API', /reserved/],
    ['admin', /reserved/],
    ['mail', /reserved/],
    ['app', /reserved/],
  ])('the subdomain %s is refused', (typed, message) => {
    given(Whitelabel)
      .when(() => {
        chooseSubdomain(typed, platform);
        return [];
      })
      .thenRefused('validation_failed', message);
  });
  test("the first part of the platform's own host is its own", () => {
    given(Whitelabel)
      .when(() => {
        chooseSubdomain('text', platformHosts('https://text.beckon.example', 'beckon.example'));
        return [];
      })
      .thenRefused('validation_failed', /reserved/);
  });
});

describe('claims', () => {
  const claim = { host: domain, agencyId };
  test('the first has it, the second is refused, the first again is no news', () => {
    given(DomainClaim)
      .when((state) => claimHost(claim, state))
      .then([DomainClaimed.create(claim)]);
    given(DomainClaim, [DomainClaimed.create(claim)])
      .when((state) => claimHost(claim, state))
      .thenNothing();
    given(DomainClaim, [DomainClaimed.create(claim)])
      .when((state) => claimHost({ ...claim, agencyId: other }, state))
      .thenRefused('domain_taken', /^The domain go\.example\.com is taken\./);
    given(DomainClaim, [DomainClaimed.create({ host: 'northwind', agencyId })])
      .when((state) => claimHost({ host: 'northwind', agencyId: other }, state))
      .thenRefused('domain_taken', /^The subdomain northwind is taken\./);
  });
  test("freed, it can be had again; nobody frees what is another's", () => {
    given(DomainClaim, [DomainClaimed.create(claim)])
      .when((state) => releaseHost(claim, state))
      .then([DomainReleased.create(claim)]);
    given(DomainClaim, [DomainClaimed.create(claim), DomainReleased.create(claim)])
      .when((state) => claimHost({ ...claim, agencyId: other }, state))
      .then([DomainClaimed.create({ ...claim, agencyId: other })]);
    given(DomainClaim, [DomainClaimed.create(claim)])
      .when((state) => releaseHost({ ...claim, agencyId: other }, state))
      .thenNothing();
  });
});

describe('what is seen in the world', () => {
  const names = (pointsHere: boolean | null, ownershipProved: boolean | null) => (brand: Whitelabel) =>
    recordNames({ agencyId, host: domain, seen: { pointsHere, ownershipProved } }, brand);
  const check = (more: Partial<Parameters<typeof recordCheck>[0]>) => (brand: Whitelabel) =>
    recordCheck(
      { agencyId, host: domain, certificate: null, problem: null, routine: false, due: false, ...more },
      brand,
    );

  test('news is recorded once', () => {
    given(Whitelabel, [chosen])
      .when(names(true, true))
      .then([DomainOwnershipVerified.create(of), DomainConnected.create(of)]);
    given(Whitelabel, connected).when(names(true, true)).thenNothing();
    given(Whitelabel, [chosen])
      .when(names(false, false))
      .then([DomainDisconnected.create(of)]);
  });
  test('what could not be asked changes nothing', () =>
    given(Whitelabel, connected).when(names(null, null)).thenNothing());
  test('a domain that leads elsewhere has no certificate that a browser would get', () => {
    given(Whitelabel, connected)
      .when(names(false, true))
      .then([DomainDisconnected.create(of), DomainCertificateLost.create(of)]);
    given(Whitelabel, connected)
      .when(names(true, false))
      .then([DomainOwnershipLost.create(of), DomainCertificateLost.create(of)]);
  });
  test('nothing is recorded of a domain that is no longer the chosen one', () => {
    given(Whitelabel, [...connected, CustomDomainRemoved.create(of)])
      .when(names(false, false))
      .thenNothing();
    given(Whitelabel, [CustomDomainChanged.create({ agencyId, domain: 'sms.example.com', ownershipToken: token })])
      .when(check({}))
      .thenNothing();
  });
  test('the certificate: seen, renewed, lost', () => {
    const seen = { valid: true, expiresAt: '2027-04-01T00:00:00.000Z' };
    given(Whitelabel, [chosen])
      .when(check({ certificate: seen }))
      .then([
        DomainCertificateFound.create({ ...of, expiresAt: seen.expiresAt }),
        DomainChecked.create({ ...of, problem: null }),
      ]);
    given(Whitelabel, connected)
      .when(check({ certificate: seen }))
      .then([
        DomainCertificateFound.create({ ...of, expiresAt: seen.expiresAt }),
        DomainChecked.create({ ...of, problem: null }),
      ]);
    given(Whitelabel, connected)
      .when(check({ certificate: { valid: false, expiresAt: null }, problem: 'gone' }))
      .then([DomainCertificateLost.create(of), DomainChecked.create({ ...of, problem: 'gone' })]);
    given(Whitelabel, connected)
      .when(check({ certificate: null, problem: 'The server could not be reached.' }))
      .then([DomainChecked.create({ ...of, problem: 'The server could not be reached.' })]);
  });
  test("a routine look without news is kept once a day, a person's always", () => {
    const before = [...connected, DomainChecked.create({ ...of, problem: null })];
    const certificate = { valid: true, expiresAt: '2027-01-01T00:00:00.000Z' };
    given(Whitelabel, before)
      .when(check({ certificate, routine: true }))
      .thenNothing();
    given(Whitelabel, before)
      .when(check({ certificate, routine: true, due: true }))
      .then([DomainChecked.create({ ...of, problem: null })]);
    given(Whitelabel, before)
      .when(check({ certificate }))
      .then([DomainChecked.create({ ...of, problem: null })]);
    given(Whitelabel, before)
      .when(check({ routine: true, problem: 'new' }))
      .then([DomainChecked.create({ ...of, problem: 'new' })]);
  });
});

describe('hosts', () => {
  test.each([
    ['Example.COM', 'example.com'],
    ['example.com:8443', 'example.com'],
    ['example.com.', 'example.com'],
    [' localhost:3000 ', 'localhost'],
    ['127.0.0.1:3000', '127.0.0.1'],
    ['[::1]:3000', '[::1]'],
  ])('%j is %s', (given_, host) => expect(hostName(given_)).toBe(host));
  test.each([
    undefined,
    '',
    'a b',
    'exa\r\nmple.com',
    '"><script>',
    'a/b',
    'a@b',
    '..',
    `${'a'.repeat(254)}`,
    '*.example.com',
    "x'; script-src *",
  ])('%j is no host', (given_) => expect(hostName(given_)).toBeNull());

  test("the platform's domain is its host, or localhost for an address", () => {
    expect(platformDomainOf('https://App.Example.com')).toBe('app.example.com');
    expect(['http://127.0.0.1:3000', 'http://[::1]:3000', 'http://localhost:3000'].map(platformDomainOf)).toEqual([
      'localhost',
      'localhost',
      'localhost',
    ]);
  });
  test('what a host is', () => {
    expect(placeOf('northwind.beckon.example', platform)).toEqual({ kind: 'subdomain', subdomain: 'northwind' });
    expect(placeOf('app.beckon.example', platform)).toEqual({ kind: 'platform' });
    expect(placeOf('a.b.beckon.example', platform)).toEqual({ kind: 'platform' });
    expect(placeOf('127.0.0.1', platform)).toEqual({ kind: 'platform' });
    expect(placeOf('evilbeckon.example', platform)).toEqual({ kind: 'domain', domain: 'evilbeckon.example' });
  });
});

describe('where a brand is', () => {
  const place = { publicUrl: 'https://app.beckon.example:8443', platformDomain: 'beckon.example' };
  const brand = { domain, subdomain: 'northwind', vhostExists: true, certificateExists: true };
  test('on its custom domain only with certificate and virtual host', () => {
    expect(redemptionUrl(brand, place, 'bellas-pizzeria')).toBe('https://go.example.com/bellas-pizzeria/redemption');
    expect(redemptionUrl({ ...brand, certificateExists: false }, place, 'b')).toBe(
      'https://northwind.beckon.example:8443/b/redemption',
    );
    expect(redemptionUrl({ ...brand, vhostExists: false }, place, 'b')).toBe(
      'https://northwind.beckon.example:8443/b/redemption',
    );
  });
  test('otherwise on its subdomain, otherwise at the platform', () => {
    expect(
      brandUrl({ ...brand, domain: null }, { publicUrl: 'http://127.0.0.1:3000', platformDomain: 'localhost' }),
    ).toBe('http://northwind.localhost:3000');
    expect(redemptionUrl({ ...brand, domain: null, subdomain: null }, place, 'b')).toBe(
      'https://app.beckon.example:8443/b/redemption',
    );
    expect(redemptionUrl(null, place, 'b')).toBe('https://app.beckon.example:8443/b/redemption');
  });
});
