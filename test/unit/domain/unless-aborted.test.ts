import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { unlessAborted } from '../../../domain/kernel/unless-aborted.ts';

const never = new Promise<string>(() => {});
const stopped = () => 'stopped';

test('work that ends in time says what it came to, and leaves nothing on the signal', async () => {
  const { signal } = new AbortController();
  const works = Array.from({ length: 100 }, (_, nth) => unlessAborted(Promise.resolve(nth), signal, () => -1));
  expect(await Promise.all(works)).toEqual(Array.from({ length: 100 }, (_, nth) => nth));
  await expect(unlessAborted(Promise.reject(new Error('no')), signal, stopped)).rejects.toThrow('no');
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

test('a signal that is aborted, before or meanwhile, ends the wait and not the work', async () => {
  const stopping = new AbortController();
  const under = unlessAborted(never, stopping.signal, stopped);
  stopping.abort();
  expect(await under).toBe('stopped');
  expect(await unlessAborted(never, stopping.signal, stopped)).toBe('stopped');
  expect(await unlessAborted(Promise.reject(new Error('no')), stopping.signal, stopped)).toBe('stopped');
});
