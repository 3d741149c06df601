import { describe, expect, test } from 'vitest';
import type { Message } from '../../api/contract/messages.ts';
import { explain } from '../../web/screens/business/livechat/reasons.ts';
import { counterOf } from '../../web/screens/business/livechat/SegmentCounter.tsx';
import {
  type Draft,
  emptyTimeline,
  entriesOf,
  firstUnreadOf,
  inOrder,
  timelineReducer as reduce,
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
  ...more,
});
const mine = (position: number, more: Partial<Message> = {}) =>
  message(position, { direction: 'out', status: 'queued', purpose: 'livechat', ...more });
const draft = (body: string, minute: number): Draft => ({
  key: `d ${body}`,
  body,
  media: [],
  at: at(minute),
  failed: null,
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
  test('a draft is shown once: whether the answer or the live channel is first', () => {
    const sent = mine(5, { body: 'See you!' });
    const written = reduce(emptyTimeline, { type: 'draft', draft: draft('See you!', 5) });
    const answered = reduce(written, { type: 'answered', key: 'd See you!', message: sent });
    const live = reduce(reduce(written, { type: 'newest', data: [sent], hasMore: false }), {
      type: 'answered',
      key: 'd See you!',
      message: sent,
    });
    for (const timeline of [answered, live]) expect([bodies(timeline), timeline.drafts]).toEqual([['See you!'], []]);
  });
  test('the same words sent twice stay two', () => {
    let timeline = reduce(reduce(emptyTimeline, { type: 'draft', draft: draft('ok', 5) }), {
      type: 'draft',
      draft: { ...draft('ok', 5), key: 'second' },
    });
    timeline = reduce(timeline, { type: 'newest', data: [mine(5, { body: 'ok' })], hasMore: false });
    expect(timeline.drafts.map((one) => one.key)).toEqual(['second']);
  });
  test('a refused draft stays, with the reason', () => {
    const timeline = reduce(reduce(emptyTimeline, { type: 'draft', draft: draft('Hi', 1) }), {
      type: 'refused',
      key: 'd Hi',
      reason: 'Opted out.',
    });
    expect(timeline.drafts[0]?.failed).toBe('Opted out.');
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
    const entries = entriesOf(timeline, day, 'm30').map((entry) =>
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
    ]);
  });
  test('the first unread is counted from the end, over incoming messages', () => {
    const all = [message(1), mine(2), message(3), mine(4), message(5)];
    expect([0, 1, 2, 99].map((unread) => firstUnreadOf(all, unread, false))).toEqual([null, 'm5', 'm3', 'm1']);
    expect([2, 99].map((unread) => firstUnreadOf(all, unread, true))).toEqual(['m3', null]);
  });
  test("failures are explained in plain words: by the carrier's code, by our reason, never by a bare code", () => {
    expect(explain({ status: 'failed', error_code: 30003, reason: 'x' })).toMatch(/switched off/);
    expect(explain({ status: 'suppressed', error_code: null, reason: 'opted-out' })).toMatch(/opted out/);
    expect(explain({ status: 'failed', error_code: 99_999, reason: 'some_code' })).toMatch(/could not deliver/);
    expect(explain({ status: 'delivered', error_code: null, reason: null })).toBeNull();
  });
});

describe('the segment counter', () => {
  test('names the character that makes a text Unicode', () => {
    expect(counterOf('Hello', 0)).toEqual({
      summary: '5 characters · 1 segment · 155 left in this segment',
      warning: null,
      tooLong: null,
    });
    expect(counterOf('We’re open', 0).warning).toContain('“’”');
    expect(counterOf('x'.repeat(161), 0).summary).toContain('2 segments');
  });
  test('a picture makes it an MMS; what is too long says by how much', () => {
    expect(counterOf('😀', 1)).toMatchObject({ summary: 'Picture message (MMS)', warning: null });
    expect(counterOf('x'.repeat(1603), 0).tooLong).toBe('3 characters too many. A text can have at most 1,600.');
  });
});
