import type { EffectOf } from '../../../domain/automations/steps/step.ts';
import { Campaign } from '../../../domain/campaigns/campaign.ts';
import { CampaignId } from '../../../domain/kernel/ids.ts';
import { streams } from '../../../domain/streams.ts';
import { issue } from '../../coupons/issue.ts';
import { stateOf } from '../../kernel/unit-of-work.ts';
import { done, refused, type StepContext, type StepResult } from './step-context.ts';

/** A coupon of the campaign; a contact who has one keeps it. The campaign is answered for what follows. */
export async function coupon(step: StepContext, { campaignId: wanted }: EffectOf<'coupon'>): Promise<StepResult> {
  const { call, run, business } = step;
  const { world, context } = call;
  const { businessId, contactId } = run;
  const campaign =
    wanted === null ?
      Campaign.initial
    : stateOf(Campaign, await world.events.read(streams.campaign(CampaignId.parse(wanted))));
  if (campaign.status === 'none' || campaign.status === 'archived' || campaign.businessId !== businessId)
    return refused('no-campaign');
  if (campaign.offer.discountType === 'none') return refused('no-offer');
  const tenant = { agencyId: business.agencyId, businessId };
  await issue(world, context, tenant, campaign, contactId, 'automation');
  return { ...done, issued: campaign };
}
