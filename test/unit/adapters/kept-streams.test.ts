import { expect, test } from 'vitest';
import type { StoredEvent } from '../../../adapters/event-store/port.ts';
import { createKeptStreams } from '../../../adapters/event-store/postgres/kept-streams.ts';

const events = (stream: string, from: number, to: number): readonly StoredEvent[] =>
  Array.from({ length: to - from }, (_, n) => ({ stream, revision: from + n }) as StoredEvent);
const revisions = (kept: readonly StoredEvent[]) => kept.map(({ revision }) => revision);

test('a stream is known from its first event on, as it was read and with what was appended behind that', () => {
  const kept = createKeptStreams();
  kept.keep('read', events('read', 0, 3));
  kept.added([...events('read', 3, 5), ...events('new', 0, 2)]);
  expect(revisions(kept.of('read'))).toEqual([0, 1, 2, 3, 4]);
  expect(revisions(kept.of('new'))).toEqual([0, 1]);
  expect(kept.of('other')).toEqual([]);
});

test('what was appended behind events that are not known is not kept', () => {
  const kept = createKeptStreams();
  kept.keep('read', events('read', 0, 3));
  kept.added([...events('read', 4, 5), ...events('unread', 1, 2)]);
  expect(revisions(kept.of('read'))).toEqual([0, 1, 2]);
  expect(kept.of('unread')).toEqual([]);
});

test('a read that was answered late does not take away what is known meanwhile', () => {
  const kept = createKeptStreams();
  kept.keep('read', events('read', 0, 3));
  kept.keep('read', events('read', 0, 2));
  expect(revisions(kept.of('read'))).toEqual([0, 1, 2]);
});

test('a long stream is read each time, however it became long', () => {
  const kept = createKeptStreams();
  kept.keep('read', events('read', 0, 65));
  kept.keep('grows', events('grows', 0, 64));
  expect(kept.of('grows')).toHaveLength(64);
  kept.added(events('grows', 64, 65));
  expect([kept.of('read'), kept.of('grows')]).toEqual([[], []]);
});

test('what was used last stays, and there is an end to it', () => {
  const kept = createKeptStreams();
  for (let n = 0; n < 5_000; n += 1) {
    kept.keep(`stream-${n}`, events(`stream-${n}`, 0, 10));
    kept.of('stream-0');
  }
  // The newest first: to ask is to use.
  const last = Array.from({ length: 800 }, (_, n) => kept.of(`stream-${4_999 - n}`).length > 0);
  expect(last.every(Boolean)).toBe(true);
  expect(kept.of('stream-0')).toHaveLength(10);
  expect(kept.of('stream-1')).toEqual([]);
});

test('after a lost connection nothing is known, and who asked before can tell', () => {
  const kept = createKeptStreams();
  kept.keep('one', events('one', 0, 3));
  kept.keep('two', events('two', 0, 3));
  kept.forget('one');
  expect([kept.of('one'), kept.of('two').length]).toEqual([[], 3]);
  const era = kept.era();
  kept.clear();
  expect(kept.of('two')).toEqual([]);
  expect(kept.era()).not.toBe(era);
});
