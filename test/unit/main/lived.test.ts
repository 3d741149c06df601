import { expect, test } from 'vitest';
import { EventStoreUnavailable } from '../../../adapters/event-store/port.ts';
import { untilLived } from '../../../main/demo/lived.ts';

const quiet = { warn: () => {} };
const away = () => new Error('One of the lives ended.', { cause: new EventStoreUnavailable('away') });

test('a past that an outage cuts off goes on by itself; what fails of itself is said once', async () => {
  let lives = 0;
  await untilLived(
    async () => {
      lives += 1;
      if (lives < 4) throw away();
    },
    new AbortController().signal,
    quiet,
    1,
  );
  expect(lives).toBe(4);

  let said = 0;
  lives = 0;
  const fails = async () => {
    lives += 1;
    throw new Error('a mistake of ours');
  };
  await untilLived(fails, new AbortController().signal, { warn: () => void (said += 1) }, 1);
  expect([lives, said]).toEqual([1, 1]);
});

test('who is asked to stop meanwhile stops', async () => {
  const cut = new AbortController();
  let lives = 0;
  await untilLived(
    async () => {
      lives += 1;
      if (lives === 2) cut.abort();
      throw away();
    },
    cut.signal,
    quiet,
    1,
  );
  expect(lives).toBe(2);
});
