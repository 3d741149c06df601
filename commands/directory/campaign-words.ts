import type { ExistingBusiness } from '../../domain/businesses/business.ts';
import type { ExistingCampaign } from '../../domain/campaigns/campaign.ts';
import type { ContactId, MemberId } from '../../domain/kernel/ids.ts';
import { Member } from '../../domain/loops/member.ts';
import { LoopRules, pointsOf } from '../../domain/loops/rules.ts';
import { asksOfCampaign, type CampaignWords } from '../../domain/personalization/loop-words.ts';
import { liveVersion, PageState } from '../../domain/pages/page.ts';
import { streams } from '../../domain/streams.ts';
import { stateOf, type CommandServices } from '../kernel/unit-of-work.ts';
import { publicAddress } from './public-address.ts';
import { memberIdOf } from './member-id.ts';

/** Where a member sees their points and takes their rewards: private, unlike the link that they share. */
export const memberPagePath = ({ identifiers }: Pick<CommandServices, 'identifiers'>, memberId: MemberId): string =>
  `/t/${identifiers.token('member-page', memberId)}`;
export const shareLinkPath = ({ identifiers }: Pick<CommandServices, 'identifiers'>, memberId: MemberId): string =>
  `/l/${identifiers.token('member', memberId)}`;

/**
 * What texts say of a campaign for one contact; null where none of `templates` asks for it. `joins`: they become a member
 * with what is written to them now: their links follow from their id, so that they are known before.
 */
export async function campaignWords(
  world: CommandServices,
  campaign: ExistingCampaign,
  contactId: ContactId,
  { agencyId, uniqueId }: Pick<ExistingBusiness, 'agencyId' | 'uniqueId'>,
  templates: readonly string[],
  joins = false,
): Promise<CampaignWords | null> {
  if (!asksOfCampaign(...templates)) return null;
  const { campaignId, type } = campaign;
  const memberId = memberIdOf(campaignId, contactId);
  const names = {
    page: streams.page(campaignId),
    ...(type === 'loop' && { member: streams.member(memberId), rules: streams.loopRules(campaignId) }),
  };
  const [found, address] = await Promise.all([
    world.events.readMany(Object.values(names)),
    publicAddress(world, agencyId),
  ]);
  const published = liveVersion(stateOf(PageState, found.get(names.page))) !== null && type !== 'text';
  const member = stateOf(Member, found.get(names.member ?? ''));
  const rules = stateOf(LoopRules, found.get(names.rules ?? ''));
  const tally = member.status === 'member' ? member.tally : new Map([['join', 1]]);
  return {
    page: published ? `${address}/pages/${campaignId}/${encodeURIComponent(uniqueId)}` : null,
    loop:
      type !== 'loop' || (member.status === 'none' && !joins) ?
        null
      : {
          link: address + shareLinkPath(world, memberId),
          page: address + memberPagePath(world, memberId),
          points: pointsOf(tally, rules),
        },
  };
}
