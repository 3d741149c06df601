import { expect, test } from 'vitest';
import type { StoredEvent } from '../../../adapters/event-store/port.ts';
import { createStreamCache, type StreamCache } from '../../../adapters/event-store/postgres/stream-cache.ts';

/** Events of a stream by their revisions; `position` of the first, the others follow. */
const events = (stream: string, from: number, to: number, position: number): readonly StoredEvent[] =>
  Array.from(
    { length: to - from },
    (_, n) => ({ stream, revision: from + n, position: BigInt(position + n) }) as StoredEvent,
  );
const revisions = (kept: readonly StoredEvent[] | null) => kept?.map(({ revision }) => revision) ?? null;
function read(kept: StreamCache, stream: string, found: readonly StoredEvent[], from = 0): void {
  const expected = kept.expect(new Map([[stream, from]]));
  expected.keep(new Map([[stream, found]]));
  expected.end();
}
function begun(at = 100): StreamCache {
  const kept = createStreamCache();
  kept.beginAt(BigInt(at));
  return kept;
}

test('a stream is known as it was read and with what came behind that, and that there is none, too', () => {
  const kept = begun();
  read(kept, 'read', events('read', 0, 3, 1));
  read(kept, 'none', []);
  kept.added([...events('read', 3, 5, 101), ...events('new', 0, 2, 103)]);
  expect(revisions(kept.of('read', 0))).toEqual([0, 1, 2, 3, 4]);
  expect(revisions(kept.of('read', 4))).toEqual([4]);
  expect(revisions(kept.of('new', 0))).toEqual([0, 1]);
  expect(kept.of('none', 0)).toEqual([]);
  expect(kept.of('other', 0)).toBeNull();
  kept.added(events('none', 0, 1, 105));
  expect(revisions(kept.of('none', 0))).toEqual([0]);
});

test('of a stream that was read from a revision on only that is known', () => {
  const kept = begun();
  read(kept, 'tail', [], 70);
  expect(kept.of('tail', 0)).toBeNull();
  expect(kept.of('tail', 70)).toEqual([]);
  kept.added(events('tail', 70, 72, 101));
  expect(revisions(kept.of('tail', 71))).toEqual([71]);
});

test('what is told of twice is there once, and what is told of behind a gap makes a stream unknown', () => {
  const kept = begun();
  read(kept, 'twice', events('twice', 0, 2, 1));
  kept.added(events('twice', 2, 4, 101));
  kept.added(events('twice', 1, 4, 2));
  expect(revisions(kept.of('twice', 0))).toEqual([0, 1, 2, 3]);
  kept.added(events('twice', 5, 6, 110));
  expect(kept.of('twice', 0)).toBeNull();
});

test('what is told of while a stream is being read is not missed, whichever was first', () => {
  const kept = begun();
  const [first, second, third] = [new Map([['s', 0]]), new Map([['s', 0]]), new Map([['s', 0]])].map((one) =>
    kept.expect(one),
  );
  kept.added(events('s', 2, 3, 101));
  first!.keep(new Map([['s', events('s', 0, 2, 1)]]));
  expect(revisions(kept.of('s', 0))).toEqual([0, 1, 2]);
  second!.keep(new Map([['s', events('s', 0, 3, 1)]]));
  expect(revisions(kept.of('s', 0))).toEqual([0, 1, 2]);
  // Something between was not told of yet: it is read another time.
  kept.forget('s');
  third!.keep(new Map([['s', events('s', 0, 1, 1)]]));
  expect(kept.of('s', 0)).toBeNull();
});

test('a stream that begins is not known if more may have been told of already', () => {
  const kept = begun();
  kept.added(events('late', 1, 2, 130));
  kept.added(events('late', 0, 1, 120));
  expect(kept.of('late', 0)).toBeNull();
});

test('what is not known of the log lies between what was told of, and behind it', () => {
  const kept = begun(100);
  const gaps = () => kept.gaps()?.map(({ after, before }) => [after, before]);
  expect(gaps()).toEqual([[100n, null]]);
  kept.added(events('a', 0, 2, 103));
  expect(gaps()).toEqual([
    [100n, 103n],
    [104n, null],
  ]);
  kept.added(events('b', 0, 1, 108));
  kept.added(events('e', 0, 2, 105));
  expect(gaps()).toEqual([
    [100n, 103n],
    [106n, 108n],
    [108n, null],
  ]);
  kept.added(events('c', 0, 2, 101));
  expect(gaps()).toEqual([
    [106n, 108n],
    [108n, null],
  ]);
  kept.added(events('d', 0, 4, 104));
  expect(gaps()).toEqual([[108n, null]]);
  kept.clear();
  expect(gaps()).toBeUndefined();
});

test('nothing is kept that was read before the log is known, or while it became another one', () => {
  const kept = createStreamCache();
  read(kept, 'early', events('early', 0, 1, 1));
  expect(kept.of('early', 0)).toBeNull();
  kept.beginAt(100n);
  const expected = kept.expect(new Map([['s', 0]]));
  kept.clear();
  kept.beginAt(100n);
  expected.keep(new Map([['s', events('s', 0, 1, 1)]]));
  expect(kept.of('s', 0)).toBeNull();
  expect(kept.era()).toBe(1);
});

test('of a long stream only that nothing has come since is known, however it became long', () => {
  const kept = begun();
  read(kept, 'read', events('read', 0, 65, 1));
  read(kept, 'grows', events('grows', 0, 64, 70));
  expect(kept.of('grows', 0)).toHaveLength(64);
  kept.added(events('grows', 64, 65, 134));
  expect([kept.of('read', 0), kept.of('grows', 0)]).toEqual([null, null]);
  expect([kept.of('read', 65), kept.of('grows', 65)]).toEqual([[], []]);
});

test('what was used last is kept, and no more than some thousands', () => {
  const kept = begun();
  for (let n = 0; n < 60_000; n += 1) {
    read(kept, `s${n}`, events(`s${n}`, 0, 1, n));
    if (n % 100 === 0) kept.of('s0', 0);
  }
  expect(kept.of('s0', 0)).toHaveLength(1);
  expect(kept.of('s59999', 0)).toHaveLength(1);
  expect(kept.of('s1', 0)).toBeNull();
  const known = Array.from({ length: 60_000 }, (_, n) => kept.of(`s${n}`, 0)).filter((one) => one !== null);
  expect(known.length).toBeLessThanOrEqual(24_000);
});
