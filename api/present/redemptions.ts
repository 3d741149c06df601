import { lastInstant, undoMinutes } from '../../domain/coupons/coupon.ts';
import { goodThrough } from '../../domain/personalization/coupon-words.ts';
import { momentIn, timeIn } from '../../domain/kernel/day.ts';
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

type Shop = Parameters<typeof momentIn>[1];

/** What a coupon says of its days, in the words of the business. */
export const wordedOf = (view: Pick<CouponView, 'expiresAt' | 'timezone' | 'redeemedAt'>, shop: Shop) => ({
  expires: goodThrough(view, shop),
  redeemed: view.redeemedAt === null ? null : momentIn(view.redeemedAt, shop),
});

/** How a coupon stands at the counter: one of the first days is good through its last day, see `lastInstant`. */
export function statusOf(view: CouponView, now: Date, { timezone }: Shop): CouponView['status'] {
  const last = lastInstant(view, timezone);
  return view.status === 'expired' && last !== null && last > now.toISOString() ? 'open' : view.status;
}

/** As the till with this id sees it; null: a device that is none, which is told nothing of who holds it. */
export function presentTillCoupon(view: CouponView, tillId: string | null, now: Date, shop: Shop): TillCoupon {
  const { id, code, title, expiresAt, redeemedAt, redeemedBy } = view;
  const status = statusOf(view, now, shop);
  const here = tillId !== null && status === 'redeemed' && (redeemedBy === 'holder' || view.tillId === tillId);
  return {
    id,
    code,
    title,
    status,
    ...wordedOf(view, shop),
    expires_at: expiresAt,
    holder: tillId === null ? null : presentHolder(view),
    redeemed_at: redeemedAt,
    redeemed_time: redeemedAt === null ? null : timeIn(redeemedAt, shop),
    place: placeOf(view),
    redemption_id: tillId === null ? null : view.redemptionId,
    undo_until: here ? undoUntil(view, now) : null,
  };
}
