import { z } from 'zod';
import { chosen, short } from '../values/fields.ts';
import { referred } from '../values/references.ts';
import { action, freshAction, step } from './step.ts';

export const sendEmail = step(
  z.object({
    kind: z.literal('SendEmail'),
    ...action,
    subject: short,
    preheader: short,
    /** The document of the email editor. */
    designId: chosen,
    campaignId: chosen,
  }),
)({
  fresh: () => ({ kind: 'SendEmail', ...freshAction, subject: '', preheader: '', designId: null, campaignId: null }),
  plan: ({ subject, preheader, designId, campaignId }) => ({
    kind: 'act',
    effects: [{ kind: 'mail', subject, preheader, designId, campaignId }],
  }),
  check({ subject, preheader, designId, campaignId }, { known, template, reference }) {
    const coupon = campaignId !== null;
    template('subject', subject, { required: 'Write a subject.', coupon });
    template('preheader', preheader, { required: null, coupon });
    reference('designId', designId, known.designs, 'Choose how it looks.');
    reference('campaignId', campaignId, known.campaigns, null);
  },
  references: (step, refer) => ({
    ...step,
    campaignId: referred(refer, 'campaign', step.campaignId),
    designId: referred(refer, 'design', step.designId),
  }),
});
