import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compare, newcombe, sampleSize, wilson } from '../../../../domain/pages/statistics.ts';

const of = (successes: number, trials: number) => ({ successes, trials });

describe('Wilson’s interval', () => {
  // Newcombe 1998, Statistics in Medicine 17:857, table I, method 3.
  it.each([
    [of(81, 263), 0.2553, 0.3662],
    [of(15, 148), 0.0624, 0.1605],
    [of(0, 20), 0, 0.1611],
    [of(1, 29), 0.0061, 0.1718],
  ])('of %j is %d to %d', (share, low, high) => {
    const found = wilson(share);
    expect(found.low).toBeCloseTo(low, 4);
    expect(found.high).toBeCloseTo(high, 4);
  });
  it('says nothing where nobody came', () => {
    expect(wilson(of(0, 0))).toEqual({ low: 0, high: 1 });
  });
});

describe('Newcombe’s interval of a difference', () => {
  // Newcombe 1998, Statistics in Medicine 17:873, table II, method 10.
  it.each([
    [of(56, 70), of(48, 80), 0.0524, 0.3339],
    [of(9, 10), of(3, 10), 0.1705, 0.809],
    [of(6, 7), of(2, 7), 0.0582, 0.8062],
    [of(5, 56), of(0, 29), -0.0381, 0.1926],
    [of(0, 10), of(0, 20), -0.1611, 0.2775],
    [of(0, 10), of(0, 10), -0.2775, 0.2775],
    [of(10, 10), of(0, 20), 0.6791, 1],
    [of(10, 10), of(0, 10), 0.6075, 1],
  ])('of %j and %j is %d to %d', (one, other, low, high) => {
    const found = newcombe(one, other);
    expect(found.low).toBeCloseTo(low, 4);
    expect(found.high).toBeCloseTo(high, 4);
  });
  it('holds the difference, and turns over when the two change places', () => {
    const share = fc.nat(500).chain((trials) => fc.nat(trials + 5).map((successes) => of(successes, trials)));
    fc.assert(
      fc.property(share, share, (one, other) => {
        const [there, back] = [newcombe(one, other), newcombe(other, one)];
        expect(there.low).toBeLessThanOrEqual(there.difference + 1e-9);
        expect(there.high).toBeGreaterThanOrEqual(there.difference - 1e-9);
        expect(there.low).toBeCloseTo(-back.high, 9);
        expect(there.low).toBeGreaterThanOrEqual(-1 - 1e-9);
        expect(there.high).toBeLessThanOrEqual(1 + 1e-9);
      }),
    );
  });
});

describe('how many visitors a comparison needs', () => {
  // R 4: power.prop.test(p1 =, p2 =, power = .8), n rounded up.
  it.each([
    [0.6, 0.7, 356],
    [0.1, 0.12, 3841],
    [0.5, 0.75, 58],
  ])('%d against %d: %d each', (one, other, each) => {
    expect(sampleSize(one, other)).toBe(each);
  });
  it('is without end where there is no difference', () => {
    expect(sampleSize(0.1, 0.1)).toBe(Number.POSITIVE_INFINITY);
  });
});

describe('a comparison', () => {
  it('crowns nobody before both have had the visitors that it needs, however it looks', () => {
    const found = compare(of(20, 200), of(60, 200));
    expect(found.difference.low).toBeGreaterThan(0);
    expect(found.needed).toBe(686);
    expect(found.verdict).toBe('early');
  });
  it('names the better one when the interval is on one side of nothing', () => {
    expect(compare(of(400, 4_000), of(520, 4_000)).verdict).toBe('second');
    expect(compare(of(520, 4_000), of(400, 4_000)).verdict).toBe('first');
  });
  it('says that there is no difference to be seen when the interval holds nothing', () => {
    expect(compare(of(400, 4_000), of(410, 4_000)).verdict).toBe('none');
  });
  it('waits for the smaller of the two', () => {
    expect(compare(of(400, 4_000), of(100, 500)).verdict).toBe('early');
  });
  it('knows what it needs before anybody came', () => {
    expect(compare(of(0, 0), of(0, 0))).toMatchObject({ needed: 686, verdict: 'early' });
  });
});
