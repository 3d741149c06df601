import { Campaign, existingCampaign } from '../../domain/campaigns/campaign.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import type { CampaignId } from '../../domain/kernel/ids.ts';
import { existingPage, PageState } from '../../domain/pages/page.ts';
import { streams } from '../../domain/streams.ts';
import type { Call } from '../kernel/command.ts';
import { businessUserOf } from '../kernel/business-user.ts';
import { stateOf } from '../kernel/unit-of-work.ts';

/** A campaign of the business that the session is at; anybody else's does not exist. */
export async function ownCampaign({ world, context }: Call, { campaignId }: { readonly campaignId: CampaignId }) {
  const desk = businessUserOf(context);
  const stream = streams.campaign(campaignId);
  const seen = await world.events.read(stream);
  const campaign = existingCampaign(stateOf(Campaign, seen));
  if (campaign.businessId !== desk.businessId) throw new DomainError('not_found', 'This campaign does not exist.');
  return { ...desk, stream, seen, campaign };
}

/** Its page. */
export async function ownPage({ world, context }: Call, { campaignId }: { readonly campaignId: CampaignId }) {
  const desk = businessUserOf(context);
  const stream = streams.page(campaignId);
  const seen = await world.events.read(stream);
  const page = existingPage(stateOf(PageState, seen));
  if (page.businessId !== desk.businessId) throw new DomainError('not_found', 'This page does not exist.');
  return { ...desk, stream, seen, page };
}
