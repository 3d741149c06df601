import { expect, test } from 'vitest';
import { singleFlight } from '../../../adapters/event-store/postgres/single-flight.ts';

test('each caller gets an answer that was begun after the call, and who come meanwhile share one', async () => {
  const begun: PromiseWithResolvers<number>[] = [];
  const ask = singleFlight(() => {
    begun.push(Promise.withResolvers<number>());
    return begun.at(-1)!.promise;
  });
  const [first, second, third] = [ask(), ask(), ask()];
  expect(begun).toHaveLength(1);
  begun[0]!.resolve(1);
  expect(await first).toBe(1);
  await expect.poll(() => begun.length).toBe(2);
  const late = ask();
  begun[1]!.resolve(2);
  expect(await Promise.all([second, third])).toEqual([2, 2]);
  await expect.poll(() => begun.length).toBe(3);
  begun[2]!.resolve(3);
  expect(await late).toBe(3);
});

test('one that fails fails for its own callers alone', async () => {
  let count = 0;
  const ask = singleFlight(async () => {
    if ((count += 1) === 1) throw new Error('away');
    return count;
  });
  const [first, second] = [ask(), ask()];
  await expect(first).rejects.toThrow('away');
  expect(await second).toBe(2);
});
