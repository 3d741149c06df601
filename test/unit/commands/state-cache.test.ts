import { describe, expect, it } from 'vitest';
import type { StoredEvent } from '../../../adapters/event-store/port.ts';
import { createStates } from '../../../commands/kernel/snapshots.ts';
import { createStateCache } from '../../../commands/kernel/state-cache.ts';

/** Adds up what it is told, and knows how much was read for it. */
const sum = {
  initial: 0,
  evolve: (total: number, { data }: { readonly data: { readonly n: number } }) => total + data.n,
};
function log() {
  const events: StoredEvent[] = [];
  let read = 0;
  return {
    say: (n: number) => void events.push({ revision: events.length, data: { n } } as unknown as StoredEvent),
    reads: () => read,
    store: {
      read: async (_stream: string, { from = 0 }: { readonly from?: number } = {}) => {
        const found = events.slice(from);
        read += found.length;
        return found;
      },
    },
  };
}

describe('states that are kept', () => {
  it('are as new as the stream, and read each event once', async () => {
    const { say, reads, store } = log();
    const folded = createStateCache(createStates({ events: store }));
    expect(await folded('page', sum)).toBe(0);
    for (let n = 1; n <= 100; n += 1) say(n);
    expect(await folded('page', sum)).toBe(5_050);
    say(10);
    expect(await folded('page', sum)).toBe(5_060);
    expect(await folded('page', sum)).toBe(5_060);
    expect(reads()).toBe(101);
  });
  it('are of one way to fold, and asked for together they are read once', async () => {
    const { say, reads, store } = log();
    const folded = createStateCache(createStates({ events: store }));
    say(1);
    say(2);
    const count = { initial: 0, evolve: (events: number) => events + 1 };
    expect(await Promise.all(Array.from({ length: 20 }, () => folded('page', sum)))).toEqual(Array(20).fill(3));
    expect(reads()).toBe(2);
    expect(await Promise.all([folded('page', count), folded('page', sum)])).toEqual([2, 3]);
  });
});
