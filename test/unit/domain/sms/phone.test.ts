import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readPhone } from '../../../../domain/sms/phone.ts';

/** What the library says by itself. */
const bySlowWay = (text: string, country: CountryCode): string | null => {
  const parsed = parsePhoneNumberFromString(text, { defaultCountry: country, extract: false });
  return parsed !== undefined && parsed.isPossible() && parsed.isValid() ? parsed.number : null;
};
const ways: readonly ((area: string, exchange: string, line: string) => string)[] = [
  (area, exchange, line) => `+1${area}${exchange}${line}`,
  (area, exchange, line) => `1${area}${exchange}${line}`,
  (area, exchange, line) => `${area}${exchange}${line}`,
  (area, exchange, line) => `(${area}) ${exchange}-${line}`,
  (area, exchange, line) => `(${area})${exchange}-${line}`,
  (area, exchange, line) => `${area}-${exchange}-${line}`,
  (area, exchange, line) => `1-${area}-${exchange}-${line}`,
  (area, exchange, line) => `+1 ${area} ${exchange} ${line}`,
  (area, exchange, line) => `+1.${area}.${exchange}.${line}`,
];
const countries = ['US', 'CA', 'JM', 'AG', 'GB', 'ZA', 'DE'] as const;
const digits = (length: number) =>
  fc.integer({ min: 0, max: 10 ** length - 1 }).map((number) => String(number).padStart(length, '0'));

describe('a number as people type it', () => {
  it('is read as the library reads it, in each area and each way to write it', () => {
    for (let area = 100; area < 1000; area += 1)
      for (const text of [`+1${area}2345678`, `${area}2345678`, `${area}1345678`])
        expect([text, readPhone(text, 'US')]).toEqual([text, bySlowWay(text, 'US')]);
    fc.assert(
      fc.property(
        fc.constantFrom(...ways),
        fc.constantFrom(...countries),
        digits(3),
        digits(3),
        digits(4),
        (write, country, area, exchange, line) => {
          const text = write(area, exchange, line);
          expect(readPhone(text, country)).toBe(bySlowWay(text, country));
        },
      ),
      { numRuns: 1_500 },
    );
  });

  it('is nobody’s where it has a digit too many or too few', () => {
    for (const text of ['+1212555010', '+121255501000', '212555010', '(212) 555-01000', '+1 (212 555-0100', ''])
      expect([text, readPhone(text, 'US')]).toEqual([text, bySlowWay(text, 'US')]);
  });
});
