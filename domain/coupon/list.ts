import { z } from 'zod';
import { list, status } from '../kernel/list.ts';

/** Where a coupon stands; `expired` is a matter of time and no event. */
export const couponStanding = ['open', 'redeemed', 'expired', 'revoked'] as const;
export type CouponStanding = (typeof couponStanding)[number];

const one = z
  .union([z.uuid('This is not a valid id.').toLowerCase(), z.literal('')])
  .optional()
  .transform((id) => (id === undefined || id === '' ? null : id));

/** The coupons that people hold. `coupon_id` is what the API calls a campaign. What is open or over comes by its expiry. */
export const redemptionList = list({
  sort: ['id', 'redeemed_at', 'expires_at'],
  filters: { status: status(couponStanding), coupon_id: one, contact_id: one },
});
