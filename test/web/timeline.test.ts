import { describe, expect, test } from 'vitest';
import type { Message } from '../../api/contract/messages.ts';
import type { Unsent } from '../../web/data/outbox.ts';
import { explain } from '../../web/screens/business/livechat/reasons.ts';
import { counterOf, withTwins } from '../../web/screens/business/livechat/SegmentCounter.tsx';
import {
  emptyTimeline,
  entriesOf,
  firstUnreadOf,
  inOrder,
  newestPosition,
  timelineReducer as reduce,
  withoutEchoes,
} from '../../web/screens/business/livechat/timeline.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 12, minute)).toISOString();
const message = (position: number, more: Partial<Message> = {}): Message => ({
  id: `m${position}`,
  contact_id: 'c1',
  direction: 'in',
  kind: 'message',
  body: `text ${position}`,
  media: [],
  status: 'received',
  purpose: null,
  segments: null,
  error_code: null,
  reason: null,
  held_until: null,
  at: at(position),
  position: String(position),
  history: [],
  author_id: null,
  author: null,
  rule: null,
  ...more,
});
const mine = (position: number, more: Partial<Message> = {}) =>
  message(position, { direction: 'out', status: 'queued', purpose: 'livechat', ...more });
const unsent = (body: string, seen: number | null, more: Partial<Unsent> = {}): Unsent => ({
  key: `key of ${body}`,
  contactId: 'c1',
  body,
  media: [],
  at: at(0),
  seen: seen === null ? null : String(seen),
  holdUntil: null,
  state: 'waiting',
  reason: null,
  ...more,
});
const bodies = (timeline: typeof emptyTimeline) => inOrder(timeline).map((one) => one.body);

describe('the messages of a conversation', () => {
  test('pages meet in order of position, as numbers, without doubles', () => {
    let timeline = reduce(emptyTimeline, { type: 'newest', data: [message(9), message(10)], hasMore: true });
    timeline = reduce(timeline, { type: 'older', data: [message(2), message(9)], hasMore: false });
    expect([bodies(timeline), timeline.hasMore]).toEqual([['text 2', 'text 9', 'text 10'], false]);
    timeline = reduce(timeline, { type: 'newest', data: [message(10), message(11)], hasMore: true });
    expect([bodies(timeline), timeline.hasMore]).toEqual([['text 2', 'text 9', 'text 10', 'text 11'], false]);
  });
  test('when the newest page no longer touches what is known, there is no hidden gap: what is older is read again', () => {
    let timeline = reduce(emptyTimeline, { type: 'newest', data: [message(1), message(2)], hasMore: false });
    timeline = reduce(timeline, { type: 'newest', data: [message(80), message(81)], hasMore: true });
    expect([bodies(timeline), timeline.hasMore]).toEqual([['text 80', 'text 81'], true]);
  });
  test('a state only moves forward, whichever way it comes', () => {
    let timeline = reduce(emptyTimeline, { type: 'newest', data: [mine(1, { status: 'delivered' })], hasMore: false });
    timeline = reduce(timeline, { type: 'patch', id: 'm1', status: 'sent' });
    timeline = reduce(timeline, { type: 'newest', data: [mine(1, { status: 'sent' })], hasMore: false });
    expect(inOrder(timeline)[0]?.status).toBe('delivered');
  });
  test('a text that the live channel brings before the answer is shown once, in whichever order they come', () => {
    const sent = mine(5, { body: 'See you!' });
    const text = unsent('See you!', 4);
    const live = reduce(emptyTimeline, { type: 'newest', data: [sent], hasMore: false });
    expect(withoutEchoes([text], inOrder(live))).toEqual([]);
    const answered = reduce(live, { type: 'sent', message: sent });
    expect([bodies(answered), bodies(reduce(emptyTimeline, { type: 'sent', message: sent }))]).toEqual([
      ['See you!'],
      ['See you!'],
    ]);
  });
  test('the same words sent twice stay two, and those that were seen before are no echo', () => {
    const texts = [unsent('ok', 4), unsent('ok', 4, { key: 'second' })];
    expect(withoutEchoes(texts, [mine(5, { body: 'ok' })]).map(({ key }) => key)).toEqual(['second']);
    expect(withoutEchoes(texts, [mine(4, { body: 'ok' })])).toHaveLength(2);
    expect(withoutEchoes([unsent('ok', 4)], [mine(5, { body: 'ok', purpose: 'broadcast' })])).toHaveLength(1);
  });
  test('a refused text stays', () => {
    const refused = unsent('Hi', 4, { state: 'refused', reason: 'Opted out.' });
    expect(withoutEchoes([refused], [mine(5, { body: 'Hi' })])).toEqual([refused]);
  });
  test('what its reader has seen is the newest position', () => {
    expect([newestPosition([]), newestPosition([message(3), mine(12)])]).toEqual([null, '12']);
  });
});

describe('the timeline', () => {
  const day = (instant: string) => instant.slice(0, 10);
  test('days are parted, one side within five minutes stands together, and the divider is above the first unread', () => {
    const timeline = reduce(emptyTimeline, {
      type: 'newest',
      hasMore: false,
      data: [message(1, { at: '2026-11-20T23:59:00Z' }), message(2), message(3), message(30), mine(31)],
    });
    const entries = entriesOf(inOrder(timeline), [unsent('later', 31)], day, 'm30').map((entry) =>
      entry.kind === 'message' ?
        `${entry.message.id}${entry.first ? ' first' : ''}${entry.last ? ' last' : ''}`
      : entry.kind,
    );
    expect(entries).toEqual([
      'day',
      'm1 first last',
      'day',
      'm2 first',
      'm3 last',
      'new',
      'm30 first last',
      'm31 first last',
      'unsent',
    ]);
  });
  test('the first unread is counted from the end, over incoming messages', () => {
    const all = [message(1), mine(2), message(3), mine(4), message(5)];
    expect([0, 1, 2, 99].map((unread) => firstUnreadOf(all, unread, false))).toEqual([null, 'm5', 'm3', 'm1']);
    expect([2, 99].map((unread) => firstUnreadOf(all, unread, true))).toEqual(['m3', null]);
    expect(firstUnreadOf([message(1), message(2), message(3, { rule: 'help' })], 1, false)).toBe('m2');
  });
  test("failures are explained in plain words: by the carrier's code, by our reason, never by a bare code", () => {
    expect(explain({ status: 'failed', error_code: 30003, reason: 'x' })).toMatch(/phone was off/);
    expect(explain({ status: 'suppressed', error_code: null, reason: 'opted-out' })).toMatch(/opted out/);
    expect(explain({ status: 'failed', error_code: 99_999, reason: 'some_code' })).toMatch(/couldn’t deliver/);
    expect(explain({ status: 'delivered', error_code: null, reason: null })).toBeNull();
  });
});

describe('the segment counter', () => {
  test('is one short line, and names the characters that make a text Unicode, with their twins', () => {
    expect(counterOf('Hello', 0)).toEqual({ summary: '5 · 1 segment', unicode: [], tooLong: null });
    expect(counterOf('x'.repeat(161), 0).summary).toBe('161 · 2 segments');
    const { unicode } = counterOf('We’re open…', 0);
    expect(unicode.map(({ character, replacement }) => [character, replacement])).toEqual([
      ['’', "'"],
      ['…', '...'],
    ]);
  });
  test.each([
    ['We’re open… “now”', 'We\'re open... "now"'],
    ['No\u200bthing 👋 here’s', "Nothing 👋 here's"],
    ['👋', '👋'],
  ])('%j with its twins is %j', (text, plain) => {
    expect(withTwins(text, counterOf(text, 0).unicode)).toBe(plain);
  });
  test('a picture makes it an MMS; what is too long says by how much', () => {
    expect(counterOf('😀', 1)).toMatchObject({ summary: 'Picture message (MMS)', unicode: [] });
    expect(counterOf('x'.repeat(1603), 0).tooLong).toBe('3 characters over the limit of 1,600.');
  });
});
