import type { Offer } from '../campaign/fields.ts';
import { type Aggregate, unchanged } from '../kernel/decider.ts';
import { DomainError } from '../kernel/errors.ts';
import type { EventOf } from '../kernel/event.ts';
import type { BusinessId, CampaignId, ContactId, CouponId } from '../kernel/ids.ts';
import {
  type CouponEvent,
  CouponExtended,
  CouponIssued,
  CouponRedeemed,
  CouponRedemptionUndone,
  CouponReminded,
  CouponRevoked,
  type CouponUseEvent,
  CouponUseReturned,
  CouponUseTaken,
  type Redeemer,
} from './events.ts';

type Issued = EventOf<typeof CouponIssued>['data'];
export interface IssuedCoupon extends Issued {
  readonly status: 'open' | 'redeemed' | 'revoked';
  readonly redeemed: { readonly redeemer: Redeemer; readonly use: number | null } | null;
  readonly reminded: readonly number[];
}
export type Coupon = { readonly status: 'none' } | IssuedCoupon;

const evolve = (coupon: Coupon, event: CouponEvent): Coupon => {
  if (event.type === 'CouponIssued')
    return coupon.status === 'none' ? { ...event.data, status: 'open', redeemed: null, reminded: [] } : coupon;
  if (coupon.status === 'none') return coupon;
  switch (event.type) {
    case 'CouponRedeemed': {
      const { redeemer, use } = event.data;
      return { ...coupon, status: 'redeemed', redeemed: { redeemer, use } };
    }
    case 'CouponRedemptionUndone':
      return { ...coupon, status: 'open', redeemed: null };
    case 'CouponExtended':
      return { ...coupon, expiresAt: event.data.expiresAt };
    case 'CouponRevoked':
      return { ...coupon, status: 'revoked' };
    case 'CouponReminded':
      return { ...coupon, reminded: [...coupon.reminded, event.data.days] };
    default:
      return unchanged(coupon, event);
  }
};
export const Coupon: Aggregate<Coupon, CouponEvent> = { initial: { status: 'none' }, evolve };

interface Ids {
  readonly couponId: CouponId;
  readonly campaignId: CampaignId;
  readonly businessId: BusinessId;
  readonly contactId: ContactId;
}
const idsOf = ({ couponId, campaignId, businessId, contactId }: Ids): Ids => ({
  couponId,
  campaignId,
  businessId,
  contactId,
});
export function existingCoupon(coupon: Coupon): IssuedCoupon {
  if (coupon.status === 'none') throw new DomainError('not_found', 'There is no coupon with this code.');
  return coupon;
}

/** A campaign without an offer issues none. `now` and what comes out are ISO instants. */
export function issueCoupon(
  command: Ids & {
    readonly code: string;
    readonly offer: Offer;
    readonly because: Issued['because'];
    readonly now: string;
  },
  coupon: Coupon,
): readonly CouponEvent[] {
  const { offer, code, because, now } = command;
  if (coupon.status !== 'none' || offer.discountType === 'none') return [];
  const { discountType, amount, title, codeType, staticCode, dayToExpire } = offer;
  return [
    CouponIssued.create({
      ...idsOf(command),
      code: codeType === 'static' && staticCode !== null ? staticCode : code,
      codeType,
      offer: { discountType, amount, title },
      expiresAt: dayToExpire === null ? null : new Date(Date.parse(now) + dayToExpire * 86_400_000).toISOString(),
      because,
    }),
  ];
}

/** Why a coupon can not be redeemed now, null when it can. */
export const obstacleOf = (coupon: IssuedCoupon, now: string): 'redeemed' | 'revoked' | 'expired' | null =>
  coupon.status === 'open' ?
    coupon.expiresAt !== null && coupon.expiresAt <= now ?
      'expired'
    : null
  : coupon.status;

/** Once: of two tills at the same moment the second is told that it is used. `use`: from `takeUse`, null without a limit. */
export function redeemCoupon(
  { redeemer, use, now }: { readonly redeemer: Redeemer; readonly use: number | null; readonly now: string },
  state: Coupon,
): readonly CouponEvent[] {
  const coupon = existingCoupon(state);
  switch (obstacleOf(coupon, now)) {
    case 'redeemed':
      throw new DomainError('coupon_used', 'This coupon has been used already.');
    case 'revoked':
      throw new DomainError('coupon_invalid', 'This coupon has been withdrawn.');
    case 'expired':
      throw new DomainError('coupon_invalid', 'This coupon has expired.');
    default:
      return [CouponRedeemed.create({ ...idsOf(coupon), redeemer, use })];
  }
}

/** Minutes within which a redemption can be taken back. */
export const undoMinutes = 15;
/** `redeemedAt`: of the redemption's event. */
export function undoRedemption(
  { redeemer, redeemedAt, now }: { readonly redeemer: Redeemer; readonly redeemedAt: string; readonly now: string },
  state: Coupon,
): readonly CouponEvent[] {
  const coupon = existingCoupon(state);
  if (coupon.status !== 'redeemed') return [];
  if (Date.parse(now) - Date.parse(redeemedAt) > undoMinutes * 60_000)
    throw new DomainError(
      'conflict',
      `A redemption can be taken back within ${undoMinutes} minutes. This one is older.`,
    );
  return [CouponRedemptionUndone.create({ ...idsOf(coupon), redeemer })];
}

export function extendCoupon(
  { expiresAt, now }: { readonly expiresAt: string | null; readonly now: string },
  state: Coupon,
): readonly CouponEvent[] {
  const coupon = existingCoupon(state);
  if (coupon.status !== 'open') throw new DomainError('conflict', 'Only a coupon that is still open can be extended.');
  if (expiresAt !== null && expiresAt <= now)
    throw new DomainError('validation_failed', 'Choose a day that is still to come.', {
      expires_at: ['Choose a day that is still to come.'],
    });
  return coupon.expiresAt === expiresAt ? [] : [CouponExtended.create({ ...idsOf(coupon), expiresAt })];
}

export function revokeCoupon(_: unknown, state: Coupon): readonly CouponEvent[] {
  const coupon = existingCoupon(state);
  if (coupon.status === 'redeemed') throw new DomainError('conflict', 'This coupon has been used already.');
  return coupon.status === 'revoked' ? [] : [CouponRevoked.create(idsOf(coupon))];
}

/** Each reminder once, and only while there is something to remind of. */
export function remindHolder(
  { days, now }: { readonly days: number; readonly now: string },
  coupon: Coupon,
): readonly CouponEvent[] {
  if (coupon.status === 'none' || obstacleOf(coupon, now) !== null || coupon.reminded.includes(days)) return [];
  return [CouponReminded.create({ ...idsOf(coupon), days })];
}

/** Who holds one of a limited number of uses. */
export type CouponUses = ReadonlyMap<CouponId, number>;
export const CouponUses: Aggregate<CouponUses, CouponUseEvent> = {
  initial: new Map(),
  evolve: (uses, event) => {
    switch (event.type) {
      case 'CouponUseTaken':
        return new Map(uses).set(event.data.couponId, event.data.use);
      case 'CouponUseReturned': {
        const left = new Map(uses);
        left.delete(event.data.couponId);
        return left;
      }
      default:
        return unchanged(uses, event);
    }
  },
};
interface Use {
  readonly campaignId: CampaignId;
  readonly businessId: BusinessId;
  readonly couponId: CouponId;
}
/** One of the uses for this coupon; who has one already keeps it. */
export function takeUse(command: Use & { readonly limit: number }, uses: CouponUses): readonly CouponUseEvent[] {
  if (uses.has(command.couponId)) return [];
  if (uses.size >= command.limit)
    throw new DomainError('coupon_invalid', 'All coupons of this campaign have been used.');
  const taken = new Set(uses.values());
  let use = 1;
  while (taken.has(use)) use += 1;
  const { campaignId, businessId, couponId } = command;
  return [CouponUseTaken.create({ campaignId, businessId, couponId, use })];
}
export const returnUse = (command: Use, uses: CouponUses): readonly CouponUseEvent[] =>
  uses.has(command.couponId) ? [CouponUseReturned.create(command)] : [];
