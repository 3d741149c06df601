import { expect, it } from 'vitest';
import type { EventStore } from '../../../adapters/event-store/port.ts';
import { batchReads } from '../../../commands/kernel/batched-reads.ts';

/** Stands where the engine would be: knows every stream but one, and counts round trips. */
const engine = () => {
  const trips: (readonly string[])[] = [];
  const readMany = async (streams: readonly string[]) => {
    trips.push(streams);
    if (streams.includes('poison')) throw new Error('cannot be read');
    return Promise.resolve(new Map(streams.map((stream) => [stream, [{ stream }]])));
  };
  return { trips, store: batchReads({ readMany } as unknown as EventStore) };
};

it('reads of one turn share a round trip, each stream once, and each caller finds its own', async () => {
  const { trips, store } = engine();
  const [one, two, three] = await Promise.all([store.read('a'), store.readMany(['a', 'b']), store.read('c')]);
  expect(trips).toEqual([['a', 'b', 'c']]);
  expect([one, two.get('b'), three]).toEqual([[{ stream: 'a' }], [{ stream: 'b' }], [{ stream: 'c' }]]);
});

it('a stream that can’t be read fails for who asked for it, and nobody else', async () => {
  const { store } = engine();
  const settled = await Promise.allSettled([store.read('a'), store.read('poison'), store.read('b')]);
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});
