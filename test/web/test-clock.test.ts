import { afterEach, expect, test } from 'vitest';
import { followClock } from '../../web/core/testClock.ts';

const say = (ahead: string | null) => followClock({ get: (name) => (name === 'x-clock-ahead' ? ahead : null) });
afterEach(() => say(null));
const week = 7 * 86_400_000;

test('a page lives at the time that the application says, ahead of the machine and back to it', () => {
  const before = performance.timeOrigin + performance.now();
  say(String(week));
  expect(Date.now() - before).toBeGreaterThan(week - 3_600_000);
  expect(new Date().getTime() - before).toBeGreaterThan(week - 3_600_000);
  // What names its instant is as it was.
  expect(new Date('2026-03-01T09:00:00Z').toISOString()).toBe('2026-03-01T09:00:00.000Z');
  expect(new Date(2026, 2, 1, 9).getMonth()).toBe(2);
  expect(new Date() instanceof Date).toBe(true);
  expect(Date.UTC(2026, 0, 1)).toBe(1_767_225_600_000);
  say(null);
  expect(Date.now() - before).toBeLessThan(week);
});

test('what is no number of milliseconds ahead is passed over', () => {
  const real = Date;
  for (const odd of ['', '0', '-5', 'soon', null]) say(odd);
  expect(Date).toBe(real);
});
