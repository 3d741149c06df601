import { expect, test } from 'vitest';
import { createAhead } from '../../../workers/delivery/ahead.ts';

/** How many are made ready after each quarter of a second in which so many ended. */
function aheadAfter(...quarters: readonly number[]): number[] {
  let now = 1_000;
  const pace = createAhead({ elapsed: () => now }, 64);
  return quarters.map((ended) => {
    for (let n = 0; n < ended; n += 1) pace.ended();
    now += 250;
    return pace.ahead();
  });
}

test('before a quick carrier as many are made ready as go out in a quarter of a second', () => {
  expect(aheadAfter(100, 200)).toEqual([100, 200]);
});

test('but no more than four times as many as may be under way, and before a slow one half as many', () => {
  expect(aheadAfter(5_000, 3, 0)).toEqual([256, 32, 32]);
});

test('what is ready keeps its size until a quarter of a second is over', () => {
  let now = 0;
  const pace = createAhead({ elapsed: () => now }, 64);
  for (let n = 0; n < 200; n += 1) pace.ended();
  now = 249;
  expect(pace.ahead()).toBe(32);
  now = 500;
  expect(pace.ahead()).toBe(100);
});
