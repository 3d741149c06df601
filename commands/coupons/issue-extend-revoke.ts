import { z } from 'zod';
import { Business } from '../../domain/businesses/business.ts';
import { Campaign, openCampaign } from '../../domain/campaigns/campaign.ts';
import { Contact } from '../../domain/contacts/contact.ts';
import { Coupon, extendCoupon as decideExtended, revokeCoupon as decideRevoked } from '../../domain/coupons/coupon.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import { CampaignId, ContactId, CouponId } from '../../domain/kernel/ids.ts';
import { streams } from '../../domain/streams.ts';
import { people } from '../kernel/caller.ts';
import { command, decision } from '../kernel/command.ts';
import { businessUserOf } from '../kernel/business-user.ts';
import { stateOf } from '../kernel/unit-of-work.ts';
import { couponIdOf, issue } from './issue.ts';
import { ownCoupon } from './own-coupon.ts';

/** Issued by hand, to a contact that has none of this campaign yet. Who has one keeps it. */
export const issueToContact = command({
  input: z.object({ campaignId: CampaignId, contactId: ContactId }),
  by: people,
  async run(call, { campaignId, contactId }) {
    const { world, context } = call;
    const { businessId, tenant } = businessUserOf(context);
    const names = { campaign: streams.campaign(campaignId), contact: streams.contact(contactId) };
    const found = await world.events.readMany(Object.values(names));
    const held = stateOf(Campaign, found.get(names.campaign));
    const contact = stateOf(Contact, found.get(names.contact));
    if (
      held.status === 'none' ||
      held.businessId !== businessId ||
      contact.status === 'none' ||
      contact.businessId !== businessId
    )
      throw new DomainError('not_found', 'There is no such campaign, or no such contact.');
    const campaign = openCampaign(held);
    if (contact.phone === null && contact.details.email === null)
      throw new DomainError('not_found', 'This contact was erased.');
    if (campaign.offer.discountType === 'none')
      throw new DomainError('conflict', 'This campaign has no offer. Give it one first.');
    const { position } = await issue(world, context, tenant, campaign, contactId, 'manual');
    return { position, result: { couponId: couponIdOf(campaignId, contactId) } };
  },
});

/** `until` null: it never expires. What has expired already is good again. */
export const extendCoupon = decision({
  input: z.object({ couponId: CouponId, until: z.union([z.iso.datetime(), z.iso.date()]).nullable() }),
  by: people,
  aggregate: Coupon,
  at: async (call, given) => {
    const { businessId } = businessUserOf(call.context);
    const business = stateOf(Business, await call.world.events.read(streams.business(businessId)));
    const timezone = business.status === 'none' ? 'UTC' : business.timezone;
    return { ...(await ownCoupon(call, given)), timezone, now: call.world.now().toISOString() };
  },
  decide: ({ until }, coupon, { timezone, now }) => decideExtended({ until, timezone, now }, coupon),
});

export const revokeCoupon = decision({
  input: z.object({ couponId: CouponId }),
  by: people,
  aggregate: Coupon,
  at: ownCoupon,
  decide: decideRevoked,
});
