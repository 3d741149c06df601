import { describe, expect, it } from 'vitest';
import { isNumberOk } from '../../api/contract/number-status.ts';
import { domainLookOf, numberLookOf, tenantLookOf } from '../../web/components/status.ts';
import { agencyCalls } from '../../web/screens/agency/dashboard/calls.ts';
import { billingBody } from '../../web/screens/admin/agencies/fields.tsx';
import { regions } from '../../web/components/regions.ts';

describe('states', () => {
  it('archived comes before switched off', () => {
    expect(
      [
        { status: 'archived', is_active: false },
        { status: 'active', is_active: false },
        { status: 'active', is_active: true },
        { status: 'active' },
      ].map(tenantLookOf),
    ).toEqual(['archived', 'inactive', 'active', 'active']);
  });
  const brand = {
    domain: 'a.test',
    is_vhost_exists: false,
    is_ssl_cert_exists: false,
    checked_at: '2026-11-21T10:00:00Z',
  };
  it.each([
    [{ domain: null }, 'none'],
    [{ checked_at: null }, 'unchecked'],
    [{}, 'dns'],
    [{ is_vhost_exists: true }, 'certificate'],
    [{ is_vhost_exists: true, is_ssl_cert_exists: true }, 'live'],
    [{ is_ssl_cert_exists: true }, 'dns'],
  ])('a domain with %j is %s', (part, look) => {
    expect(domainLookOf({ ...brand, ...part })).toBe(look);
  });
  it('numbers: five states count as fine (specification, section 4)', () => {
    expect(
      ['completed', 'in-progress', 'pending', 'verified', 'resolved - verified', 'rejected', null].map(isNumberOk),
    ).toEqual([true, true, true, true, true, false, false]);
    expect([numberLookOf('pending'), numberLookOf('verified'), numberLookOf('failed')]).toEqual([
      'pending',
      'verified',
      'needed',
    ]);
  });
});

describe('what an agency should look at', () => {
  const report = { businesses: { active: 1, inactive: 0, archived: 0 } } as Parameters<typeof agencyCalls>[0];
  const agency = {
    usage_numbers: 0,
    free_numbers: 0,
    usage_messages: 0,
    free_messages: 100,
    usage_calls: 0,
    free_calls: 0,
    whitelabel: null,
  } as unknown as Parameters<typeof agencyCalls>[1];
  const ids = (part: object, more: Partial<typeof report> = {}, carrier: Parameters<typeof agencyCalls>[2] = null) =>
    agencyCalls({ ...report, ...more }, { ...agency, ...part }, carrier).map(({ id, tone }) => `${id} ${tone}`);
  it('nothing, where all is well and nothing is included', () => {
    expect(ids({})).toEqual([]);
  });
  it('the allowance from 90 %, as danger from 100 %', () => {
    expect([ids({ usage_messages: 89 }), ids({ usage_messages: 90 }), ids({ usage_messages: 100 })]).toEqual([
      [],
      ['messages warning'],
      ['messages danger'],
    ]);
  });
  it('a trial account, a domain that is not live, and businesses that are off', () => {
    const whitelabel = { domain: 'a.test', is_vhost_exists: true, is_ssl_cert_exists: false, problem: null };
    const trial = { trial: true } as NonNullable<Parameters<typeof agencyCalls>[2]>;
    expect(ids({ whitelabel }, { businesses: { active: 1, inactive: 2, archived: 0 } }, trial)).toEqual([
      'trial danger',
      'domain warning',
      'inactive info',
    ]);
    expect(ids({ whitelabel: { ...whitelabel, is_ssl_cert_exists: true } })).toEqual([]);
  });
});

describe('lookups', () => {
  it('nothing written of an allowance is nothing given', () => {
    expect(billingBody({ free_fee: true, free_numbers: null, free_messages: 5, free_calls: null })).toEqual({
      free_fee: true,
      free_numbers: 0,
      free_messages: 5,
      free_calls: 0,
    });
  });
  it('numbers: 50 states, DC and Puerto Rico; 13 provinces and territories', () => {
    expect([regions.US.length, regions.CA.length]).toEqual([52, 13]);
  });
});
