import { z } from 'zod';
import { days, list, status } from '../kernel/list.ts';

/** Where a coupon stands; `expired` is a matter of time and no event. */
export const couponStanding = ['open', 'redeemed', 'expired', 'revoked'] as const;
export type CouponStanding = (typeof couponStanding)[number];

const one = z
  .union([z.uuid('This is not a valid id.').toLowerCase(), z.literal('')])
  .optional()
  .transform((id) => (id === undefined || id === '' ? null : id));

/**
 * The coupons that people hold. `coupon_id` is what the API calls a campaign; `till_id`: redeemed there. `date_range`:
 * the days on which they were issued; with the status redeemed on which they were redeemed, open or expired on which
 * they expire. Nobody having said how to sort, they come by that, too.
 */
export const redemptionList = list({
  sort: ['redeemed_at', 'expires_at'],
  filters: { status: status(couponStanding), coupon_id: one, contact_id: one, till_id: one, date_range: days },
});
