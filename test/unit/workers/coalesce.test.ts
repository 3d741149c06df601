import { describe, expect, it } from 'vitest';
import { coalesce } from '../../../workers/sender/coalesce.ts';

describe('gathering single updates', () => {
  it('gathers what comes while one is under way, and gives each caller its own result', async () => {
    const batches: number[][] = [];
    const double = coalesce<number, number>(async (items) => {
      batches.push([...items]);
      await new Promise((resolve) => setTimeout(resolve, 5));
      return (item) => item * 2;
    });
    const first = double(1);
    await new Promise((resolve) => setTimeout(resolve, 1));
    expect(await Promise.all([first, double(2), double(3)])).toEqual([2, 4, 6]);
    expect(batches).toEqual([[1], [2, 3]]);
  });

  it('fails only the callers of the batch that failed', async () => {
    let calls = 0;
    const fragile = coalesce<number, number>(async () => {
      if (calls++ === 0) throw new Error('away');
      return (item) => item;
    });
    await expect(fragile(1)).rejects.toThrow('away');
    await expect(fragile(2)).resolves.toBe(2);
  });
});
