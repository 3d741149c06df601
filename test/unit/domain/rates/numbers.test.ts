import { describe, expect, it } from 'vitest';
import { carrierClassOf, countryOfNumber, otherCountry } from '../../../../domain/rates/numbers.ts';

describe('what a number is priced by', () => {
  it.each([
    ['+14155550101', 'US'],
    ['+14165550101', 'CA'],
    ['+17875550101', 'US'],
    ['+18765550101', 'JM'],
    ['+18005550101', 'US'],
    ['+27821234567', 'ZA'],
    ['28777', 'ZZ'],
  ])('the country of %s is %s', (number, country) => {
    expect(countryOfNumber(number)).toBe(country);
  });

  it('events say the country of the other side only where it is another one', () => {
    expect(otherCountry('+14155550101', '+12125550101')).toEqual({});
    expect(otherCountry('+14155550101', '+14165550101')).toEqual({ country: 'CA' });
    expect(otherCountry('+14165550101', '+14155550101')).toEqual({ country: 'US' });
  });

  it.each([
    ['+14155550101', 'local'],
    ['+18335550101', 'toll-free'],
    ['+18225550101', 'local'],
    ['+4418005550', 'local'],
    ['28777', 'short-code'],
  ])('the class of %s is %s', (number, carrierClass) => {
    expect(carrierClassOf(number)).toBe(carrierClass);
  });
});
