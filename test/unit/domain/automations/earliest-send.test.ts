import { expect, it } from 'vitest';
import { earliestSend, earliestSendTo } from '../../../../domain/automations/runs/earliest-send.ts';
import { after, ask, condition, drawn, end, facts, id, off, split, start, text, untilClicked, wait } from './make.ts';

/** What lies ahead of who is inside: the first text or email, by any way there is. */
const zones = { business: 'America/New_York', contact: [] };
const first = (nodes: Parameters<typeof drawn>[0], at = start) =>
  earliestSend(drawn(nodes), id(Object.keys(nodes)[0]!), at, zones, facts);
const day = 24 * 60;

it('is what stands there, or comes after waits, by the way that is soonest', () => {
  expect(first({ a: text(null) })).toEqual({ at: start, node: id('a') });
  expect(first({ a: wait('b'), b: text(null) })).toEqual({ at: after(day), node: id('b') });
  expect(
    first({
      a: condition('b', 'c'),
      b: wait('d'),
      c: wait('d', { kind: 'duration', amount: 1, unit: 'hours', zone: 'business' }),
      d: text(null),
    }),
  ).toEqual({ at: after(60), node: id('d') });
  expect(first({ a: split('b', 'c'), b: end, c: ask(null) })).toEqual({ at: start, node: id('c') });
});

it('passes over what is switched off, and says where nothing is said any more', () => {
  expect(first({ a: off(text('b')), b: off(wait('c')), c: text(null) })).toEqual({ at: start, node: id('c') });
  expect(first({ a: wait('b'), b: end })).toBeNull();
  expect(earliestSend(drawn({ a: text(null) }), null, start, zones, facts)).toBeNull();
});

it('begins for who waits when their wait is over; what they listen for may happen at once', () => {
  const document = drawn({ a: wait('b'), b: text(null), c: wait('b', untilClicked, 'd'), d: wait('b') });
  const ahead = (node: string, until: string, listening: boolean, now = start) =>
    earliestSendTo({ node: id(node), until, listening }, document, now, zones, facts);
  expect(ahead('a', after(30), false)).toEqual({ at: after(30), node: id('b') });
  // It was over while nobody looked.
  expect(ahead('a', after(-30), false)).toEqual({ at: start, node: id('b') });
  expect(ahead('c', after(30), true)).toEqual({ at: start, node: id('b') });
  expect(ahead('gone', after(30), false)).toBeNull();
});

it('comes out of a circle', () => {
  expect(first({ a: wait('b'), b: condition('a', 'c'), c: end })).toBeNull();
});
