import { z } from 'zod';
import { chosen } from '../values/fields.ts';
import { referred } from '../values/references.ts';
import { any, eventTrigger } from './trigger.ts';

export const rewardUnlocked = eventTrigger(
  z.object({ kind: z.literal('reward-unlocked'), campaignId: chosen, rewardId: chosen }),
  (wanted, { campaignId, rewardId }: { readonly campaignId: string; readonly rewardId: string }) =>
    any(wanted.campaignId, campaignId) && any(wanted.rewardId, rewardId),
)({
  fresh: () => ({ kind: 'reward-unlocked', campaignId: null, rewardId: null }),
  check({ campaignId, rewardId }, at, { known, reference }) {
    reference(`${at}.campaignId`, campaignId, known.campaigns, null);
    reference(`${at}.rewardId`, rewardId, known.rewards, null);
  },
  references: (on, refer) => ({
    ...on,
    campaignId: referred(refer, 'campaign', on.campaignId),
    rewardId: referred(refer, 'reward', on.rewardId),
  }),
  timeline: ['loop'],
});
