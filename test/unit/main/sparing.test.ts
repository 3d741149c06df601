import { expect, it } from 'vitest';
import { createSparing } from '../../../main/sparing.ts';

it('collects sooner while anybody asks for it, and as before when the last one is done', () => {
  const flags: string[] = [];
  const spare = createSparing((flag) => flags.push(flag));
  const first = spare();
  const second = spare();
  expect(flags).toEqual(['--heap-growing-percent=50']);
  first();
  first();
  expect(flags).toHaveLength(1);
  second();
  expect(flags).toEqual(['--heap-growing-percent=50', '--heap-growing-percent=0']);
  spare()();
  expect(flags).toHaveLength(4);
});
