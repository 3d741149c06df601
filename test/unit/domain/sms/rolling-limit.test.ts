import { describe, expect, it } from 'vitest';
import { rollingLimit, rollingLimits } from '../../../../domain/sms/rolling-limit.ts';

const now = new Date('2026-11-26T12:00:00Z');

describe('texts to one person in any 24 hours', () => {
  it.each([
    ['+13055550123', 3],
    ['+14055550123', 3],
    ['+14105550123', 3],
    ['+15035550123', 3],
    ['+12125550123', null],
    ['+442071838750', null],
    ['', null],
  ])('%s: %s', (to, most) => {
    expect(rollingLimit(to, now)).toBe(most);
  });
  it('begin with their law, each of which names its source', () => {
    for (const { since, source } of Object.values(rollingLimits)) {
      expect(source).not.toBe('');
      const before = new Date(Date.parse(since) - 1);
      expect(rollingLimit('+13055550123', new Date('2021-06-30T23:59:59Z'))).toBeNull();
      expect(before.toISOString() < since).toBe(true);
    }
  });
});
