import type { Position } from '../../adapters/event-store/port.ts';
import {
  CampaignList,
  claimKeyword,
  KeywordClaim,
  listCampaign,
  releaseKeyword,
} from '../../domain/businesses/claims.ts';
import { Campaign, loseNumber, meetNumber } from '../../domain/campaigns/campaign.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import { type BusinessId, type CampaignId, namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import type { Tenant } from '../../domain/kernel/event.ts';
import type { E164 } from '../../domain/sms/values.ts';
import { streams } from '../../domain/streams.ts';
import type { Call } from '../kernel/command.ts';
import { startUnitOfWork, furthest, stateOf, type UnitOfWork, type CommandServices } from '../kernel/unit-of-work.ts';

/**
 * Notes that a campaign is the business's. Before the campaign itself, so that none is ever missed; an entry without
 * a campaign says nothing.
 */
export const enlist = (work: UnitOfWork, businessId: BusinessId, campaignId: CampaignId): Promise<unknown> =>
  work.change({
    stream: streams.campaignList(businessId),
    aggregate: CampaignList,
    decide: (list) => listCampaign({ businessId, campaignId }, list),
  });

type OpenCampaign = Extract<Campaign, { status: 'active' | 'waiting' }>;
/** The campaigns of a business with their states, in the order they were made; without those put away. */
export async function campaignsOf(world: CommandServices, businessId: BusinessId): Promise<readonly OpenCampaign[]> {
  const list = stateOf(CampaignList, await world.events.read(streams.campaignList(businessId)));
  if (list.length === 0) return [];
  const names = list.map((id) => streams.campaign(id));
  const found = await world.events.readMany(names);
  return names
    .map((name) => stateOf(Campaign, found.get(name)))
    .filter((campaign) => campaign.status === 'active' || campaign.status === 'waiting');
}

/**
 * Brings the campaigns of a business in line with the number it has (null: none): those of another number lose it and
 * free their keywords, those that wait claim theirs. A keyword that is another campaign's there goes on waiting, and
 * says so. Called again it does what is still to do. Answers how far the log has come.
 */
export async function followNumber(
  { world, context }: Call,
  tenant: Tenant,
  businessId: BusinessId,
  number: E164 | null,
): Promise<Position | null> {
  // Each campaign in commands of its own: what it lost a moment ago, or another one claimed, are other decisions.
  const as = (...purpose: string[]): UnitOfWork =>
    startUnitOfWork(world, context, { tenant, commandId: uuidV5(namespaces.command, context.commandId, ...purpose) });
  const works: UnitOfWork[] = [];
  for (const campaign of await campaignsOf(world, businessId)) {
    const { campaignId, keyword } = campaign;
    const stream = streams.campaign(campaignId);
    const held = campaign.status === 'active' ? campaign.number : campaign.takenOn;
    if (held !== null && held !== number) {
      const work = as('lose-number', held, campaignId);
      works.push(work);
      // The campaign last: as long as it holds the number, what is left to do is found again.
      await work.change({
        stream: streams.keywordClaim(held, keyword),
        aggregate: KeywordClaim,
        decide: (claim) => releaseKeyword({ number: held, keyword, businessId, campaignId }, claim),
      });
      await work.change({ stream, aggregate: Campaign, decide: (current) => loseNumber({ number: held }, current) });
    }
    if (number !== null && !(campaign.status === 'active' && held === number)) {
      const work = as('meet-number', number, campaignId);
      works.push(work);
      const claimed = await claim(work, { number, keyword, businessId, campaignId });
      await work.change({ stream, aggregate: Campaign, decide: (current) => meetNumber({ number, claimed }, current) });
    }
  }
  return furthest(...works.map((work) => work.outcome(undefined)));
}

/** Whether the keyword is the campaign's now. */
async function claim(work: UnitOfWork, wanted: Parameters<typeof claimKeyword>[0]): Promise<boolean> {
  try {
    await work.change({
      stream: streams.keywordClaim(wanted.number, wanted.keyword),
      aggregate: KeywordClaim,
      decide: (current) => claimKeyword(wanted, current),
    });
    return true;
  } catch (error) {
    if (error instanceof DomainError && error.code === 'keyword_taken') return false;
    throw error;
  }
}
