import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Bucket, refill, take, waitFor } from '../../../workers/delivery/text/bucket.ts';
import { kindOf } from '../../../domain/sms/sender-kind.ts';
import { defaultRateFor } from '../../../workers/delivery/text/rates.ts';

const rate = { segmentsPerSecond: 10, burst: 10 };
const at = (ms: number) => new Date(Date.UTC(2026, 0, 1) + ms);

describe('the token bucket of a sender number', () => {
  it('is full when it was never used', () => {
    expect(refill(null, rate, at(0)).tokens).toBe(10);
  });

  it('lets a burst through and then the rate', () => {
    let bucket = refill(null, rate, at(0));
    for (let i = 0; i < 10; i++) bucket = take(bucket, 1, rate)!;
    expect(take(bucket, 1, rate)).toBeNull();
    expect(waitFor(bucket, 1, rate)).toBe(100);
    expect(take(refill(bucket, rate, at(99)), 1, rate)).toBeNull();
    expect(take(refill(bucket, rate, at(100)), 1, rate)).not.toBeNull();
  });

  it('counts segments, and lets a message longer than itself through on credit', () => {
    const after = take(refill(null, rate, at(0)), 13, rate)!;
    expect(after.tokens).toBe(-3);
    expect(take(refill(after, rate, at(300)), 1, rate)).toBeNull();
    expect(take(refill(after, rate, at(400)), 1, rate)).not.toBeNull();
  });

  it('neither gives nor takes when the clock goes back', () => {
    const bucket: Bucket = { tokens: 4, refilledAt: at(3_600_000) };
    expect(refill(bucket, rate, at(0)).tokens).toBe(4);
  });

  it('never lets more through than the burst plus the rate over the time, whatever comes when', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record({ waitMs: fc.integer({ min: -500, max: 2_000 }), segments: fc.integer({ min: 1, max: 10 }) }),
          { maxLength: 200 },
        ),
        (steps) => {
          let now = 0;
          let latest = 0;
          let passed = 0;
          let sent = 0;
          let bucket: Bucket | null = null;
          for (const { waitMs, segments } of steps) {
            now += waitMs;
            // Time that is seen again after the clock went back counts again: that is the only extra.
            if (bucket !== null) passed += Math.max(0, now - latest);
            latest = now;
            bucket = refill(bucket, rate, at(now));
            const left = take(bucket, segments, rate);
            if (left !== null) {
              bucket = left;
              sent += segments;
            }
          }
          expect(sent).toBeLessThanOrEqual(rate.burst + (passed / 1000) * rate.segmentsPerSecond + 0.01 * steps.length);
        },
      ),
    );
  });

  it('says exactly how long to wait', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -30, max: 10, noNaN: true }),
        fc.integer({ min: 1, max: 20 }),
        (tokens, segments) => {
          const bucket = { tokens, refilledAt: at(0) };
          const wait = waitFor(bucket, segments, rate);
          expect(take(refill(bucket, rate, at(wait)), segments, rate)).not.toBeNull();
          if (wait > 2) expect(take(refill(bucket, rate, at(wait - 2)), segments, rate)).toBeNull();
        },
      ),
    );
  });
});

describe('the rate of a number', () => {
  it('goes by its kind', () => {
    expect(kindOf('+18005550100')).toBe('toll-free');
    expect(kindOf('+18885550100')).toBe('toll-free');
    expect(kindOf('+14155550100')).toBe('long-code');
    expect(kindOf('+448005550100')).toBe('long-code');
    expect(kindOf('72345')).toBe('short-code');
    expect(defaultRateFor('+18335550100', 'number').segmentsPerSecond).toBe(3);
    expect(defaultRateFor('+14155550100', 'number').segmentsPerSecond).toBe(10);
  });
});
