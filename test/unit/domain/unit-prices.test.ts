import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Currency } from '../../../domain/kernel/money.ts';
import { highestOverage, plainUnitPrice, readUnitPrice } from '../../../domain/plans/fields.ts';

const [usd, jpy, kwd] = [Currency.parse('USD'), Currency.parse('JPY'), Currency.parse('KWD')];

describe('the price of one of many', () => {
  it('is read in 1/10,000 of the smallest unit, and shown as it was typed', () => {
    expect(readUnitPrice('0.0079', usd)).toBe(7_900);
    expect(readUnitPrice('0.000001', usd)).toBe(1);
    expect(readUnitPrice(' 2 ', usd)).toBe(2_000_000);
    expect(readUnitPrice('1.5', jpy)).toBe(15_000);
    expect(readUnitPrice('0.0015', kwd)).toBe(15_000);
    expect(plainUnitPrice(7_900, usd)).toBe('0.0079');
    expect(plainUnitPrice(2_000_000, usd)).toBe('2.00');
    expect(plainUnitPrice(15_000, usd)).toBe('0.015');
    expect(plainUnitPrice(0, usd)).toBe('0.00');
    expect(plainUnitPrice(15_000, jpy)).toBe('1.5');
    expect(plainUnitPrice(20_000, jpy)).toBe('2');
  });

  it.each(['', '-1', '1e3', '1,5', '$1', '.5', '1.', '0.0000001', '1.5.5', '٣', '10000000000'])(
    'is not %j',
    (typed) => {
      expect(readUnitPrice(typed, usd)).toBeNull();
    },
  );

  it('is the same when what is shown is read again', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: highestOverage }), fc.constantFrom(usd, jpy, kwd), (units, currency) => {
        expect(readUnitPrice(plainUnitPrice(units, currency), currency)).toBe(units);
      }),
    );
  });
});
