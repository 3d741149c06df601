import fc from 'fast-check';
import { DateTime } from 'luxon';
import { describe, expect, it } from 'vitest';
import { noOffer } from '../../../../domain/campaigns/fields.ts';
import {
  Coupon,
  daysBefore,
  existingCoupon,
  extendCoupon,
  issueCoupon,
  lastInstant,
  obstacleOf,
  reminderTimes,
} from '../../../../domain/coupons/coupon.ts';
import { CouponIssued } from '../../../../domain/coupons/events.ts';
import { goodThrough } from '../../../../domain/personalization/coupon-words.ts';
import { dayIn, localDay, momentIn, timeIn } from '../../../../domain/kernel/day.ts';
import { CouponId } from '../../../../domain/kernel/ids.ts';
import { businessId, campaignId, contactId } from '../fixtures.ts';

const ids = { couponId: CouponId.parse('00000000-0000-4000-8000-00000000c001'), campaignId, businessId, contactId };
const command = { ...ids, code: '7K2MQ-XN4RT', because: 'keyword' as const };
const dateFormat = 'MM/DD/YYYY';

/** Zones whose clocks change at two, at one, at midnight, by half an hour, and never. */
const zone = fc.constantFrom(
  ...['America/New_York', 'America/Los_Angeles', 'Europe/London', 'Africa/Cairo', 'Asia/Beirut', 'America/Havana'],
  ...['Australia/Lord_Howe', 'America/Santiago', 'Asia/Kolkata', 'Pacific/Kiritimati', 'Pacific/Pago_Pago', 'UTC'],
);
const instant = fc
  .integer({ min: Date.parse('2026-01-01T00:00:00Z'), max: Date.parse('2028-12-31T00:00:00Z') })
  .map((at) => new Date(at).toISOString());
const issued = (now: string, timezone: string, dayToExpire: number, reminders: readonly number[] = []) => {
  const offer = { ...noOffer, discountType: 'free' as const, title: 'A slice', dayToExpire, reminders: [...reminders] };
  const events = issueCoupon({ ...command, offer, timezone, now }, Coupon.initial);
  return existingCoupon(events.reduce(Coupon.evolve, Coupon.initial));
};
const after = (at: string, ms: number): string => new Date(Date.parse(at) + ms).toISOString();

describe('a coupon is good through a day', () => {
  it('also where the next day has midnight twice', () => {
    // In Havana the clock goes back from one to midnight on November 1, 2026.
    expect(issued('2026-02-12T05:00:00.000Z', 'America/Havana', 261).expiresAt).toBe('2026-11-01T03:59:59.999Z');
  });
  it('so many days of the calendar after it was issued, to the last moment of that day in the zone', () => {
    fc.assert(
      fc.property(instant, zone, fc.integer({ min: 1, max: 400 }), (now, timezone, days) => {
        const coupon = issued(now, timezone, days);
        const { expiresAt } = coupon;
        const last = DateTime.fromISO(localDay(timezone, new Date(now))).plus({ days });
        expect(localDay(timezone, new Date(expiresAt!))).toBe(last.toISODate());
        expect(localDay(timezone, new Date(after(expiresAt!, 1)))).toBe(last.plus({ days: 1 }).toISODate());
        // What is printed is never refused on the day that it says, and always on the next.
        expect(goodThrough(coupon, { timezone, dateFormat })).toBe(last.toFormat('MM/dd/yyyy'));
        expect(obstacleOf(coupon, after(expiresAt!, -1), timezone)).toBeNull();
        expect(obstacleOf(coupon, after(expiresAt!, 1), timezone)).toBe('expired');
      }),
    );
  });
  it('also where it is extended, by a day or by an instant on it', () => {
    fc.assert(
      fc.property(instant, zone, fc.integer({ min: 15, max: 200 }), (now, timezone, days) => {
        const coupon = issued(now, timezone, 14);
        const until = after(now, days * 86_400_000);
        const day = localDay(timezone, new Date(until));
        const ends = [until, day].map((given) => {
          const [event] = extendCoupon({ until: given, timezone, now }, coupon);
          return (event as { readonly data: { readonly expiresAt: string } }).data.expiresAt;
        });
        expect(ends[0]).toBe(ends[1]);
        expect(localDay(timezone, new Date(ends[0]!))).toBe(day);
        expect(localDay(timezone, new Date(after(ends[0]!, 1)))).not.toBe(day);
      }),
    );
  });
  it('and keeps it when its business moves to another zone', () => {
    fc.assert(
      fc.property(instant, zone, zone, (now, from, to) => {
        const coupon = issued(now, from, 14);
        const told = goodThrough(coupon, { timezone: from, dateFormat });
        expect(goodThrough(coupon, { timezone: to, dateFormat })).toBe(told);
        expect(obstacleOf(coupon, after(coupon.expiresAt!, -1), to)).toBeNull();
      }),
    );
  });
  it('reminds in the morning of the day that is so many days before', () => {
    fc.assert(
      fc.property(
        instant,
        zone,
        fc.uniqueArray(fc.integer({ min: 1, max: 29 }), { maxLength: 4 }),
        (now, timezone, days) => {
          const coupon = issued(now, timezone, 30, days);
          const times = reminderTimes(coupon, now);
          expect(times.map((one) => one.days)).toEqual([...days].sort((one, other) => other - one));
          for (const one of times) {
            const local = DateTime.fromJSDate(one.at, { zone: timezone });
            expect(local.hour).toBe(10);
            const last = DateTime.fromISO(coupon.expiresAt!, { zone: timezone });
            expect(local.startOf('day').plus({ days: one.days }).toISODate()).toBe(last.toISODate());
            expect(daysBefore({ ...coupon, expiresAt: coupon.expiresAt! }, one.days)).toBe(one.at.toISOString());
          }
        },
      ),
    );
  });
});

describe('a coupon that was stored without a zone', () => {
  const expiresAt = '2026-12-07T21:13:00.000Z';
  const offer = { discountType: 'free' as const, amount: null, title: 'A slice' };
  const old = CouponIssued.create({ ...command, codeType: 'dynamic', offer, expiresAt, reminders: [3] });
  const coupon = existingCoupon(Coupon.evolve(Coupon.initial, old));
  const timezone = 'America/New_York';
  it('is good through the day that its holder was told, and reminds when it was to', () => {
    expect(goodThrough(coupon, { timezone, dateFormat })).toBe('12/07/2026');
    expect(lastInstant(coupon, timezone)).toBe('2026-12-08T04:59:59.999Z');
    expect(obstacleOf(coupon, '2026-12-08T04:00:00.000Z', timezone)).toBeNull();
    expect(obstacleOf(coupon, '2026-12-08T05:00:00.000Z', timezone)).toBe('expired');
    expect(reminderTimes(coupon, '2026-11-23T00:00:00.000Z')).toEqual([
      { days: 3, at: new Date('2026-12-04T21:13:00.000Z') },
    ]);
  });
});

describe('a day and a time in words', () => {
  it('are those of the business: its zone and its form', () => {
    const at = '2026-11-23T21:14:00.000Z';
    expect(momentIn(at, { timezone: 'America/New_York', dateFormat })).toBe('11/23/2026, 4:14pm');
    expect(momentIn(at, { timezone: 'Asia/Kolkata', dateFormat: 'DD/MM/YYYY' })).toBe('24/11/2026, 2:44am');
    expect(timeIn('2026-11-23T05:05:00.000Z', { timezone: 'America/New_York' })).toBe('12:05am');
    expect(dayIn(at, { timezone: 'UTC', dateFormat: 'YYYY/MM/DD' })).toBe('2026/11/23');
  });
});
