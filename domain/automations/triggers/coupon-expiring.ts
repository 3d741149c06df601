import { z } from 'zod';
import { chosen } from '../values/fields.ts';
import { referred } from '../values/references.ts';
import { trigger } from './trigger.ts';

export const couponExpiring = trigger(
  z.object({ kind: z.literal('coupon-expiring'), campaignId: chosen, days: z.number().int().min(1).max(365) }),
)({
  fresh: () => ({ kind: 'coupon-expiring', campaignId: null, days: 3 }),
  check({ campaignId }, at, { known, reference }) {
    reference(`${at}.campaignId`, campaignId, known.campaigns, 'Choose a campaign.');
  },
  references: (on, refer) => ({ ...on, campaignId: referred(refer, 'campaign', on.campaignId) }),
  timeline: ['coupon'],
});
