import type { NodeOf } from '../../../domain/automation/document/document.ts';
import { Campaign } from '../../../domain/campaign/campaign.ts';
import { CampaignId } from '../../../domain/kernel/ids.ts';
import { streams } from '../../../domain/streams.ts';
import { couponFor, issue } from '../../coupons/issue.ts';
import { stateOf } from '../../kernel/unit-of-work.ts';
import { done, type StepContext, type StepResult, refused } from './step-context.ts';
import { queued, wordsFor } from './text.ts';

/** A coupon of the campaign; who has one keeps it. Then it is said by text, where there is something to say. */
export async function coupon(
  step: StepContext,
  { campaignId: wanted, body }: NodeOf<'Redemption'>,
): Promise<StepResult> {
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
  if (body.trim() === '') return done;
  const held = await couponFor(world, campaign, contactId, business);
  return queued(step, await wordsFor(step, body, held?.words ?? null, wanted), [], wanted);
}
