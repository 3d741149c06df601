import type { Offer } from '../campaigns/fields.ts';
import { type Aggregate, unchanged } from '../kernel/decider.ts';
import { atHour, endOfDay, localDay } from '../kernel/day.ts';
import { DomainError } from '../kernel/errors.ts';
import type { EventOf } from '../kernel/event.ts';
import type { BusinessId, CampaignId, ContactId, CouponId } from '../kernel/ids.ts';
import {
  type CouponEvent,
  CouponExtended,
  CouponIssued,
  CouponRedeemed,
  CouponRedemptionUndone,
  CouponReminderSent,
  CouponRevoked,
  type Redeemer,
} from './events.ts';

/** How a coupon was redeemed. `at` is an ISO instant. */
export type Redeemed = Pick<EventOf<typeof CouponRedeemed>['data'], 'redemptionId' | 'at' | 'redeemer' | 'use'>;

/** The second of two tills: when and where the first one was. Nothing else happens, least of all to the first one. */
export class CouponUsed extends DomainError {
  readonly redeemed: Pick<Redeemed, 'at' | 'redeemer'>;
  /** The time as the business writes it; null where the business is not known. */
  readonly when: string | null;
  constructor(redeemed: Pick<Redeemed, 'at' | 'redeemer'>, when: string | null = null) {
    super('coupon_used', 'This coupon has been used already.');
    this.redeemed = redeemed;
    this.when = when;
  }
}

type Issued = EventOf<typeof CouponIssued>['data'];
export interface IssuedCoupon extends Issued {
  readonly status: 'open' | 'redeemed' | 'revoked';
  readonly redeemed: Redeemed | null;
  /** The reminders of its present expiry that have gone out. */
  readonly reminded: readonly number[];
}
export type Coupon = { readonly status: 'none' } | IssuedCoupon;

const evolve = (coupon: Coupon, event: CouponEvent): Coupon => {
  if (event.type === 'CouponIssued')
    return coupon.status === 'none' ? { ...event.data, status: 'open', redeemed: null, reminded: [] } : coupon;
  if (coupon.status === 'none') return coupon;
  switch (event.type) {
    case 'CouponRedeemed': {
      const { redemptionId, at, redeemer, use } = event.data;
      return { ...coupon, status: 'redeemed', redeemed: { redemptionId, at, redeemer, use } };
    }
    case 'CouponRedemptionUndone':
      return { ...coupon, status: 'open', redeemed: null };
    case 'CouponExtended':
      return { ...coupon, expiresAt: event.data.expiresAt, timezone: event.data.timezone, reminded: [] };
    case 'CouponRevoked':
      return { ...coupon, status: 'revoked' };
    case 'CouponReminderSent':
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
  readonly contactId: ContactId | null;
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

/**
 * A campaign without an offer issues none. `now` and what comes out are ISO instants. A coupon is good through the last
 * day, in the business's zone: what its page calls good until is never refused on that day.
 */
export function issueCoupon(
  command: Ids & {
    readonly code: string;
    readonly offer: Offer;
    readonly because: Issued['because'];
    readonly timezone: string;
    readonly now: string;
  },
  coupon: Coupon,
): readonly CouponEvent[] {
  const { offer, code, because, timezone, now } = command;
  if (coupon.status !== 'none' || offer.discountType === 'none') return [];
  const { discountType, amount, title, codeType, staticCode, dayToExpire, reminders } = offer;
  return [
    CouponIssued.create({
      ...idsOf(command),
      code: codeType === 'static' && staticCode !== null ? staticCode : code,
      codeType,
      offer: { discountType, amount, title },
      ...(dayToExpire === null ?
        { expiresAt: null }
      : { expiresAt: endOfDay(localDay(timezone, new Date(now)), timezone, dayToExpire), timezone }),
      reminders,
      because,
    }),
  ];
}

interface Ending {
  readonly expiresAt: string | null;
  readonly timezone?: string | null | undefined;
}
/**
 * Until when a coupon is good. One that was stored without a zone ended in the middle of the day that its holder was
 * told: it is good through that day as well, in the business's zone.
 */
export const lastInstant = ({ expiresAt, timezone }: Ending, businessZone: string): string | null =>
  expiresAt === null || typeof timezone === 'string' ?
    expiresAt
  : endOfDay(localDay(businessZone, new Date(expiresAt)), businessZone);

/** Why a coupon can not be redeemed now, null when it can. `businessZone`: see `lastInstant`. */
export function obstacleOf(
  coupon: IssuedCoupon,
  now: string,
  businessZone: string,
): 'redeemed' | 'revoked' | 'expired' | null {
  if (coupon.status !== 'open') return coupon.status;
  const last = lastInstant(coupon, businessZone);
  return last !== null && last <= now ? 'expired' : null;
}

/** Once: of two tills at the same moment the second is told that it is used. `use`: from `takeUse`, null without a limit. */
export function redeemCoupon(
  {
    redemptionId,
    redeemer,
    use,
    now,
    timezone,
  }: {
    readonly redemptionId: string;
    readonly redeemer: Redeemer;
    readonly use: number | null;
    readonly now: string;
    readonly timezone: string;
  },
  state: Coupon,
): readonly CouponEvent[] {
  const coupon = existingCoupon(state);
  checkRedeemable(coupon, now, timezone);
  const { expiresAt } = coupon;
  return [CouponRedeemed.create({ ...idsOf(coupon), redemptionId, at: now, redeemer, use, expiresAt })];
}
/** Throws `coupon_used` (`CouponUsed`) or `coupon_invalid`. */
export function checkRedeemable(coupon: IssuedCoupon, now: string, businessZone: string): void {
  switch (obstacleOf(coupon, now, businessZone)) {
    case 'redeemed':
      throw new CouponUsed(coupon.redeemed!);
    case 'revoked':
      throw new DomainError('coupon_invalid', 'This coupon has been withdrawn.');
    case 'expired':
      throw new DomainError('coupon_invalid', 'This coupon has expired.');
    default:
  }
}

/** Minutes within which a redemption can be taken back. */
export const undoMinutes = 15;
/**
 * Takes back that one redemption: another one, or none, is left as it is. A till takes back what it redeemed itself,
 * or what a holder pressed by mistake; somebody signed in, any. What is nobody's is void from then on.
 */
export function undoRedemption(
  { redemptionId, redeemer, now }: { readonly redemptionId: string; readonly redeemer: Redeemer; readonly now: string },
  state: Coupon,
): readonly CouponEvent[] {
  const coupon = existingCoupon(state);
  const { redeemed, expiresAt } = coupon;
  if (redeemed === null || redeemed.redemptionId !== redemptionId) return [];
  if (redeemer.by === 'holder') throw new DomainError('forbidden', 'Only the business can take a redemption back.');
  if (redeemer.by === 'till' && redeemed.redeemer.by !== 'holder' && redeemed.redeemer.tillId !== redeemer.tillId)
    throw new DomainError('conflict', `This was redeemed at ${placeOf(redeemed.redeemer)}. Take it back there.`);
  if (Date.parse(now) - Date.parse(redeemed.at) > undoMinutes * 60_000)
    throw new DomainError(
      'conflict',
      `A redemption can be taken back within ${undoMinutes} minutes. This one is older.`,
    );
  const undone = CouponRedemptionUndone.create({ ...idsOf(coupon), redemptionId, redeemer, expiresAt });
  return coupon.contactId === null ? [undone, CouponRevoked.create({ ...idsOf(coupon), expiresAt })] : [undone];
}
const placeOf = ({ by, till }: Redeemer): string =>
  by === 'screen' ? 'a screen of the business' : (till ?? 'another till');

/** `until`: a day (`2026-12-07`) or an instant on it; the coupon is good through that day in the zone. Null: for ever. */
export function extendCoupon(
  { until, timezone, now }: { readonly until: string | null; readonly timezone: string; readonly now: string },
  state: Coupon,
): readonly CouponEvent[] {
  const day = until === null || until.length === 10 ? until : localDay(timezone, new Date(until));
  const expiresAt = day === null ? null : endOfDay(day, timezone);
  const coupon = existingCoupon(state);
  if (coupon.status !== 'open') throw new DomainError('conflict', 'Only a coupon that is still open can be extended.');
  if (expiresAt !== null && expiresAt <= now)
    throw new DomainError('validation_failed', 'Choose a day that is still to come.', {
      expires_at: ['Choose a day that is still to come.'],
    });
  return coupon.expiresAt === expiresAt ?
      []
    : [
        CouponExtended.create({
          ...idsOf(coupon),
          ...(expiresAt === null ? { expiresAt } : { expiresAt, timezone }),
          formerly: coupon.expiresAt,
          reminders: coupon.reminders,
        }),
      ];
}

export function revokeCoupon(_: unknown, state: Coupon): readonly CouponEvent[] {
  const coupon = existingCoupon(state);
  if (coupon.status === 'redeemed') throw new DomainError('conflict', 'This coupon has been used already.');
  return coupon.status === 'revoked' ? [] : [CouponRevoked.create({ ...idsOf(coupon), expiresAt: coupon.expiresAt })];
}

/** Each reminder once for each expiry, and only while there is something to remind of. `expiresAt`: which it was set for. */
export function remindHolder(
  {
    days,
    expiresAt,
    now,
    timezone,
  }: { readonly days: number; readonly expiresAt: string; readonly now: string; readonly timezone: string },
  coupon: Coupon,
): readonly CouponEvent[] {
  if (coupon.status === 'none' || coupon.contactId === null || coupon.expiresAt !== expiresAt) return [];
  if (obstacleOf(coupon, now, timezone) !== null || coupon.reminded.includes(days)) return [];
  return [CouponReminderSent.create({ ...idsOf(coupon), days, expiresAt })];
}

/** The hour, in the zone of the coupon, at which people are told that it ends in so many days. */
const reminderHour = 10;
/**
 * So many days before the last day of a coupon: in the morning of that day, so that nobody is reminded at midnight and
 * hears of it on the day after. A coupon without a zone keeps the hour at which it was to end.
 */
export function daysBefore({ expiresAt, timezone }: Ending & { readonly expiresAt: string }, days: number): string {
  if (typeof timezone !== 'string') return new Date(Date.parse(expiresAt) - days * 86_400_000).toISOString();
  return atHour(localDay(timezone, new Date(expiresAt)), reminderHour, timezone, -days);
}

/** When a coupon reminds its holder, in the order of time: nothing that lies before `from`. */
export const reminderTimes = (
  { expiresAt, timezone, reminders }: Ending & { readonly reminders: readonly number[] },
  from: string,
): readonly { readonly days: number; readonly at: Date }[] =>
  expiresAt === null ?
    []
  : reminders
      .map((days) => ({ days, at: new Date(daysBefore({ expiresAt, timezone }, days)) }))
      .filter(({ at }) => at.toISOString() > from)
      .sort((one, other) => one.at.getTime() - other.at.getTime());
