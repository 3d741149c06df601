import { z } from 'zod';
import { chosen } from '../values/fields.ts';
import { referred } from '../values/references.ts';
import { action, body, freshAction, step } from './step.ts';

/** Issues a coupon of the campaign, and says so by text; empty: nothing is said. */
export const redemption = step(z.object({ kind: z.literal('Redemption'), ...action, campaignId: chosen, body }))({
  fresh: () => ({ kind: 'Redemption', ...freshAction, campaignId: null, body: '' }),
  plan: ({ campaignId, body }) => ({
    kind: 'act',
    effects: [
      { kind: 'coupon', campaignId },
      ...(body.trim() === '' ? [] : [{ kind: 'text', template: body, media: [], campaignId } as const]),
    ],
  }),
  check({ campaignId, body }, { known, template, reference }) {
    template('body', body, { required: null, coupon: true });
    reference('campaignId', campaignId, known.campaigns, 'Choose whose coupon they get.');
  },
  references: (step, refer) => ({ ...step, campaignId: referred(refer, 'campaign', step.campaignId) }),
});
