import { z } from 'zod';
import { chosen } from '../values/fields.ts';
import { referred } from '../values/references.ts';
import { action, freshAction, step } from './step.ts';

/** The contact is of the campaign from then on. It agrees to nothing by that. */
export const subscribeContactToList = step(
  z.object({ kind: z.literal('SubscribeContactToList'), ...action, campaignId: chosen }),
)({
  fresh: () => ({ kind: 'SubscribeContactToList', ...freshAction, campaignId: null }),
  plan: ({ campaignId }) => ({ kind: 'act', effects: [{ kind: 'change', change: { what: 'campaign', campaignId } }] }),
  check({ campaignId }, { known, reference }) {
    reference('campaignId', campaignId, known.campaigns, 'Choose a campaign.');
  },
  references: (step, refer) => ({ ...step, campaignId: referred(refer, 'campaign', step.campaignId) }),
});
