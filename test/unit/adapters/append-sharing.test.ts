import { expect, test } from 'vitest';
import { createAdaptiveBatching } from '../../../adapters/event-store/postgres/adaptive-batching.ts';

/** Batches of 64, one at a time: this process pauses between an answer and the next batch, the server works and commits. */
function lived(batches: number, times: { pauseMs: number; workMs: number; commitMs: number }) {
  const sharing = createAdaptiveBatching();
  let now = 0;
  for (let n = 0; n < batches; n += 1) {
    sharing.sent(64, now);
    const sentAt = now;
    now += times.workMs + times.commitMs;
    sharing.answered(sentAt, times.workMs, now);
    now += times.pauseMs;
  }
  return sharing;
}

test('two batches at a time where a commit is quicker than the pause between batches', () => {
  expect(lived(100, { pauseMs: 0.9, workMs: 1.1, commitMs: 0.15 }).worthIt(64)).toBe(true);
});

test('one at a time where a commit takes longer than that pause, however long the server works', () => {
  expect(lived(100, { pauseMs: 0.9, workMs: 5, commitMs: 2 }).worthIt(64)).toBe(false);
});

test('few appends are one batch', () => {
  expect(lived(100, { pauseMs: 5, workMs: 1, commitMs: 0.1 }).worthIt(63)).toBe(false);
});

test('that nobody had anything to append is no pause', () => {
  expect(lived(100, { pauseMs: 60_000, workMs: 1, commitMs: 2 }).worthIt(64)).toBe(false);
});

test('of two that are on their way the second one is not charged with the time of the first', () => {
  const sharing = createAdaptiveBatching();
  for (let n = 0, now = 0; n < 100; n += 1, now += 20) {
    // Both left at once; the server took 2 ms and 0.1 ms of commit for each.
    sharing.answered(now, 2, now + 2.1);
    sharing.answered(now, 2, now + 4.2);
  }
  expect(sharing.worthIt(64)).toBe(true);
});
