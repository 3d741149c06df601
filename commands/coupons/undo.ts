import { z } from 'zod';
import { Campaign, existingCampaign } from '../../domain/campaigns/campaign.ts';
import { Coupon, existingCoupon, undoRedemption as decideUndone } from '../../domain/coupons/coupon.ts';
import { CouponId, namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import { streams } from '../../domain/streams.ts';
import { anybody } from '../kernel/caller.ts';
import { command } from '../kernel/command.ts';
import { startUnitOfWork, stateOf } from '../kernel/unit-of-work.ts';
import { giveBack, redeemerOf } from './redeem.ts';

/**
 * Takes that one redemption back, within minutes. First the coupon is open again, then its use is free: cut off in
 * between, the coupon still holds its use, and nobody has one too many.
 */
export const undoRedemption = command({
  input: z.object({
    couponId: CouponId,
    redemptionId: z.uuid(),
    by: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('till'), token: z.string().max(60) }),
      z.object({ kind: z.literal('screen') }),
    ]),
  }),
  by: anybody,
  async run(call, { couponId, redemptionId, by }) {
    const { world, context } = call;
    const stream = streams.coupon(couponId);
    const seen = await world.events.read(stream);
    const coupon = existingCoupon(stateOf(Coupon, seen));
    const campaign = existingCampaign(stateOf(Campaign, await world.events.read(streams.campaign(coupon.campaignId))));
    const { tenant } = seen[0]!.metadata;
    const redeemer = await redeemerOf(call, by, { tenant, campaign }, coupon);
    const work = startUnitOfWork(world, context, {
      tenant,
      commandId: uuidV5(namespaces.command, 'undo-redemption', couponId, redemptionId),
    });
    const { events } = await work.change({
      stream,
      aggregate: Coupon,
      seen,
      decide: (state) => decideUndone({ redemptionId, redeemer, now: world.now().toISOString() }, state),
    });
    if (events.length > 0)
      await giveBack(call, tenant, campaign, {
        campaignId: coupon.campaignId,
        businessId: coupon.businessId,
        couponId,
        redemptionId,
      });
    return work.outcome({ coupon: existingCoupon(stateOf(Coupon, await world.events.read(stream))) });
  },
});
