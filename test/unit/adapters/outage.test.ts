import { beforeEach, expect, test, vi } from 'vitest';
import { createOutage } from '../../../adapters/database/outage.ts';

const lines: unknown[][] = [];
const log = { warn: (...line: unknown[]) => void lines.push(line) };
beforeEach(() => {
  lines.length = 0;
  vi.useFakeTimers({ toFake: ['performance'] });
  return () => vi.useRealTimers();
});

test('tells once that something is away and once that it is back, with how long and how often', () => {
  const outage = createOutage(log, 'the outbox', { worker: 'x' });
  outage.works();
  const first = new Error('refused');
  outage.failed(first);
  for (let n = 0; n < 411; n += 1) {
    vi.advanceTimersByTime(1_168);
    outage.failed(new Error('refused again'));
  }
  outage.works();
  outage.works();
  expect(lines).toEqual([
    [{ worker: 'x', err: first }, 'the outbox: away, trying again until it is back'],
    [{ worker: 'x', seconds: 480, tries: 412 }, 'the outbox: back after 8 min, 412 tries'],
  ]);
});

test('the next outage is told of again', () => {
  const outage = createOutage(log, 'the feed');
  for (let n = 0; n < 2; n += 1) {
    outage.failed(new Error('refused'));
    vi.advanceTimersByTime(5_000);
    outage.works();
  }
  expect(lines.map(([, words]) => words)).toEqual([
    'the feed: away, trying again until it is back',
    'the feed: back after 5 s, 1 try',
    'the feed: away, trying again until it is back',
    'the feed: back after 5 s, 1 try',
  ]);
});
