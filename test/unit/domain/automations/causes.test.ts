import { describe, expect, it } from 'vitest';
import { causeText, type LaterCause, readCause } from '../../../../domain/automations/trigger-events/causes.ts';

const coupon = '0b9d0c1e-7a53-4c7e-9d0a-1f2e3d4c5b6a';

describe('the cause of an enrollment', () => {
  // As installations have them stored: they are read for ever.
  it.each<[string, LaterCause]>([
    ['day:0:05-17:2026', { kind: 'day', nth: 0, written: '05-17', year: '2026' }],
    ['day:12:1990-05-17:2027', { kind: 'day', nth: 12, written: '1990-05-17', year: '2027' }],
    [
      `expiring:${coupon}:2026-11-22T05:00:00.000Z`,
      { kind: 'coupon-expiring', couponId: coupon, expiresAt: '2026-11-22T05:00:00.000Z' },
    ],
    [`not-clicked:${coupon}`, { kind: 'broadcast-not-clicked', broadcastId: coupon }],
  ])('%s is read and written', (text, cause) => {
    expect(readCause(text)).toEqual(cause);
    expect(causeText(cause)).toBe(text);
  });

  it.each([coupon, `answered:${coupon}`, 'day:x', 'expiring:none', 'walk'])('%s is of the log', (text) => {
    expect(readCause(text)).toBeNull();
  });
});
