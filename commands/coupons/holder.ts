import { Business } from '../../domain/businesses/business.ts';
import { Campaign } from '../../domain/campaigns/campaign.ts';
import { Coupon, lastInstant, obstacleOf } from '../../domain/coupons/coupon.ts';
import { goodThrough } from '../../domain/personalization/coupon-words.ts';
import { momentIn } from '../../domain/kernel/day.ts';
import type { CouponId } from '../../domain/kernel/ids.ts';
import { couponLook, plainCoupon } from '../../domain/pages/coupon-look.ts';
import { liveVersion, PageState } from '../../domain/pages/page.ts';
import { streams } from '../../domain/streams.ts';
import { question } from '../kernel/command.ts';
import { stateOf, type CommandServices } from '../kernel/unit-of-work.ts';

/**
 * What the holder of a coupon is shown, from the streams: who has just redeemed it sees that. Null: there is no such
 * coupon. The look is what the campaign has published for it, otherwise the plain one.
 */
export const shownToHolder = question(async (world: CommandServices, couponId: CouponId) => {
  const coupon = stateOf(Coupon, await world.events.read(streams.coupon(couponId)));
  if (coupon.status === 'none') return null;
  const names = {
    campaign: streams.campaign(coupon.campaignId),
    business: streams.business(coupon.businessId),
    page: streams.page(coupon.campaignId),
  };
  const found = await world.events.readMany(Object.values(names));
  const campaign = stateOf(Campaign, found.get(names.campaign));
  const business = stateOf(Business, found.get(names.business));
  if (campaign.status === 'none' || business.status === 'none') return null;
  const page = stateOf(PageState, found.get(names.page));
  const live = liveVersion(page);
  const { redeemed } = coupon;
  return {
    page: page.status === 'none' || live === null ? plainCoupon() : couponLook(page.kind, live.sections),
    company: business.name,
    agencyId: business.agencyId,
    businessWorks: business.status === 'active' && business.isActive,
    code: coupon.code,
    offer: coupon.offer.title,
    terms: campaign.offer.terms,
    status: obstacleOf(coupon, world.now().toISOString(), business.timezone) ?? ('open' as const),
    expiresAt: lastInstant(coupon, business.timezone),
    expires: goodThrough(coupon, business),
    redeemed: redeemed === null ? null : { when: momentIn(redeemed.at, business), till: redeemed.redeemer.till },
    redeemBy: campaign.settings.redeemBy,
  };
});
