import fc from 'fast-check';
import { DateTime } from 'luxon';
import { describe, expect, it } from 'vitest';
import type { DayAt, WaitUntil } from '../../../../domain/automations/document/document.ts';
import { type Days, wakeAt, type Zones } from '../../../../domain/automations/runs/time.ts';

type Timed = Exclude<WaitUntil, { kind: 'event' }>;
const zones: Zones = { business: 'America/New_York', contact: ['America/Los_Angeles'] };
const nothing: Days = { birthday: null, anniversary: null, custom: {} };
const wake = (until: Timed, now: string, days: Partial<Days> = {}, where: Zones = zones) => {
  const woken = wakeAt(until, now, where, { ...nothing, ...days });
  return woken.kind === 'at' ? woken.at : woken.why;
};
const lasting = (amount: number, unit: 'minutes' | 'hours' | 'days' | 'weeks' | 'months'): Timed => ({
  kind: 'duration',
  amount,
  unit,
  zone: 'business',
});
const at = (time: string): Timed => ({ kind: 'time', at: time, zone: 'business' });
const on = (day: DayAt['day'], over: Partial<DayAt> = {}): Timed => ({
  kind: 'date',
  when: { day, offset: 0, at: '09:00', zone: 'business', ...over },
});

describe('a wait', () => {
  it('for days shows the same time when it is over, also where clocks change; for hours it lasts as long as it says', () => {
    // Clocks go forward on 8 March 2026 at 2:00, back on 1 November 2026 at 2:00.
    expect(wake(lasting(1, 'days'), '2026-03-07T15:00:00.000Z')).toBe('2026-03-08T14:00:00.000Z');
    expect(wake(lasting(24, 'hours'), '2026-03-07T15:00:00.000Z')).toBe('2026-03-08T15:00:00.000Z');
    expect(wake(lasting(1, 'days'), '2026-10-31T14:00:00.000Z')).toBe('2026-11-01T15:00:00.000Z');
    expect(wake(lasting(2, 'weeks'), '2026-10-25T14:00:00.000Z')).toBe('2026-11-08T15:00:00.000Z');
  });

  it('for a month ends on the last day where a month is shorter', () => {
    expect(wake(lasting(1, 'months'), '2027-01-31T15:00:00.000Z')).toBe('2027-02-28T15:00:00.000Z');
  });

  it('until a time never fires as it begins, and is there tomorrow where it is over today', () => {
    expect(wake(at('09:00'), '2026-11-22T13:00:00.000Z')).toBe('2026-11-22T14:00:00.000Z');
    expect(wake(at('09:00'), '2026-11-22T14:00:00.000Z')).toBe('2026-11-23T14:00:00.000Z');
    expect(wake(at('09:00'), '2026-11-22T18:00:00.000Z')).toBe('2026-11-23T14:00:00.000Z');
  });

  it('until a time that clocks leap over comes later that day, and one that is there twice is the first', () => {
    expect(wake(at('02:30'), '2026-03-08T05:00:00.000Z')).toBe('2026-03-08T07:30:00.000Z');
    expect(wake(at('01:30'), '2026-11-01T04:00:00.000Z')).toBe('2026-11-01T05:30:00.000Z');
    // Between the two: it has been.
    expect(wake(at('01:30'), '2026-11-01T05:45:00.000Z')).toBe('2026-11-02T06:30:00.000Z');
  });

  it('is past in every zone where the contact may be', () => {
    const two = { business: 'UTC', contact: ['America/New_York', 'America/Chicago'] };
    const nine: Timed = { kind: 'time', at: '09:00', zone: 'contact' };
    expect(wake(nine, '2026-11-22T10:00:00.000Z', {}, two)).toBe('2026-11-22T15:00:00.000Z');
    // Nobody knows where they are: the business's clock.
    expect(wake(nine, '2026-11-22T08:00:00.000Z', {}, { ...two, contact: [] })).toBe('2026-11-22T09:00:00.000Z');
  });

  it('until a weekday takes the day first and then the hour', () => {
    const monday: Timed = { kind: 'weekday', days: ['monday'], at: '09:00', zone: 'business' };
    // A Sunday evening; a Monday before and after nine.
    expect(wake(monday, '2026-11-22T23:00:00.000Z')).toBe('2026-11-23T14:00:00.000Z');
    expect(wake(monday, '2026-11-23T13:59:00.000Z')).toBe('2026-11-23T14:00:00.000Z');
    expect(wake(monday, '2026-11-23T14:00:00.000Z')).toBe('2026-11-30T14:00:00.000Z');
    // Sunday in London is still Saturday in New York.
    expect(wake({ ...monday, days: ['weekends'] }, '2026-11-21T02:00:00.000Z')).toBe('2026-11-21T14:00:00.000Z');
    expect(wake({ ...monday, days: ['weekdays'] }, '2026-11-20T15:00:00.000Z')).toBe('2026-11-23T14:00:00.000Z');
  });

  it('for a birthday is always ahead; one of 29 February is on the 28th where there is none', () => {
    const born = { birthday: '02-29' };
    const birthday = on({ of: 'birthday' });
    expect(wake(birthday, '2026-11-22T15:00:00.000Z', born)).toBe('2027-02-28T14:00:00.000Z');
    expect(wake(birthday, '2027-02-28T14:00:00.000Z', born)).toBe('2028-02-29T14:00:00.000Z');
    expect(wake(birthday, '2028-02-29T14:00:00.000Z', born)).toBe('2029-02-28T14:00:00.000Z');
    expect(wake(birthday, '2026-11-22T15:00:00.000Z')).toBe('unknown-day');
  });

  it('so many days before a day reaches over the turn of the year', () => {
    const newYear = { anniversary: '01-03' };
    expect(wake(on({ of: 'anniversary' }, { offset: -7 }), '2026-12-20T15:00:00.000Z', newYear)).toBe(
      '2026-12-27T14:00:00.000Z',
    );
    expect(wake(on({ of: 'anniversary' }, { offset: 365 }), '2026-01-02T15:00:00.000Z', newYear)).toBe(
      '2026-01-03T14:00:00.000Z',
    );
  });

  it('for a day of a field is missed once it is over, unless it comes every year', () => {
    const field = '00000000-0000-4000-8000-00000000000f';
    const custom = { custom: { [field]: '2026-11-20' } };
    const once = on({ of: 'custom', id: field, yearly: false });
    expect(wake(once, '2026-11-19T15:00:00.000Z', custom)).toBe('2026-11-20T14:00:00.000Z');
    expect(wake(once, '2026-11-20T14:00:00.000Z', custom)).toBe('over');
    expect(wake(on({ of: 'custom', id: field, yearly: true }), '2026-11-20T14:00:00.000Z', custom)).toBe(
      '2027-11-20T14:00:00.000Z',
    );
    expect(wake(once, '2026-11-19T15:00:00.000Z', { custom: { [field]: 'soon' } })).toBe('unknown-day');
    expect(wake(once, '2026-11-19T15:00:00.000Z', { custom: { [field]: '2026-13-40' } })).toBe('unknown-day');
  });

  const zone = fc.constantFrom(
    ...['America/New_York', 'America/St_Johns', 'Europe/Berlin', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'UTC'],
    ...['Africa/Casablanca', 'America/Sao_Paulo', 'Pacific/Apia', 'Africa/Johannesburg'],
  );
  const instant = fc
    .date({ min: new Date('2024-01-01T00:00:00Z'), max: new Date('2032-12-31T00:00:00Z'), noInvalidDate: true })
    .map((date) => date.toISOString());
  const clock = fc
    .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
    .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'));

  it('until a time fires once on each day, whatever clocks do (law)', () => {
    fc.assert(
      fc.property(zone, instant, clock, (where, from, time) => {
        let now = from;
        let last = '';
        for (let times = 0; times < 400; times += 1) {
          const next = wake(at(time), now, {}, { business: where, contact: [] });
          const wall = DateTime.fromISO(next, { zone: where });
          const day = wall.toISODate()!;
          expect(next > now).toBe(true);
          expect(day > last).toBe(true);
          // The day after the one before: none is left out.
          if (last !== '') expect(DateTime.fromISO(last).plus({ days: 1 }).toISODate()).toBe(day);
          // The time itself, or later by what clocks leap.
          expect(wall.toFormat('HH:mm') >= time).toBe(true);
          [now, last] = [next, day];
        }
      }),
      { numRuns: 20 },
    );
  });

  it('of any kind ends after it began (law)', () => {
    const unit = fc.constantFrom('minutes' as const, 'hours' as const, 'days' as const, 'months' as const);
    fc.assert(
      fc.property(zone, instant, clock, fc.integer({ min: 1, max: 60 }), unit, (where, now, time, amount, of) => {
        const here = { business: where, contact: [] };
        expect(wake(lasting(amount, of), now, {}, here) > now).toBe(true);
        for (const birthday of ['02-29', '12-31', '01-01'])
          expect(wake(on({ of: 'birthday' }, { at: time }), now, { birthday }, here) > now).toBe(true);
      }),
    );
  });
});
