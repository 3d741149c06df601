import { describe, expect, test } from 'vitest';
import { date, dayKey, daySeparator, listTime, shiftDay, shortTime } from '../../web/format/date.ts';
import { badge } from '../../web/format/badge.ts';
import { change, money, percent, usageLevel } from '../../web/format/number.ts';
import { initials, preview } from '../../web/format/person.ts';
import { loadForeignNumbers } from '../../web/format/foreignNumbers.ts';
import { niceTicks } from '../../web/format/ticks.ts';
import { dialable, phone } from '../../web/format/phone.ts';
import { rangeOf } from '../../web/components/PeriodPicker.tsx';
import { contrast, readableUnderWhite, shades } from '../../web/theme/color.ts';
import { since } from '../../web/format/duration.ts';
import { instantAt, wallAt, wallOn } from '../../web/format/wall.ts';

describe('phones', () => {
  test('one of another country is its digits until its way of writing is there', async () => {
    expect(phone('+442079460958')).toBe('+442079460958');
    await loadForeignNumbers();
    expect(phone('+442079460958')).toBe('+44 20 7946 0958');
  });
  test.each([
    ['+14155550100', '(415) 555-0100'],
    ['+16135550123', '(613) 555-0123'],
    ['+442079460958', '+44 20 7946 0958'],
    ['+18765551234', '+1 876 555 1234'],
    ['72345', '72345'],
    [null, 'N/A'],
  ])('%s reads %s', (number, shown) => {
    expect(phone(number)).toBe(shown);
  });
  test.each([
    ['(415) 555-0100', '+14155550100'],
    ['+44 20 7946 0958', '+442079460958'],
    ['+1 (415) 555-0100', '+14155550100'],
    ['1 415 555 0100', '+14155550100'],
    ['+44 20', null],
    ['415', null],
    ['Anna 4155550100', null],
  ])('%s typed is %s', (typed, number) => {
    expect(dialable(typed)).toBe(number);
  });
});

describe('dates', () => {
  const york = { timezone: 'America/New_York', dateFormat: 'MM/DD/YYYY' };
  test("in the business's zone and format", () => {
    const instant = '2026-11-21T03:05:00Z';
    expect([date(instant, york), shortTime(instant, york), dayKey(instant, york.timezone)]).toEqual([
      '11/20/2026',
      '10:05pm 11/20',
      '2026-11-20',
    ]);
    expect(date(instant, { timezone: 'Africa/Johannesburg', dateFormat: 'DD/MM/YYYY' })).toBe('21/11/2026');
    expect(date(instant, { timezone: 'No/Such', dateFormat: 'YYYY/MM/DD' })).toBe('2026/11/21');
    expect([date(null, york), shortTime(null, york)]).toEqual(['N/A', 'N/A']);
  });
  test('midnight is 12am, and days shift over months and leap days', () => {
    expect(shortTime('2026-11-21T05:00:00Z', york)).toBe('12:00am 11/21');
    expect([shiftDay('2026-03-01', -1), shiftDay('2028-02-28', 1), shiftDay('2026-12-31', 1)]).toEqual([
      '2026-02-28',
      '2028-02-29',
      '2027-01-01',
    ]);
  });
  test('separators and list times', () => {
    expect([
      daySeparator('2026-11-21', '2026-11-21'),
      daySeparator('2026-11-20', '2026-11-21'),
      daySeparator('2025-01-02', '2026-11-21'),
    ]).toEqual(['Today', 'Yesterday', 'Thu, Jan 2, 2025']);
    const now = new Date('2026-11-21T18:00:00Z');
    expect(
      [
        '2026-11-21T17:30:00Z',
        '2026-11-20T17:30:00Z',
        '2026-11-18T17:30:00Z',
        '2026-10-01T17:30:00Z',
        '2024-10-01T17:30:00Z',
      ].map((instant) => listTime(instant, york, now)),
    ).toEqual(['12:30pm', 'Yesterday', 'Wed', 'Oct 1', '10/01/2024']);
  });
  test('periods include both ends and never reach into the future', () => {
    expect(rangeOf({ kind: '7' }, '2026-11-21')).toEqual({ from: '2026-11-15', to: '2026-11-21' });
    expect(rangeOf({ kind: 'month' }, '2026-11-21')).toEqual({ from: '2026-11-01', to: '2026-11-21' });
    expect(rangeOf({ kind: 'custom', from: '2026-12-24', to: '2026-11-01' }, '2026-11-21')).toEqual({
      from: '2026-11-01',
      to: '2026-11-21',
    });
  });
});

describe('numbers', () => {
  test('money has two decimals and its currency; null is N/A', () => {
    expect([money(12.5, 'USD'), money(1234, 'EUR'), money(3, 'GBP'), money(3, 'ZAR'), money(null, 'USD')]).toEqual(
      ['$12.50', '€1,234.00', '£3.00', 'R3.00', 'N/A'].map((text) =>
        expect.stringMatching(text.replace(/[$.]/g, '\\$&').replace('R3', 'R\\s?3')),
      ),
    );
  });
  test('comparisons', () => {
    expect([change(0, 0), change(5, 0), change(5, 5), change(15, 10), change(999, 1000), change(0, 10)]).toEqual([
      { kind: 'none' },
      { kind: 'new' },
      { kind: 'same' },
      { kind: 'up', percent: 50 },
      { kind: 'down', percent: 1 },
      { kind: 'down', percent: 100 },
    ]);
  });
  test('usage warns from 90 % and is full from 100 %', () => {
    expect([
      usageLevel(899, 1000),
      usageLevel(900, 1000),
      usageLevel(999, 1000),
      usageLevel(1000, 1000),
      usageLevel(5, null),
    ]).toEqual(['ok', 'warning', 'warning', 'full', 'unlimited']);
  });
  test('badges end at 99+, shares without a whole are N/A', () => {
    expect([badge(99), badge(100), percent(null), percent(0.964), percent(0.004)]).toEqual([
      '99',
      '99+',
      'N/A',
      '96%',
      '0.4%',
    ]);
  });
});

test('previews are cut by characters that people see, at 80', () => {
  expect(preview('a'.repeat(80), 80)).toHaveLength(80);
  expect([...preview('😀'.repeat(100), 80)]).toHaveLength(80);
  expect(preview('two\n\nlines', 80)).toBe('two lines');
});
test('initials come from whole characters', () => {
  expect([
    initials({ first_name: 'émile', last_name: null, phone: null }),
    initials({ first_name: ' ', last_name: '', phone: null }),
  ]).toEqual(['É', null]);
});

describe('axes', () => {
  test.each([
    [0, [0, 1]],
    [1, [0, 1]],
    [4, [0, 1, 2, 3, 4]],
    [7, [0, 2, 4, 6, 8]],
    [43, [0, 20, 40, 60]],
    [184, [0, 50, 100, 150, 200]],
    [1_000, [0, 500, 1000]],
    [999_999, [0, 500_000, 1_000_000]],
  ])('up to %d end at a round number', (highest, ticks) => {
    expect(niceTicks(highest)).toEqual(ticks);
  });
});

describe('brand colours', () => {
  test.each(['#ffe600', '#4648d4', '#ffffff', '#00ffcc', '#c0281c'])('white can be read on what %s becomes', (hex) => {
    expect(contrast(readableUnderWhite(hex), '#ffffff')).toBeGreaterThanOrEqual(4.5);
  });
  test('a colour that is dark enough stays itself, in the middle of its shades', () => {
    expect([readableUnderWhite('#4648d4'), shades('#4648d4')[6]]).toEqual(['#4648d4', '#4648d4']);
  });
});

describe('the clocks of a zone', () => {
  test.each([
    ['2026-11-24T09:00', 'America/New_York', '2026-11-24T14:00:00.000Z'],
    ['2026-07-01T09:00', 'America/Los_Angeles', '2026-07-01T16:00:00.000Z'],
    // The night the clocks go back: the first of the two. The night they go forward: an hour that is not there.
    ['2026-11-01T01:30', 'America/New_York', '2026-11-01T05:30:00.000Z'],
    ['2026-03-08T02:30', 'America/New_York', '2026-03-08T07:30:00.000Z'],
    ['2026-01-01T00:15', 'Asia/Kathmandu', '2025-12-31T18:30:00.000Z'],
  ])('%s in %s', (wall, zone, instant) => {
    expect(instantAt(wall, zone)).toBe(instant);
  });
  test('show what they were asked for, on any day', () => {
    const from = new Date('2026-11-22T05:30:00Z');
    expect(wallAt(from, 'America/Los_Angeles')).toBe('2026-11-21T21:30');
    expect(wallOn(from, 'America/Los_Angeles', 1, 9)).toBe('2026-11-22T09:00');
    expect(wallOn(from, 'UTC', 9, 18)).toBe('2026-12-01T18:00');
  });
  test('how long ago', () => {
    const now = new Date('2026-11-22T12:00:00Z');
    expect(
      ['2026-11-22T11:59:50Z', '2026-11-22T11:01:00Z', '2026-11-22T09:10:00Z', '2026-11-19T09:10:00Z'].map((at) =>
        since(at, now),
      ),
    ).toEqual(['1 min', '59 min', '2 h', '3 d']);
  });
});
