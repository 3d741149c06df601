import { describe, expect, it } from 'vitest';
import { areaCodes, countryOfAreaCode, placeOf } from '../../../../domain/sms/area-codes.ts';
import { countryOf } from '../../../../domain/sms/phone.ts';
import { quietHours } from '../../../../domain/sms/quiet-hours.ts';
import { E164 } from '../../../../domain/sms/values.ts';
import { problems } from '../../../reference/area-codes.ts';

describe('area codes', () => {
  it('agree with libphonenumber’s data, or say why not', () => {
    expect(problems()).toEqual([]);
  });
  it('a code that is missing, one too many, another zone, and a reason without need are found', () => {
    const one = (zones: string[]) => new Map([['415', { zones }]]);
    const data = '1415|America/Los_Angeles\n1738|America/Los_Angeles\n';
    const found = problems(one(['America/Denver']), data);
    expect(found).toContain('415: America/Denver here, America/Los_Angeles in the reference data.');
    expect(found).toContain('738: nothing here, America/Los_Angeles in the reference data.');
    expect(found).toContain('907: the reason is not needed any more.');
    expect(problems(new Map([...areaCodes, ['200', { region: 'US-CO', zones: ['America/Denver'] }]]))).toEqual([
      '200: America/Denver here, nothing in the reference data.',
    ]);
  });
  it('each is listed once', () => {
    expect(areaCodes.size).toBe(453);
  });
  it('of other countries are other countries, as the library for numbers has them', () => {
    const abroad = [...areaCodes].filter(([, { region }]) => !/^(US|CA)-/.test(region));
    expect(abroad).toHaveLength(21);
    for (const [code] of abroad) expect(countryOf(E164.parse(`+1${code}2345678`))).toBe(countryOfAreaCode(code));
    expect(['415', '416', '787', '242', '800'].map(countryOfAreaCode)).toEqual(['US', 'CA', 'US', 'BS', null]);
  });
  it('a text abroad waits for the hours there, not where the business is', () => {
    const at = new Date('2026-11-20T12:30:00Z');
    const bahamas = '+12425550123';
    expect(placeOf(bahamas)).toEqual({ region: 'BS', zones: ['America/Nassau'] });
    expect(quietHours({ to: bahamas, at, fallbackZone: 'Europe/London' })).toEqual({
      kind: 'wait',
      until: new Date('2026-11-20T13:00:00Z'),
    });
  });
});
