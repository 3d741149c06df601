import { z } from 'zod';
import type { Checking } from '../values/checking.ts';
import { chosen } from '../values/fields.ts';
import { type Refer, referred } from '../values/references.ts';
import { any, eventTrigger } from './trigger.ts';

/** Events of a campaign: of this one, or (null) of any. */
interface OfCampaign {
  readonly campaignId: string | null;
}
const ofCampaign = (wanted: OfCampaign, is: { readonly campaignId: string }): boolean =>
  any(wanted.campaignId, is.campaignId);
const campaign = {
  check({ campaignId }: OfCampaign, at: string, { known, reference }: Checking): void {
    reference(`${at}.campaignId`, campaignId, known.campaigns, null);
  },
  references: <On extends OfCampaign>(on: On, refer: Refer): On => ({
    ...on,
    campaignId: referred(refer, 'campaign', on.campaignId),
  }),
};

export const pageSubmitted = eventTrigger(
  z.object({ kind: z.literal('page-submitted'), campaignId: chosen }),
  ofCampaign,
)({ fresh: () => ({ kind: 'page-submitted', campaignId: null }), ...campaign, timeline: ['page'] });

export const voteCast = eventTrigger(
  z.object({ kind: z.literal('vote-cast'), campaignId: chosen }),
  ofCampaign,
)({ fresh: () => ({ kind: 'vote-cast', campaignId: null }), ...campaign, timeline: ['vote'] });

export const couponIssued = eventTrigger(
  z.object({ kind: z.literal('coupon-issued'), campaignId: chosen }),
  ofCampaign,
)({ fresh: () => ({ kind: 'coupon-issued', campaignId: null }), ...campaign, timeline: ['coupon'] });

export const couponRedeemed = eventTrigger(
  z.object({ kind: z.literal('coupon-redeemed'), campaignId: chosen }),
  ofCampaign,
)({ fresh: () => ({ kind: 'coupon-redeemed', campaignId: null }), ...campaign, timeline: ['coupon'] });
