import { daysBefore } from '../../../coupons/coupon.ts';
import { CouponExtended, CouponIssued } from '../../../coupons/events.ts';
import { is } from '../../../kernel/event.ts';
import type { TriggerOn } from '../../triggers/index.ts';
import type { LaterTrigger } from './later-trigger.ts';

export const couponExpiring: LaterTrigger<Extract<TriggerOn, { kind: 'coupon-expiring' }>> = {
  follows: [CouponIssued.type, CouponExtended.type],
  laterAt(event, on) {
    if (!is(event, CouponIssued) && !is(event, CouponExtended)) return null;
    const { couponId, campaignId, expiresAt, timezone } = event.data;
    if (expiresAt === null || (on.campaignId !== null && on.campaignId !== campaignId)) return null;
    const at = daysBefore({ expiresAt, timezone }, on.days);
    if (at < event.metadata.occurredAt) return null;
    return { at, cause: { kind: 'coupon-expiring', couponId, expiresAt } };
  },
  stillHolds(_on, { cause }, { couponOf }) {
    if (cause?.kind !== 'coupon-expiring') return false;
    const coupon = couponOf(cause.couponId);
    return coupon.status === 'open' && coupon.expiresAt === cause.expiresAt;
  },
};
