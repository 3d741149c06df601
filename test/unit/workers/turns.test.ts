import { getEventListeners } from 'node:events';
import { expect, it } from 'vitest';
import { systemClock } from '../../../adapters/clock/system.ts';
import { createBell } from '../../../workers/engine/wait.ts';
import { turns } from '../../../workers/engine/turns.ts';

it('no more than so many are under way, in the order in which they came, but for those that go first', async () => {
  const inTurn = turns(2);
  const order: string[] = [];
  let underWay = 0;
  let most = 0;
  const request = (name: string, first?: 'first') =>
    inTurn(async () => {
      most = Math.max(most, (underWay += 1));
      order.push(name);
      await new Promise((resolve) => setImmediate(resolve));
      underWay -= 1;
      if (name === 'b') throw new Error('refused');
    }, first).catch(() => 'failed');
  await Promise.all([request('a'), request('b'), request('c'), request('d'), request('person', 'first')]);
  expect(order).toEqual(['a', 'b', 'person', 'c', 'd']);
  expect(most).toBe(2);
  // Who failed has given the turn back.
  await Promise.all([request('e'), request('f')]);
  expect(most).toBe(2);
});

it('a wait leaves nothing on the signal of its process, however it ended', async () => {
  const bell = createBell(systemClock);
  const stopping = new AbortController();
  await bell.wait(1, stopping.signal);
  const woken = bell.wait(60_000, stopping.signal);
  bell.ring();
  await woken;
  expect(getEventListeners(stopping.signal, 'abort')).toHaveLength(0);
  const stopped = bell.wait(60_000, stopping.signal);
  stopping.abort();
  await stopped;
  await bell.wait(60_000, stopping.signal);
});
