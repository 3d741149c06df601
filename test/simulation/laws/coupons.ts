import type { Law } from '../action.ts';
import { useLimit } from '../pages.ts';

/** Written down once more, apart from the domain's own: open, used, taken back; and never more in use than there may be. */
export const coupons: Law = {
  name: 'a coupon is redeemed at most once',
  async check(world) {
    const problems: string[] = [];
    const used = new Map<unknown, unknown>();
    const limited = world.cast.pages.find(({ offer }) => offer?.useLimit === useLimit)!.campaignId;
    let inUse = 0;
    for (const { type, data } of await world.events()) {
      const { couponId, redemptionId, campaignId } = data;
      if (type === 'CouponRedeemed') {
        if (used.has(couponId)) problems.push(`${String(couponId)} was redeemed while it was used`);
        used.set(couponId, redemptionId);
        if (campaignId === limited && ++inUse > useLimit) problems.push(`${inUse} coupons of ${useLimit} are in use`);
      }
      if (type === 'CouponRedemptionUndone') {
        if (used.get(couponId) !== redemptionId)
          problems.push(`${String(couponId)}: a use was taken back that was none`);
        if (used.delete(couponId) && campaignId === limited) inUse -= 1;
      }
      if (type === 'CouponReminderSent' && used.has(couponId))
        problems.push(`${String(couponId)} reminds of what is used`);
    }
    return problems;
  },
};
