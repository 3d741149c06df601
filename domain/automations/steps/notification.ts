import { z } from 'zod';
import { messageFields } from '../../messages/fields.ts';
import { chosen } from '../values/fields.ts';
import { referred } from '../values/references.ts';
import { action, body, freshAction, step } from './step.ts';

/** A text, with pictures where MMS is active. */
export const notification = step(
  z.object({
    kind: z.literal('Notification'),
    ...action,
    body,
    media: messageFields.media,
    // Without one no coupon can be merged in.
    campaignId: chosen,
  }),
)({
  fresh: () => ({ kind: 'Notification', ...freshAction, body: '', media: [], campaignId: null }),
  plan: ({ body, media, campaignId }) => ({
    kind: 'act',
    effects: [{ kind: 'text', template: body, media, campaignId }],
  }),
  check({ body, media, campaignId }, { known, say, template, reference }) {
    template('body', body, { required: media.length === 0 ? 'Write a message.' : null, coupon: campaignId !== null });
    if (media.length > 0 && !known.mms) say('needs-mms', 'media', 'Pictures need MMS, which is not active.');
    reference('campaignId', campaignId, known.campaigns, null);
  },
  references: (step, refer) => ({ ...step, campaignId: referred(refer, 'campaign', step.campaignId) }),
  withoutOwner: (step) => ({ ...step, media: [] }),
});
