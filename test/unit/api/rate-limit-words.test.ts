import { expect, test } from 'vitest';
import { inWords } from '../../../api/kernel/rate-limit.ts';

test.each([
  [1, 'in a minute'],
  [60, 'in a minute'],
  [61, 'in 2 minutes'],
  [2_500, 'in 42 minutes'],
  [3_600, 'in 60 minutes'],
  [7_200, 'in 2 hours'],
  [7_201, 'in 3 hours'],
])('a wait of %d s is said as it is, and never shorter', (seconds, words) => {
  expect(inWords(seconds)).toBe(words);
});
