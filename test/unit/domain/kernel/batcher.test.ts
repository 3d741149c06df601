import { expect, test } from 'vitest';
import { batcher } from '../../../../domain/kernel/batcher.ts';

/** A far side that answers when told to, and remembers what it was asked. */
function farSide() {
  const calls: number[][] = [];
  const answers: (() => void)[] = [];
  const run = (asked: readonly number[]) => {
    calls.push([...asked]);
    return new Promise<number[]>((resolve, reject) => {
      answers.push(() => (asked.includes(-1) ? reject(new Error('refused')) : resolve(asked.map((one) => one * 10))));
    });
  };
  const answer = async () => {
    await new Promise((resolve) => setImmediate(resolve));
    answers.shift()!();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { calls, run, answer };
}

test('what is asked while a call is under way goes together in the next one, and each gets its own answer', async () => {
  const { calls, run, answer } = farSide();
  const ask = batcher(run);
  const first = ask(1);
  await new Promise((resolve) => setImmediate(resolve));
  const later = [ask(2), ask(3), ask(4)];
  await answer();
  expect(await first).toBe(10);
  await answer();
  expect(await Promise.all(later)).toEqual([20, 30, 40]);
  expect(calls).toEqual([[1], [2, 3, 4]]);
});

test('no more than `most` go together, and no more than `lanes` calls are under way', async () => {
  const { calls, run, answer } = farSide();
  const ask = batcher(run, { lanes: 2, most: 2 });
  const all = Promise.all([1, 2, 3, 4, 5].map(ask));
  await expect
    .poll(() => calls)
    .toEqual([
      [1, 2],
      [3, 4],
    ]);
  await answer();
  await answer();
  await answer();
  expect(await all).toEqual([10, 20, 30, 40, 50]);
  expect(calls).toEqual([[1, 2], [3, 4], [5]]);
});

test('when a joint call fails, each is made alone: only who is at fault fails', async () => {
  const { run, answer } = farSide();
  const ask = batcher(run);
  const settled = Promise.allSettled([ask(1), ask(-1), ask(2)]);
  for (let call = 0; call < 4; call += 1) await answer();
  expect((await settled).map((one) => (one.status === 'fulfilled' ? one.value : 'refused'))).toEqual([
    10,
    'refused',
    20,
  ]);
});

test('what nobody waits for is gathered before it is asked', async () => {
  const { calls, run, answer } = farSide();
  const ask = batcher(run, { gather: () => new Promise((resolve) => setTimeout(resolve, 10)) });
  const first = ask(1);
  await new Promise((resolve) => setImmediate(resolve));
  expect(calls).toEqual([]);
  const second = ask(2);
  await expect.poll(() => calls).toEqual([[1, 2]]);
  await answer();
  expect(await Promise.all([first, second])).toEqual([10, 20]);
});
