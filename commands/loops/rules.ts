import { z } from 'zod';
import { Campaign } from '../../domain/campaigns/campaign.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import { CampaignId, RewardId } from '../../domain/kernel/ids.ts';
import { loopFields } from '../../domain/loops/fields.ts';
import { LoopRules, orderRules, removeRule, setRule, switchRule } from '../../domain/loops/rules.ts';
import { streams } from '../../domain/streams.ts';
import { people } from '../kernel/caller.ts';
import { type Call, decision } from '../kernel/command.ts';
import { businessUserOf } from '../kernel/business-user.ts';
import { stateOf } from '../kernel/unit-of-work.ts';

/** The rules of a loop of the business that the session is at; anybody else's, or of another kind, do not exist. */
async function ownRules({ world, context }: Call, { campaignId }: { readonly campaignId: CampaignId }) {
  const desk = businessUserOf(context);
  const campaign = stateOf(Campaign, await world.events.read(streams.campaign(campaignId)));
  if (campaign.status === 'none' || campaign.businessId !== desk.businessId || campaign.type !== 'loop')
    throw new DomainError('not_found', 'This loop does not exist.');
  return { ...desk, stream: streams.loopRules(campaignId) };
}
const common = { by: people, aggregate: LoopRules, at: ownRules };
const one = { campaignId: CampaignId, rewardId: RewardId };

export const setLoopRule = decision({
  ...common,
  input: z.object({ ...one, rule: loopFields.rule, isNew: z.boolean() }),
  decide: (wanted, rules, { businessId }) => setRule({ ...wanted, businessId }, rules),
});
export const switchLoopRule = decision({
  ...common,
  input: z.object({ ...one, active: z.boolean() }),
  decide: (wanted, rules, { businessId }) => switchRule({ ...wanted, businessId }, rules),
});
export const removeLoopRule = decision({
  ...common,
  input: z.object(one),
  decide: (wanted, rules, { businessId }) => removeRule({ ...wanted, businessId }, rules),
});
export const orderLoopRules = decision({
  ...common,
  input: z.object({ campaignId: CampaignId, order: z.array(RewardId).max(100) }),
  decide: (wanted, rules, { businessId }) => orderRules({ ...wanted, businessId }, rules),
});
