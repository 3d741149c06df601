import { z } from 'zod';
import { type EventOf, event } from '../kernel/event.ts';
import { BusinessId, CampaignId, ContactId, CouponId, TillId, UserId } from '../kernel/ids.ts';
import { storedCampaign } from '../campaigns/fields.ts';

/** `contactId` null: nobody's; a code that everybody has was redeemed without saying whose it is. */
const coupon = { couponId: CouponId, campaignId: CampaignId, businessId: BusinessId, contactId: ContactId.nullable() };
const { discountType, amount, title, codeType, reminders } = storedCampaign.offer.shape;
/** Null: never. Said by every event that opens or closes a coupon, so that liability on any date needs no other event. */
const expiresAt = z.iso.datetime().nullable();
/** The zone whose day ends at `expiresAt`. Coupons of the first days have none: theirs ended in the middle of a day. */
const timezone = z.string().max(60).optional();
/** One press of Redeem, named by whoever pressed: what is undone, and who holds one of a limited number of uses. */
const redemptionId = z.uuid();

/** Where a coupon was redeemed, and by whom. */
export const Redeemer = z.object({
  /** `till`: staff with the till open; `holder`: who holds it, on its own page; `screen`: somebody signed in. */
  by: z.enum(['till', 'holder', 'screen']),
  userId: UserId.nullable(),
  tillId: TillId.nullable(),
  /** What the till was called then, such as “Front counter”. */
  till: z.string().max(60).nullable(),
});
export type Redeemer = z.output<typeof Redeemer>;

/**
 * A contact got a coupon (the API calls it a redemption). What it is good for is kept as it was then: a campaign that
 * changes later takes nothing away. `code` is what is shown at the counter; `reminders`: days before its expiry.
 */
export const CouponIssued = event(
  'CouponIssued',
  2,
  z.object({
    ...coupon,
    code: z.string().min(2).max(30),
    codeType,
    offer: z.object({ discountType, amount, title }),
    expiresAt,
    timezone,
    reminders,
    because: z.enum(['keyword', 'page', 'reward', 'manual', 'till', 'demo', 'automation', 'broadcast']),
  }),
);
/** Once. `use`: which use of the campaign's limited number it is, null where there is no limit. */
export const CouponRedeemed = event(
  'CouponRedeemed',
  1,
  z.object({
    ...coupon,
    redemptionId,
    at: z.iso.datetime(),
    redeemer: Redeemer,
    use: z.number().int().min(1).nullable(),
    expiresAt,
  }),
);
/** A slip at the till, taken back within minutes. */
export const CouponRedemptionUndone = event(
  'CouponRedemptionUndone',
  1,
  z.object({ ...coupon, redemptionId, redeemer: Redeemer, expiresAt }),
);
/** `formerly`: when it would have expired. */
export const CouponExtended = event(
  'CouponExtended',
  1,
  z.object({ ...coupon, expiresAt, timezone, formerly: expiresAt, reminders }),
);
export const CouponRevoked = event('CouponRevoked', 1, z.object({ ...coupon, expiresAt }));
/** Its holder was reminded, this many days before its expiry. */
export const CouponReminderSent = event(
  'CouponReminderSent',
  1,
  z.object({ ...coupon, days: z.number().int().min(1), expiresAt }),
);

export const couponEvents = [
  CouponIssued,
  CouponRedeemed,
  CouponRedemptionUndone,
  CouponExtended,
  CouponRevoked,
  CouponReminderSent,
] as const;
export type CouponEvent = EventOf<(typeof couponEvents)[number]>;

const use = { campaignId: CampaignId, businessId: BusinessId, couponId: CouponId, redemptionId };
/** One of a limited number of uses was taken: on a stream of its own, so that of two at once only one can be the last. */
export const CouponUseClaimed = event('CouponUseClaimed', 1, z.object({ ...use, use: z.number().int().min(1) }));
export const CouponUseReleased = event('CouponUseReleased', 1, z.object(use));
export const couponUseEvents = [CouponUseClaimed, CouponUseReleased] as const;
export type CouponUseEvent = EventOf<(typeof couponUseEvents)[number]>;
