import { undoMinutes } from '../../domain/coupon/coupon.ts';
import type { CouponView } from '../../projections/coupons/queries.ts';
import { Redemption, type TillCoupon } from '../contract/redemptions.ts';
import { as } from './as.ts';
import { presentHolder } from './people.ts';

const named = as(Redemption.omit({ coupon_id: true, undo_until: true }));
export const presentRedemption = (view: CouponView, now: Date) => ({
  ...named(view),
  coupon_id: view.campaignId,
  undo_until: view.status === 'redeemed' ? undoUntil(view, now) : null,
});

/** Until when a redemption can be taken back, null: not any more. */
function undoUntil({ redeemedAt }: Pick<CouponView, 'redeemedAt'>, now: Date): string | null {
  if (redeemedAt === null) return null;
  const until = new Date(Date.parse(redeemedAt) + undoMinutes * 60_000);
  return until > now ? until.toISOString() : null;
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
  const here = tillId !== null && status === 'redeemed' && (redeemedBy === 'holder' || view.tillId === tillId);
  return {
    id,
    code,
    title,
    status,
    expires_at: expiresAt,
    holder: tillId === null ? null : presentHolder(view),
    redeemed_at: redeemedAt,
    place: placeOf(view),
    redemption_id: tillId === null ? null : view.redemptionId,
    undo_until: here ? undoUntil(view, now) : null,
  };
}
