import { expect, test } from 'vitest';
import type { StoredEvent } from '../../../adapters/event-store/port.ts';
import { createRecentEvents, wantedBy } from '../../../adapters/event-store/postgres/recent-events.ts';

const events = (first: number, last: number, type = 'T', stream = 's-1'): readonly StoredEvent[] =>
  Array.from({ length: last - first + 1 }, (_, n) => ({ position: BigInt(first + n), type, stream }) as StoredEvent);
const all = wantedBy(undefined);
const places = (page: { readonly events: readonly StoredEvent[] } | null) =>
  page?.events.map(({ position }) => Number(position)) ?? null;

test('what is told of twice, and between what was there, is there once and in order', () => {
  const recent = createRecentEvents();
  recent.add(events(11, 12), 10);
  recent.add(events(15, 17), 10);
  expect(places(recent.after(10n, all, 100))).toEqual([11, 12]);
  expect(recent.after(10n, all, 100)).toMatchObject({ next: 12n, atEnd: false });
  expect(recent.after(12n, all, 100)).toBeNull();
  expect(recent.firstAfter(12n)).toBe(15n);
  recent.add(events(12, 18), 10);
  expect(places(recent.after(10n, all, 100))).toEqual([11, 12, 13, 14, 15, 16, 17, 18]);
  expect(recent.after(10n, all, 100)).toMatchObject({ next: 18n, atEnd: true });
  recent.add(events(11, 18), 10);
  expect(places(recent.after(10n, all, 100))).toEqual([11, 12, 13, 14, 15, 16, 17, 18]);
});

test('what is not wanted is passed over, and a page ends where it is full', () => {
  const recent = createRecentEvents();
  recent.add(events(1, 3, 'A'), 10);
  recent.add(events(4, 6, 'B', 't-1'), 10);
  expect(recent.after(0n, wantedBy({ types: ['C'] }), 10)).toEqual({ events: [], next: 6n, atEnd: true });
  expect(places(recent.after(0n, wantedBy({ types: ['B'] }), 2))).toEqual([4, 5]);
  expect(recent.after(0n, wantedBy({ types: ['B'] }), 2)).toMatchObject({ next: 5n, atEnd: false });
  expect(places(recent.after(0n, wantedBy({ streamPrefixes: ['t-'] }), 10))).toEqual([4, 5, 6]);
});

test('who is behind what was let go is not near any more; who is at the end is, also before anything has come', () => {
  const recent = createRecentEvents();
  expect(recent.isNear(100n)).toBe(false);
  recent.endsAt(100n);
  expect(recent.isNear(100n)).toBe(true);
  expect(recent.isNear(99n)).toBe(false);
  for (let at = 101; at <= 10_100; at += 100) recent.add(events(at, at + 99), 1_000);
  expect(recent.isNear(100n)).toBe(false);
  expect(recent.isNear(10_050n)).toBe(true);
  expect(recent.after(9_000n, all, 10)).not.toBeNull();
  expect(recent.after(5_000n, all, 10)).toBeNull();
  recent.add(events(10_101, 10_102), 9 * 2 ** 20);
  expect(recent.after(10_100n, all, 10)).toBeNull();
  expect([recent.isNear(10_101n), recent.isNear(10_102n)]).toEqual([false, true]);
  recent.clear();
  expect([recent.isNear(10_102n), recent.era()]).toEqual([false, 1]);
});
