import { describe, expect, it } from 'vitest';
import {
  afterFailure,
  isHopeless,
  longestRetryAfterMs,
  noTrouble,
  retryAfter,
  retryAfterOf,
  retrySchedule,
} from '../../../../domain/webhooks/retries.ts';

const start = new Date('2026-11-01T00:00:00Z');
const hours = (count: number) => new Date(start.getTime() + count * 3_600_000);

describe('retries of webhooks', () => {
  it('tries ten times over more than 75 hours, then gives up', () => {
    const waits = Array.from({ length: 10 }, (_, index) => retryAfter(index + 1, null, 0));
    expect(waits).toEqual([...retrySchedule, null]);
    expect(retrySchedule.reduce((sum, wait) => sum + wait, 0) / 3_600_000).toBeGreaterThan(75);
  });

  it('spreads what failed together, never earlier than planned', () => {
    expect(retryAfter(1, null, 1)).toBe(6_000);
    expect(retryAfter(1, null, 0)).toBe(5_000);
  });

  it('waits as long as the receiver asks, at most a day', () => {
    expect(retryAfter(1, 120_000, 0)).toBe(120_000);
    expect(retryAfter(1, 10 * longestRetryAfterMs, 0)).toBe(longestRetryAfterMs);
    expect(retryAfter(2, 1_000, 0)).toBe(300_000);
  });

  it('reads Retry-After in seconds and as a date, and nothing else', () => {
    expect(retryAfterOf('120', start)).toBe(120_000);
    expect(retryAfterOf('Sun, 01 Nov 2026 00:01:00 GMT', start)).toBe(60_000);
    expect(retryAfterOf('Sat, 31 Oct 2026 00:01:00 GMT', start)).toBe(0);
    expect(retryAfterOf('soon', start)).toBeNull();
    expect(retryAfterOf(undefined, start)).toBeNull();
  });

  it('turns an endpoint off only after five days without a success, tried in several of them', () => {
    const at = (...when: readonly number[]) =>
      when.reduce((trouble, hour) => afterFailure(trouble, hours(hour)), noTrouble);
    expect(isHopeless(at(0, 13, 26, 39, 119), hours(119))).toBe(false);
    expect(isHopeless(at(0, 13, 26, 39, 120), hours(120))).toBe(true);
    // One bad night, and five quiet days later one more failure.
    expect(isHopeless(at(0, 0.1, 0.2, 1, 2, 3, 120), hours(120))).toBe(false);
    expect(noTrouble.failures).toBe(0);
  });
});
