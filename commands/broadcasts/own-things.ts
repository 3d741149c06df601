import { Campaign } from '../../domain/campaigns/campaign.ts';
import type { Setup } from '../../domain/broadcasts/fields.ts';
import { Broadcast } from '../../domain/broadcasts/broadcast.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import { BroadcastId, CampaignId, SegmentId } from '../../domain/kernel/ids.ts';
import { Segments } from '../../domain/segments/segments.ts';
import { streams } from '../../domain/streams.ts';
import type { BusinessUser } from '../kernel/business-user.ts';
import { stateOf, type CommandServices } from '../kernel/unit-of-work.ts';
import { hasDesign } from '../emails/designs.ts';

/**
 * Refuses a setup that names what is not the business's own (`validation_failed`). `before`: as it is now; what it named
 * then may meanwhile be gone, and stays until somebody takes it out.
 */
export async function refuseForeign(
  world: CommandServices,
  { businessId, tenant }: Pick<BusinessUser, 'businessId' | 'tenant'>,
  given: Partial<Setup>,
  before: Setup | null,
): Promise<void> {
  const refuse = (field: string, message: string): never => {
    throw new DomainError('validation_failed', message, { [field]: [message] });
  };
  const { campaignId = null, audience, contents = [] } = given;
  if (campaignId !== null && campaignId !== before?.campaignId) {
    const campaign = stateOf(Campaign, await world.events.read(streams.campaign(CampaignId.parse(campaignId))));
    if (campaign.status === 'none' || campaign.businessId !== businessId)
      refuse('campaignId', 'This campaign does not exist.');
  }
  if (audience !== undefined) {
    const named = ({ segmentIds, exceptSegmentIds }: Setup['audience']) => [...segmentIds, ...exceptSegmentIds];
    const known = new Set(before === null ? [] : named(before.audience));
    const news = named(audience).filter((id) => !known.has(id));
    const segments =
      news.length === 0 ? Segments.initial : stateOf(Segments, await world.events.read(streams.segments(businessId)));
    if (news.some((id) => !segments.has(SegmentId.parse(id)))) refuse('audience', 'This segment does not exist.');
    const of = audience.recipientsOf?.broadcastId;
    if (of !== undefined && of !== before?.audience.recipientsOf?.broadcastId) {
      const earlier = stateOf(Broadcast, await world.events.read(streams.broadcast(BroadcastId.parse(of))));
      if (earlier.status === 'none' || earlier.businessId !== businessId)
        refuse('audience', 'This broadcast does not exist.');
    }
  }
  const designs = (of: Setup['contents']) =>
    of.flatMap((content) => (content.kind === 'mail' && content.designId !== null ? [content.designId] : []));
  const kept = new Set(designs(before?.contents ?? []));
  for (const [at, content] of contents.entries())
    for (const designId of designs([content]))
      if (!kept.has(designId) && !(await hasDesign(world, tenant, designId)))
        refuse(`contents.${at}.design_id`, 'This email design does not exist.');
}
