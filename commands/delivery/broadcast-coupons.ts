import { asksForCoupon } from '../../domain/broadcasts/check.ts';
import type { ExistingBroadcast } from '../../domain/broadcasts/broadcast.ts';
import type { Business, ExistingBusiness } from '../../domain/businesses/business.ts';
import { Campaign, type ExistingCampaign } from '../../domain/campaigns/campaign.ts';
import { Coupon, obstacleOf } from '../../domain/coupons/coupon.ts';
import { CouponUses } from '../../domain/coupons/uses.ts';
import type { CouponWords } from '../../domain/personalization/coupon-words.ts';
import { CampaignId, type ContactId } from '../../domain/kernel/ids.ts';
import { fieldsIn, readTemplate } from '../../domain/personalization/template.ts';
import { streams } from '../../domain/streams.ts';
import type { CommandContext } from '../kernel/caller.ts';
import { couponIdOf, heldBy, issue } from '../coupons/issue.ts';
import { stateOf, type CommandServices } from '../kernel/unit-of-work.ts';
import { versionOf } from './email-version.ts';
import { publicAddress } from '../directory/public-address.ts';

/** Whether one variant names the recipient's coupon. `versions`: those of an email, one for each variant. */
async function variantAsks(
  world: CommandServices,
  { setup }: Pick<ExistingBroadcast, 'setup'>,
  versions: readonly string[],
  variant: number,
): Promise<boolean> {
  const content = setup.contents[variant];
  if (content?.kind === 'text') return asksForCoupon(fieldsIn(readTemplate(content.body).parts));
  const versionId = versions[variant];
  const version = versionId === undefined ? null : await versionOf(world, versionId);
  return version !== null && asksForCoupon(fieldsIn([...version.subject, ...version.html, ...version.text]));
}
async function anyAsks(
  world: CommandServices,
  broadcast: Pick<ExistingBroadcast, 'setup'>,
  versions: readonly string[],
): Promise<boolean> {
  const each = broadcast.setup.contents.map((_, variant) => variantAsks(world, broadcast, versions, variant));
  return (await Promise.all(each)).includes(true);
}

const campaignOf = async (
  world: CommandServices,
  { businessId, setup }: ExistingBroadcast,
): Promise<ExistingCampaign | null> => {
  if (setup.campaignId === null) return null;
  const campaign = await world.loadState(streams.campaign(CampaignId.parse(setup.campaignId)), Campaign);
  return campaign.status === 'none' || campaign.status === 'archived' || campaign.businessId !== businessId ?
      null
    : campaign;
};

/** Why its recipients can't be given the coupon that it names; null: they can, or it names none. */
export async function couponProblem(
  world: CommandServices,
  broadcast: ExistingBroadcast,
  versions: readonly string[],
): Promise<string | null> {
  if (!(await anyAsks(world, broadcast, versions))) return null;
  const campaign = await campaignOf(world, broadcast);
  if (campaign === null)
    return 'This campaign was archived. Choose another one for the coupon, or take the coupon out.';
  return campaign.offer.discountType === 'none' ?
      'This campaign gives no coupon. Choose another one, or take the coupon out.'
    : null;
}

/** What recipients are told of the campaign that a broadcast belongs to. */
export interface GivenWords {
  readonly keyword: string | null;
  /** Null: they can't be given one that they could use. */
  readonly couponOf: (contactId: ContactId) => CouponWords | null;
}

/**
 * The coupons that recipients have, or get when their text or email is queued, in one read. Who has used theirs, or let
 * it expire, gets none; nor does anyone once all uses are taken.
 */
export async function couponsOf(
  world: CommandServices,
  broadcast: ExistingBroadcast,
  recipients: readonly { readonly contactId: ContactId }[],
  business: Business,
): Promise<GivenWords> {
  const campaign = await campaignOf(world, broadcast);
  const keyword = campaign?.keyword ?? null;
  const nothing = { keyword, couponOf: () => null };
  if (campaign === null || business.status === 'none' || campaign.offer.discountType === 'none') return nothing;
  if (!(await anyAsks(world, broadcast, broadcast.run?.versions ?? []))) return nothing;
  const { campaignId, offer } = campaign;
  const [address, uses, found] = await Promise.all([
    publicAddress(world, business.agencyId),
    offer.useLimit === null ? null : world.loadState(streams.couponUses(campaignId), CouponUses),
    world.events.readMany(recipients.map(({ contactId }) => streams.coupon(couponIdOf(campaignId, contactId)))),
  ]);
  const allTaken = uses !== null && uses.size >= offer.useLimit!;
  const now = world.now().toISOString();
  return {
    keyword,
    couponOf: (contactId) => {
      const couponId = couponIdOf(campaignId, contactId);
      const coupon = stateOf(Coupon, found.get(streams.coupon(couponId)));
      if (coupon.status === 'none' ? allTaken : obstacleOf(coupon, now, business.timezone) !== null) return null;
      if (allTaken && !uses.has(couponId)) return null;
      return heldBy(world, campaign, contactId, business as ExistingBusiness, coupon, address)?.words ?? null;
    },
  };
}

/** Issues the coupon that a recipient is about to be told of: once, whoever asks again. */
export async function giveCoupon(
  world: CommandServices,
  context: CommandContext,
  broadcast: ExistingBroadcast,
  { contactId, variant }: { readonly contactId: ContactId; readonly variant: number },
): Promise<void> {
  if (broadcast.setup.campaignId === null) return;
  if (!(await variantAsks(world, broadcast, broadcast.run?.versions ?? [], variant))) return;
  const campaign = await campaignOf(world, broadcast);
  if (campaign !== null) await issue(world, context, context.caller.tenant, campaign, contactId, 'broadcast');
}
