import { z } from 'zod';
import { Business, type ExistingBusiness } from '../../domain/businesses/business.ts';
import { Campaign, type ExistingCampaign } from '../../domain/campaigns/campaign.ts';
import { tidyCode } from '../../domain/coupons/code.ts';
import {
  checkRedeemable,
  Coupon,
  CouponUsed,
  existingCoupon,
  type IssuedCoupon,
  issueCoupon,
  redeemCoupon as decideRedeemed,
} from '../../domain/coupons/coupon.ts';
import type { Redeemer } from '../../domain/coupons/events.ts';
import { CouponUses, holds, returnUse, takeUse } from '../../domain/coupons/uses.ts';
import { momentIn } from '../../domain/kernel/day.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import type { Tenant } from '../../domain/kernel/event.ts';
import { CampaignId, CouponId, namespaces, UserId, uuidV5 } from '../../domain/kernel/ids.ts';
import { streams } from '../../domain/streams.ts';
import { anybody } from '../kernel/caller.ts';
import { type Call, command } from '../kernel/command.ts';
import { allowTenant, startUnitOfWork, stateOf, type CommandServices } from '../kernel/unit-of-work.ts';
import { tillOf } from './tills.ts';

/** By what right somebody redeems. */
const By = z.discriminatedUnion('kind', [
  /** Staff, on a device that was made a till. */
  z.object({ kind: z.literal('till'), token: z.string().max(60) }),
  /** Who holds it, by the token of its page. */
  z.object({ kind: z.literal('holder'), token: z.string().max(60) }),
  /** Who holds it, by its code, which nobody can guess. */
  z.object({ kind: z.literal('code'), code: z.string().max(40) }),
  /** Somebody signed in. */
  z.object({ kind: z.literal('screen') }),
]);
export type RedeemBy = z.output<typeof By>;

interface Found {
  readonly tenant: Tenant;
  readonly campaign: ExistingCampaign;
  readonly business: Pick<ExistingBusiness, 'timezone' | 'dateFormat'>;
}
/** The campaign of a coupon, of a business that works. */
async function placeOf(world: CommandServices, campaignId: CampaignId): Promise<Found> {
  const campaign = stateOf(Campaign, await world.events.read(streams.campaign(campaignId)));
  if (campaign.status === 'none') throw noCoupon();
  const business = stateOf(Business, await world.events.read(streams.business(campaign.businessId)));
  if (business.status === 'none') throw noCoupon();
  if (business.status !== 'active' || !business.isActive)
    throw new DomainError('campaign_closed', 'This business takes no coupons at the moment.');
  return { tenant: { agencyId: business.agencyId, businessId: business.businessId }, campaign, business };
}
export const noCoupon = (): DomainError => new DomainError('not_found', 'There is no coupon with this code.');

/** Who redeems, as it is kept. Throws for whom it is not allowed to; `coupon` null: nobody's, of a code that everybody has. */
export async function redeemerOf(
  { world, context }: Call,
  by: RedeemBy,
  { tenant, campaign }: Pick<Found, 'tenant' | 'campaign'>,
  coupon: { readonly couponId: CouponId; readonly code: string; readonly codeType: string } | null,
): Promise<Redeemer> {
  switch (by.kind) {
    case 'till': {
      const till = await tillOf(world, campaign.businessId, by.token);
      if (till === null) throw new DomainError('forbidden', 'This device is not a till any more. Ask for a new link.');
      return { by: 'till', userId: null, tillId: till.tillId, till: till.name };
    }
    case 'screen': {
      const { actor } = context.caller;
      if (actor.kind !== 'user') throw new DomainError('forbidden', 'Sign in first.');
      allowTenant(context.caller, tenant, 'This coupon');
      return { by: 'screen', userId: UserId.parse(actor.userId), tillId: null, till: null };
    }
    case 'holder':
    case 'code': {
      const proved =
        coupon !== null &&
        (by.kind === 'holder' ?
          world.identifiers.idOf('coupon', by.token) === coupon.couponId
        : coupon.codeType === 'dynamic' && tidyCode(by.code) === tidyCode(coupon.code));
      if (!proved) throw noCoupon();
      if (campaign.settings.redeemBy !== 'holder')
        throw new DomainError('forbidden', 'Show this at the counter: the staff redeems it.');
      return { by: 'holder', userId: null, tillId: null, till: null };
    }
    default:
      return by satisfies never;
  }
}

/** Whose press it is: a key that another has used is another press. */
const pressed = (couponId: CouponId, { by, userId, tillId }: Redeemer, redemptionId: string): string =>
  uuidV5(namespaces.command, 'redeem', couponId, by, userId ?? tillId ?? '', redemptionId);

/**
 * Redeems a coupon, once. `redemptionId` is minted with the button: the same press sent again (a till that heard no
 * answer) is answered as it was the first time. Of two tills at once the second is told when and where it was used.
 *
 * Where uses are limited one is taken first and given back when the redemption is refused, so that cut off anywhere,
 * and repeated, it comes to the same.
 */
export const redeemCoupon = command({
  input: z.object({ couponId: CouponId, redemptionId: z.uuid(), by: By }),
  by: anybody,
  async run(call, { couponId, redemptionId, by }) {
    const { world } = call;
    const stream = streams.coupon(couponId);
    const seen = await world.events.read(stream);
    const coupon = existingCoupon(stateOf(Coupon, seen));
    const found = await placeOf(world, coupon.campaignId);
    const redeemer = await redeemerOf(call, by, found, coupon);
    const id = pressed(couponId, redeemer, redemptionId);
    return redeem(call, found, coupon, redeemer, id);
  },
});

/**
 * A code that everybody has, redeemed without saying whose it is, at a till or by somebody signed in, where the
 * campaign allows that. It is issued and redeemed in one, as a coupon that is nobody's.
 */
export const redeemForNobody = command({
  input: z.object({ campaignId: CampaignId, redemptionId: z.uuid(), by: By }),
  by: anybody,
  async run(call, { campaignId, redemptionId, by }) {
    const { world } = call;
    const found = await placeOf(world, campaignId);
    const { campaign } = found;
    const redeemer = await redeemerOf(call, by, found, null);
    const { offer, settings } = campaign;
    if (offer.discountType === 'none' || offer.codeType !== 'static') throw noCoupon();
    if (!settings.anonymousUse)
      throw new DomainError('coupon_invalid', 'Say whose coupon it is: everybody may use it once.');
    if (campaign.status === 'archived')
      throw new DomainError('coupon_invalid', 'This campaign has ended. Coupons that people hold stay good.');
    const couponId = CouponId.parse(
      uuidV5(namespaces.coupon, campaignId, 'nobody', redeemer.userId ?? redeemer.tillId ?? '', redemptionId),
    );
    const coupon = { ...found.campaign, couponId, contactId: null };
    return redeem(call, found, coupon, redeemer, pressed(couponId, redeemer, redemptionId));
  },
});

type ToRedeem = Pick<IssuedCoupon, 'couponId' | 'campaignId' | 'businessId' | 'contactId'> &
  Partial<Pick<IssuedCoupon, 'because'>>;

/** The second till is told the time as the business writes it. */
async function redeem(...given: Parameters<typeof redeemed>) {
  try {
    return await redeemed(...given);
  } catch (error) {
    if (!(error instanceof CouponUsed)) throw error;
    throw new CouponUsed(error.redeemed, momentIn(error.redeemed.at, given[1].business));
  }
}

async function redeemed(
  { world, context }: Call,
  { tenant, campaign, business }: Found,
  { couponId, campaignId, businessId, contactId, because }: ToRedeem,
  redeemer: Redeemer,
  redemptionId: string,
) {
  const work = startUnitOfWork(world, context, { tenant, commandId: redemptionId });
  const stream = streams.coupon(couponId);
  const now = world.now().toISOString();
  const { timezone } = business;
  const { codeType } = campaign.offer;
  // A reward of a loop is none of the offers whose number is limited.
  const useLimit = because === 'reward' ? null : campaign.offer.useLimit;
  const use = { campaignId, businessId, couponId, redemptionId };
  const issuing = {
    couponId,
    campaignId,
    businessId,
    contactId,
    code: '',
    offer: { ...campaign.offer, dayToExpire: null, reminders: [] },
    because: 'till' as const,
    timezone,
    now,
  };
  /** What is nobody's comes about by being redeemed. */
  const decide = (number: number | null) => (state: Coupon) => {
    const issued = contactId === null && codeType === 'static' ? issueCoupon(issuing, state) : [];
    const current = issued.reduce(Coupon.evolve, state);
    return [...issued, ...decideRedeemed({ redemptionId, redeemer, use: number, now, timezone }, current)];
  };
  const stored = await world.events.read(stream);
  const repeated = stored.some(({ metadata }) => metadata.commandId === redemptionId);
  let number: number | null = null;
  if (useLimit !== null && !repeated) {
    // What can be refused at a look is, before a use is taken for it.
    const before = stateOf(Coupon, stored);
    if (before.status !== 'none') checkRedeemable(before, now, timezone);
    const uses = streams.couponUses(campaignId, campaign.limits);
    const taken = await work.change({
      stream: uses,
      aggregate: CouponUses,
      decide: (held) => takeUse({ ...use, limit: useLimit }, held),
    });
    // Pressed once more: it may have been refused the first time, and have given its use back.
    if (taken.repeated && !holds(stateOf(CouponUses, await world.events.read(uses)), use))
      throw new DomainError('conflict', 'This was refused. Look the coupon up once more.');
    const [first] = taken.events;
    number = first?.type === 'CouponUseClaimed' ? first.data.use : null;
  }
  try {
    await work.change({ stream, aggregate: Coupon, decide: decide(number) });
  } catch (error) {
    if (number !== null && error instanceof DomainError) await giveBack({ world, context }, tenant, campaign, use);
    throw error;
  }
  const coupon = existingCoupon(stateOf(Coupon, await world.events.read(stream)));
  return work.outcome({ coupon, redemptionId });
}

/** Under a name of its own: the same press repeated finds that it has given back what it took. */
export async function giveBack(
  { world, context }: Call,
  tenant: Tenant,
  { limits }: Pick<ExistingCampaign, 'limits'>,
  use: Parameters<typeof returnUse>[0],
): Promise<void> {
  const work = startUnitOfWork(world, context, {
    tenant,
    commandId: uuidV5(namespaces.command, 'return-use', use.couponId, use.redemptionId),
  });
  await work.change({
    stream: streams.couponUses(use.campaignId, limits),
    aggregate: CouponUses,
    decide: (uses) => returnUse(use, uses),
  });
}
