import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keep, mayOpen, onSchedule, onSite, readKept, type Trigger } from '../../web/widget/memory.ts';
import { waitFor } from '../../web/widget/triggers.ts';
import { initialPage } from '../../domain/pages/model.ts';

type Settings = Parameters<typeof mayOpen>[1];
const day = 86_400_000;
const now = Date.parse('2026-11-22T12:00:00Z');
const untouched = { times: 0, at: 0, done: false, closed: false };
const settings = (said: Partial<Settings> = {}): Settings => ({
  ...initialPage('popup').settings,
  ShowAfterTimeout: false,
  ShowAfterScroll: false,
  ShowOnExit: false,
  ...said,
});

describe('how often a popup opens by itself', () => {
  it('opens for who has never seen it', () => {
    expect(mayOpen(untouched, settings(), 'timeout', now)).toBe(true);
  });
  it('never again for who has signed up', () => {
    expect(mayOpen({ ...untouched, done: true }, settings(), 'timeout', now)).toBe(false);
  });
  it('no more often than it may, 0 being as often as it likes', () => {
    const kept = { ...untouched, times: 3, at: now - 400 * day };
    expect(mayOpen(kept, settings({ MostTimes: 3 }), 'timeout', now)).toBe(false);
    expect(mayOpen(kept, settings({ MostTimes: 4 }), 'timeout', now)).toBe(true);
    expect(mayOpen(kept, settings({ MostTimes: 0 }), 'timeout', now)).toBe(true);
  });
  it('waits its days, those of leaving apart from the others', () => {
    const kept = { ...untouched, times: 1, at: now - 3 * day };
    const both = settings({ MostTimes: 0, Duration: 4, ExitDuration: 2 });
    expect(mayOpen(kept, both, 'timeout', now)).toBe(false);
    expect(mayOpen(kept, both, 'scroll', now)).toBe(false);
    expect(mayOpen(kept, both, 'exit', now)).toBe(true);
    expect(mayOpen({ ...kept, at: now - 4 * day }, both, 'timeout', now)).toBe(true);
  });
  it('is not held up for ever by a clock that was put back', () => {
    const kept = { ...untouched, times: 1, at: now + 40 * day };
    expect(mayOpen(kept, settings({ MostTimes: 0, Duration: 4 }), 'timeout', now)).toBe(true);
  });
});

describe('what is kept of a popup', () => {
  it('comes back as it was kept', () => {
    const kept = { times: 2, at: now, done: false, closed: true };
    keep(() => localStorage, 'a', kept);
    expect(readKept(() => localStorage, 'a')).toEqual(kept);
    expect(readKept(() => localStorage, 'b')).toEqual(untouched);
  });
  it('is nothing where storage holds nonsense or is switched off', () => {
    localStorage.setItem('popup:c', '{"times":"many","at":-5,"done":"yes"}');
    expect(readKept(() => localStorage, 'c')).toEqual(untouched);
    localStorage.setItem('popup:d', 'half a {');
    expect(readKept(() => localStorage, 'd')).toEqual(untouched);
    const off = (): Storage => {
      throw new Error('switched off');
    };
    expect(readKept(off, 'a')).toEqual(untouched);
    expect(() => keep(off, 'a', untouched)).not.toThrow();
  });
});

describe('its time of the day', () => {
  const office = settings({ UseSchedule: true, ScheduleFrom: '09:00', ScheduleTo: '17:00' });
  it('is the business’s, not the visitor’s', () => {
    expect(onSchedule(office, 'America/New_York', new Date('2026-11-22T13:59:00Z'))).toBe(false);
    expect(onSchedule(office, 'America/New_York', new Date('2026-11-22T14:00:00Z'))).toBe(true);
    expect(onSchedule(office, 'America/New_York', new Date('2026-11-22T22:00:00Z'))).toBe(false);
    expect(onSchedule(office, 'Asia/Tokyo', new Date('2026-11-22T14:00:00Z'))).toBe(false);
  });
  it('may go over midnight', () => {
    const night = settings({ UseSchedule: true, ScheduleFrom: '22:00', ScheduleTo: '06:00' });
    expect(onSchedule(night, 'UTC', new Date('2026-11-22T23:30:00Z'))).toBe(true);
    expect(onSchedule(night, 'UTC', new Date('2026-11-22T00:00:00Z'))).toBe(true);
    expect(onSchedule(night, 'UTC', new Date('2026-11-22T06:00:00Z'))).toBe(false);
  });
  it('is always without a schedule, or with one of no length', () => {
    expect(onSchedule({ ...office, UseSchedule: false }, 'UTC', new Date('2026-11-22T03:00:00Z'))).toBe(true);
    expect(onSchedule({ ...office, ScheduleTo: '09:00' }, 'UTC', new Date('2026-11-22T03:00:00Z'))).toBe(true);
  });
});

describe('the sites it may stand on', () => {
  const two = settings({ AllowedSites: 'example.com, shop.test' });
  it.each([
    ['example.com', true],
    ['www.example.com', true],
    ['shop.test', true],
    ['notexample.com', false],
    ['example.com.evil.test', false],
  ])('%s: %s', (host, may) => {
    expect(onSite(two, host)).toBe(may);
  });
  it('are all where none is named', () => {
    expect(onSite(settings({ AllowedSites: '' }), 'anywhere.test')).toBe(true);
  });
});

describe('what sets it off', () => {
  const fired: Trigger[] = [];
  let opens = true;
  let stop = () => {};
  const start = (said: Partial<Settings>) => {
    stop = waitFor(settings(said), window, (trigger) => {
      fired.push(trigger);
      return opens;
    });
  };
  beforeEach(() => {
    vi.useFakeTimers();
    window.matchMedia = ((query: string) => ({ matches: query.includes('hover: none') })) as typeof matchMedia;
    fired.length = 0;
    opens = true;
  });
  afterEach(() => {
    stop();
    vi.useRealTimers();
  });
  const scrollTo = (top: number) => {
    Object.defineProperty(window, 'scrollY', { value: top, configurable: true });
    window.dispatchEvent(new Event('scroll'));
    vi.advanceTimersByTime(20);
  };
  const tall = () => {
    Object.defineProperty(document.documentElement, 'scrollHeight', { value: 1_100, configurable: true });
    Object.defineProperty(document.documentElement, 'clientHeight', { value: 100, configurable: true });
  };

  it('time, once', () => {
    start({ ShowAfterTimeout: true, Timeout: 5 });
    vi.advanceTimersByTime(4_999);
    expect(fired).toEqual([]);
    vi.advanceTimersByTime(20_000);
    expect(fired).toEqual(['timeout']);
  });
  it('time again and again while it may not open', () => {
    opens = false;
    start({ ShowAfterTimeout: true, Timeout: 1 });
    vi.advanceTimersByTime(5_000);
    expect(fired).toEqual(['timeout', 'timeout', 'timeout']);
    opens = true;
    vi.advanceTimersByTime(20_000);
    expect(fired).toHaveLength(4);
  });
  it('scrolling far enough, the whole way being enough for 100 %', () => {
    tall();
    start({ ShowAfterScroll: true, ScrollPercent: 50 });
    scrollTo(499);
    expect(fired).toEqual([]);
    scrollTo(500);
    expect(fired).toEqual(['scroll']);
    start({ ShowAfterScroll: true, ScrollPercent: 100 });
    scrollTo(995);
    expect(fired).toEqual(['scroll', 'scroll']);
  });
  it('the pointer leaving upwards, not to an element nor over the side', () => {
    start({ ShowOnExit: true });
    const leave = (clientY: number, relatedTarget: Element | null) =>
      document.dispatchEvent(new MouseEvent('mouseout', { clientY, relatedTarget }));
    leave(300, null);
    leave(2, document.body);
    expect(fired).toEqual([]);
    leave(2, null);
    expect(fired).toEqual(['exit']);
  });
  it('nothing any more when the waiting has been ended', () => {
    tall();
    start({ ShowAfterTimeout: true, Timeout: 1, ShowAfterScroll: true, ScrollPercent: 10, ShowOnExit: true });
    stop();
    vi.advanceTimersByTime(10_000);
    scrollTo(900);
    document.dispatchEvent(new MouseEvent('mouseout', { clientY: 0 }));
    expect(fired).toEqual([]);
  });
});
