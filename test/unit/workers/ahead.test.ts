import { describe, expect, it } from 'vitest';
import { ahead } from '../../../workers/uploads/rows.ts';

/** What `heaps` has given so far, and whether it was closed. */
function heaps(failsAt = Infinity) {
  const told = { given: 0, closed: false };
  async function* all() {
    try {
      for (let n = 1; n <= 4; n++) {
        if (n === failsAt) throw new Error(`heap ${n} can not be read`);
        told.given = n;
        yield n;
      }
    } finally {
      told.closed = true;
    }
  }
  return { told, all: all() };
}

describe('heaps that are read ahead', () => {
  it('come in their order, each next one read while the one before is worked on', async () => {
    const { told, all } = heaps();
    const seen: number[][] = [];
    for await (const heap of ahead(all)) {
      await new Promise(setImmediate);
      seen.push([heap, told.given]);
    }
    expect(seen).toEqual([[1, 2], [2, 3], [3, 4], [4, 4]]); // prettier-ignore
    expect(told.closed).toBe(true);
  });

  it('fail where they fail: what came before is worked on first', async () => {
    const { all } = heaps(3);
    const seen: number[] = [];
    await expect(
      (async () => {
        for await (const heap of ahead(all)) {
          await new Promise((resolve) => setTimeout(resolve, 5));
          seen.push(heap);
        }
      })(),
    ).rejects.toThrow('heap 3 can not be read');
    expect(seen).toEqual([1, 2]);
  });

  it('are closed when nobody wants more of them', async () => {
    const { told, all } = heaps();
    for await (const heap of ahead(all)) if (heap === 2) break;
    expect(told.closed).toBe(true);
  });
});
