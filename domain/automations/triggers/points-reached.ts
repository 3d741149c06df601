import { z } from 'zod';
import { chosen } from '../values/fields.ts';
import { referred } from '../values/references.ts';
import { any, eventTrigger } from './trigger.ts';

/** `before`: how many there were before. */
interface Points {
  readonly campaignId: string;
  readonly points: number;
  readonly before?: number;
}

/** Of a loop: so many points, or more. */
export const pointsReached = eventTrigger(
  z.object({ kind: z.literal('points-reached'), campaignId: chosen, points: z.number().int().min(1).max(1_000_000) }),
  (wanted, { campaignId, points }: Points) => any(wanted.campaignId, campaignId) && points >= wanted.points,
)({
  fresh: () => ({ kind: 'points-reached', campaignId: null, points: 10 }),
  check({ campaignId }, at, { known, reference }) {
    reference(`${at}.campaignId`, campaignId, known.campaigns, 'Choose a campaign.');
  },
  references: (on, refer) => ({ ...on, campaignId: referred(refer, 'campaign', on.campaignId) }),
  // Points are reached once: by what takes them there.
  starts: (wanted, { before = 0 }) => before < wanted.points,
  timeline: ['loop'],
});
