import { Coupon, existingCoupon } from '../../domain/coupons/coupon.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import type { CouponId } from '../../domain/kernel/ids.ts';
import { streams } from '../../domain/streams.ts';
import type { Call } from '../kernel/command.ts';
import { businessUserOf } from '../kernel/business-user.ts';
import { stateOf } from '../kernel/unit-of-work.ts';

/** A coupon of the business that the session is at; anybody else's does not exist. */
export async function ownCoupon({ world, context }: Call, { couponId }: { readonly couponId: CouponId }) {
  const desk = businessUserOf(context);
  const stream = streams.coupon(couponId);
  const seen = await world.events.read(stream);
  const coupon = existingCoupon(stateOf(Coupon, seen));
  if (coupon.businessId !== desk.businessId) throw new DomainError('not_found', 'This coupon does not exist.');
  return { ...desk, stream, seen, coupon };
}
