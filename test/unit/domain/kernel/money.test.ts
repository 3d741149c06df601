import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  add,
  allocate,
  amount as amountField,
  AmountOutOfRange,
  Currency,
  decimalsOf,
  formatLedger,
  formatMoney,
  largestCharge,
  ledgerAmount,
  parseMoney,
  plainMoney,
  stepOf,
  times,
  toLedger,
  toMoney,
  usd,
} from '../../../../domain/kernel/money.ts';

const currency = fc.constantFrom('USD', 'EUR', 'GBP', 'ZAR', 'JPY', 'KWD', 'ISK').map((code) => Currency.parse(code));
const money = fc
  .tuple(currency, fc.integer({ min: 0, max: 999_999 }))
  .map(([of, steps]) => ({ amount: steps * stepOf(of), currency: of }));
const units = fc.maxSafeInteger().map(ledgerAmount);

describe('money', () => {
  it('knows how many decimals a currency has', () => {
    expect(['USD', 'JPY', 'KWD', 'ISK'].map((code) => decimalsOf(Currency.parse(code)))).toEqual([2, 0, 3, 2]);
    expect(Currency.safeParse('usd').success).toBe(false);
    expect(Currency.safeParse('XXX').success).toBe(false);
  });

  it('reads what it shows', () => {
    fc.assert(
      fc.property(money, (given) => {
        expect(parseMoney(plainMoney(given), given.currency)).toEqual({ money: given });
      }),
    );
  });

  it.each([
    ['1,234.5', 123_450],
    [' 12 ', 1200],
    ['0012.50', 1250],
    ['0', 0],
    ['999999.99', largestCharge],
  ])('reads %j', (typed, amount) => {
    expect(parseMoney(typed, usd)).toEqual({ money: { amount, currency: usd } });
  });

  it.each([
    ['-1', 'negative'],
    ['-0.00', 'negative'],
    ['1e3', 'not-a-number'],
    ['1E+3', 'not-a-number'],
    ['+1', 'not-a-number'],
    ['0x10', 'not-a-number'],
    ['$5', 'not-a-number'],
    ['', 'not-a-number'],
    ['.5', 'not-a-number'],
    ['1.', 'not-a-number'],
    ['12,34', 'not-a-number'],
    ['1 000', 'not-a-number'],
    ['١٢', 'not-a-number'],
    ['Infinity', 'not-a-number'],
    ['NaN', 'not-a-number'],
    ['1.005', 'too-many-decimals'],
    ['1000000.00', 'too-large'],
    ['9'.repeat(400), 'too-large'],
  ])('refuses %j as %s', (typed, problem) => {
    expect(parseMoney(typed, usd)).toEqual({ problem });
  });

  it('refuses decimals that a currency has not', () => {
    expect(parseMoney('5.5', Currency.parse('JPY'))).toEqual({ problem: 'too-many-decimals' });
    expect(parseMoney('5.55', Currency.parse('ISK'))).toEqual({ problem: 'too-many-decimals' });
    expect(parseMoney('5.555', Currency.parse('KWD'))).toEqual({ problem: 'too-many-decimals' });
    expect(parseMoney('5.55', Currency.parse('KWD'))).toMatchObject({ money: { amount: 5550 } });
  });

  it.each(['5', -1, 1.5, 1e21, Number.NaN, largestCharge + 1, null, '1e3'])(
    'takes %j as no amount of the API',
    (given) => {
      expect(amountField.safeParse(given).success).toBe(false);
    },
  );

  it('shows amounts as people read them', () => {
    expect(formatMoney({ amount: 1250, currency: usd })).toBe('$12.50');
    expect(formatMoney({ amount: -5, currency: usd })).toBe('-$0.05');
    expect(formatMoney({ amount: 1250, currency: Currency.parse('JPY') })).toBe('¥1,250');
    expect(formatLedger(ledgerAmount(7900), usd)).toBe('$0.0079');
    expect(formatLedger(ledgerAmount(-12_500_000), usd)).toBe('-$12.50');
    expect(formatLedger(ledgerAmount(Number.MAX_SAFE_INTEGER), usd)).toBe('$9,007,199,254.740991');
  });
});

describe('amounts of the ledger', () => {
  it('add up exactly or not at all', () => {
    fc.assert(
      fc.property(units, units, (a, b) => {
        const sum = BigInt(a) + BigInt(b);
        if (sum > BigInt(Number.MAX_SAFE_INTEGER) || sum < BigInt(Number.MIN_SAFE_INTEGER))
          expect(() => add(a, b)).toThrow(AmountOutOfRange);
        else expect(BigInt(add(a, b))).toBe(sum);
      }),
    );
  });

  it('multiply exactly or not at all', () => {
    fc.assert(
      fc.property(units, fc.integer({ min: 0, max: 1_000_000 }), (price, pieces) => {
        const product = BigInt(price) * BigInt(pieces);
        if (product > BigInt(Number.MAX_SAFE_INTEGER) || product < BigInt(Number.MIN_SAFE_INTEGER))
          expect(() => times(price, pieces)).toThrow(AmountOutOfRange);
        else expect(BigInt(times(price, pieces))).toBe(product);
      }),
    );
    expect(() => times(ledgerAmount(79), 0.5)).toThrow(AmountOutOfRange);
  });

  it('come back from money as they were', () => {
    fc.assert(
      fc.property(money, (given) => {
        expect(toMoney(toLedger(given), given.currency)).toEqual({ money: given, remainder: 0 });
      }),
    );
  });

  it('lose nothing where they are rounded, and at most half a step moves', () => {
    const smaller = fc.integer({ min: -(2 ** 50), max: 2 ** 50 }).map(ledgerAmount);
    fc.assert(
      fc.property(smaller, currency, (given, of) => {
        const { money: rounded, remainder } = toMoney(given, of);
        expect(add(toLedger(rounded), remainder)).toBe(given);
        expect(rounded.amount % stepOf(of) === 0).toBe(true);
        expect(Math.abs(remainder) * 2).toBeLessThanOrEqual(stepOf(of) * 10_000);
      }),
    );
    expect(toMoney(ledgerAmount(5_000), usd)).toEqual({ money: { amount: 1, currency: usd }, remainder: -5_000 });
    expect(toMoney(ledgerAmount(4_999), usd)).toEqual({ money: { amount: 0, currency: usd }, remainder: 4_999 });
    expect(toMoney(ledgerAmount(-5_000), usd)).toEqual({ money: { amount: -1, currency: usd }, remainder: 5_000 });
  });
});

describe('shares', () => {
  const weights = fc.array(fc.nat({ max: 1_000_000_000 }), { minLength: 1, maxLength: 30 });

  it('add up to the whole, each within one unit of its due, and the same way below zero', () => {
    fc.assert(
      fc.property(units, weights, (total, by) => {
        const shares = allocate(total, by);
        expect(shares.reduce((sum, share) => sum + BigInt(share), 0n)).toBe(BigInt(total));
        const all = by.reduce((sum, weight) => sum + BigInt(weight), 0n);
        shares.forEach((share, index) => {
          if (all === 0n) return;
          const off = BigInt(share) * all - BigInt(total) * BigInt(by[index]!);
          expect(off < all && off > -all).toBe(true);
          if (by[index] === 0) expect(share).toBe(0);
        });
        expect(allocate(ledgerAmount(-total), by)).toEqual(shares.map((share) => (share === 0 ? 0 : -share)));
      }),
    );
  });

  it('give what is left to the largest fraction, the first among equals', () => {
    expect(allocate(100, [1, 1, 1])).toEqual([34, 33, 33]);
    expect(allocate(10, [17, 50, 33])).toEqual([2, 5, 3]);
    expect(allocate(5, [0, 0])).toEqual([3, 2]);
    expect(allocate(-5, [1, 1])).toEqual([-3, -2]);
    expect(() => allocate(5, [])).toThrow(RangeError);
    expect(() => allocate(5, [1, -1])).toThrow(RangeError);
    expect(() => allocate(5, [0.5])).toThrow(RangeError);
  });
});
