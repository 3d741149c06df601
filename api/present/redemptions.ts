import { undoMinutes } from '../../domain/coupon/coupon.ts';
import type { CouponView } from '../../projections/coupons/queries.ts';
import { Redemption, type TillCoupon } from '../contract/redemptions.ts';
import { as } from './as.ts';

const named = as(Redemption.omit({ coupon_id: true }));
export const presentRedemption = (view: CouponView) => ({ ...named(view), coupon_id: view.campaignId });

/** “Ada B. · …0187”: enough to ask “is that you?”, and no more. */
export function holderOf({ firstName, lastName, phone }: Pick<CouponView, 'firstName' | 'lastName' | 'phone'>) {
  const initial = lastName === null || lastName === '' ? '' : ` ${[...lastName][0]!}.`;
  const name = `${firstName ?? ''}${firstName === null ? (lastName ?? '') : initial}`.trim();
  const digits = phone === null ? '' : `…${phone.slice(-4)}`;
  return [name, digits].filter((part) => part !== '').join(' · ') || null;
}

/** Where a coupon was redeemed, as another till is told. */
export const placeOf = ({ redeemedBy, till }: { readonly redeemedBy: string | null; readonly till: string | null }) =>
  redeemedBy === null ? null
  : redeemedBy === 'holder' ? 'by its holder'
  : redeemedBy === 'screen' ? 'on a screen of the business'
  : (till ?? 'at another till');

/** As the till with this id sees it; null: a device that is none, which is told nothing of who holds it. */
export function presentTillCoupon(view: CouponView, tillId: string | null, now: Date): TillCoupon {
  const { id, code, title, status, expiresAt, redeemedAt, redeemedBy } = view;
  const until = redeemedAt === null ? null : new Date(Date.parse(redeemedAt) + undoMinutes * 60_000);
  const here = tillId !== null && status === 'redeemed' && (redeemedBy === 'holder' || view.tillId === tillId);
  return {
    id,
    code,
    title,
    status,
    expires_at: expiresAt,
    holder: tillId === null ? null : holderOf(view),
    redeemed_at: redeemedAt,
    place: placeOf(view),
    redemption_id: tillId === null ? null : view.redemptionId,
    undo_until: here && until !== null && until > now ? until.toISOString() : null,
  };
}
