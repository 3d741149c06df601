import { Business, type ExistingBusiness } from '../../domain/businesses/business.ts';
import type { ExistingCampaign } from '../../domain/campaigns/campaign.ts';
import { noOffer } from '../../domain/campaigns/fields.ts';
import { Coupon, issueCoupon } from '../../domain/coupons/coupon.ts';
import { type CouponWords, goodThrough } from '../../domain/personalization/coupon-words.ts';
import type { Tenant } from '../../domain/kernel/event.ts';
import {
  type BusinessId,
  type CampaignId,
  type ContactId,
  CouponId,
  namespaces,
  uuidV5,
} from '../../domain/kernel/ids.ts';
import { streams } from '../../domain/streams.ts';
import type { CommandContext } from '../kernel/caller.ts';
import { startUnitOfWork, stateOf, type CommandServices } from '../kernel/unit-of-work.ts';
import { publicAddress } from '../directory/public-address.ts';

/** A contact has one coupon of a campaign, however it came to it. */
export const couponIdOf = (campaignId: CampaignId, contactId: ContactId): CouponId =>
  CouponId.parse(uuidV5(namespaces.coupon, campaignId, contactId));

export interface Held {
  readonly couponId: CouponId;
  readonly words: CouponWords;
}

/**
 * The coupon of a campaign that a contact has, or is about to get. Null when the campaign gives none.
 * Its code follows from its id, so that what is written in a text is known before it is issued.
 */
export async function couponFor(
  world: CommandServices,
  campaign: ExistingCampaign,
  contactId: ContactId,
  business: Pick<ExistingBusiness, 'timezone' | 'dateFormat' | 'agencyId'>,
): Promise<Held | null> {
  if (campaign.offer.discountType === 'none') return null;
  const coupon = stateOf(Coupon, await world.events.read(streams.coupon(couponIdOf(campaign.campaignId, contactId))));
  return heldBy(world, campaign, contactId, business, coupon, await publicAddress(world, business.agencyId));
}

/** The same of one that was read already. `address`: where the business's pages are. */
export function heldBy(
  world: CommandServices,
  campaign: ExistingCampaign,
  contactId: ContactId,
  business: Pick<ExistingBusiness, 'timezone' | 'dateFormat'>,
  coupon: Coupon,
  address: string,
): Held | null {
  const couponId = couponIdOf(campaign.campaignId, contactId);
  const now = world.now().toISOString();
  const [first] = issueCoupon(issuing(world, campaign, contactId, couponId, 'keyword', business.timezone, now), coupon);
  const held =
    coupon.status !== 'none' ? coupon
    : first?.type === 'CouponIssued' ? first.data
    : null;
  if (held === null) return null;
  return {
    couponId,
    words: {
      code: held.code,
      link: `${address}/t/${world.identifiers.token('coupon', couponId)}`,
      expires: goodThrough(held, business),
    },
  };
}

const issuing = (
  world: CommandServices,
  { campaignId, businessId, offer }: ExistingCampaign,
  contactId: ContactId,
  couponId: CouponId,
  because: 'keyword' | 'page' | 'reward' | 'manual' | 'demo' | 'automation' | 'broadcast',
  timezone: string,
  now: string,
) => ({
  couponId,
  campaignId,
  businessId,
  contactId,
  code: world.identifiers.couponCode(couponId),
  offer,
  because,
  timezone,
  now,
});

/**
 * The coupon by which an unlocked reward of a loop is handed out: what is shown at the counter, redeemed there like any
 * other. It never expires, and takes none of the uses that the campaign's own offer is limited to.
 */
export async function issueReward(
  world: CommandServices,
  context: CommandContext,
  tenant: Tenant,
  given: {
    readonly couponId: CouponId;
    readonly campaignId: CampaignId;
    readonly businessId: BusinessId;
    readonly contactId: ContactId;
    readonly title: string;
  },
): Promise<void> {
  const { title, ...ids } = given;
  const work = startUnitOfWork(world, context, {
    tenant,
    commandId: uuidV5(namespaces.command, 'issue-coupon', ids.couponId),
  });
  const offer = { ...noOffer, discountType: 'free' as const, dayToExpire: null, title };
  const code = world.identifiers.couponCode(ids.couponId);
  await work.change({
    stream: streams.coupon(ids.couponId),
    aggregate: Coupon,
    // In no zone: it never expires.
    decide: (coupon) =>
      issueCoupon({ ...ids, code, offer, because: 'reward', timezone: 'UTC', now: world.now().toISOString() }, coupon),
  });
}

/** Issues it, once. A command of its own, named by the coupon: whoever causes it twice, it is there once. */
export async function issue(
  world: CommandServices,
  context: CommandContext,
  tenant: Tenant,
  campaign: ExistingCampaign,
  contactId: ContactId,
  because: 'keyword' | 'page' | 'reward' | 'manual' | 'demo' | 'automation' | 'broadcast',
) {
  const couponId = couponIdOf(campaign.campaignId, contactId);
  const business = stateOf(Business, await world.events.read(streams.business(campaign.businessId)));
  const timezone = business.status === 'none' ? 'UTC' : business.timezone;
  const work = startUnitOfWork(world, context, {
    tenant,
    commandId: uuidV5(namespaces.command, 'issue-coupon', couponId),
  });
  await work.change({
    stream: streams.coupon(couponId),
    aggregate: Coupon,
    decide: (coupon) =>
      issueCoupon(issuing(world, campaign, contactId, couponId, because, timezone, world.now().toISOString()), coupon),
  });
  return work.outcome({ couponId });
}
