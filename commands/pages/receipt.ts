import type { SubmissionId } from '../../domain/kernel/ids.ts';
import { Submission } from '../../domain/submission/submission.ts';
import { streams } from '../../domain/streams.ts';
import { couponIdOf } from '../coupons/issue.ts';
import { question } from '../command.ts';
import { stateOf } from '../kernel.ts';

/** What was sent with a page's form, for the page that says thank you; null: nothing was. */
export const receiptOf = question(async (world, submissionId: SubmissionId) => {
  const submission = stateOf(Submission, await world.events.read(streams.submission(submissionId)));
  if (submission.status === 'none') return null;
  const { campaignId, businessId, contactId, kind, pageVersion, choices, email, emailVerified, asked } = submission;
  const couponId = couponIdOf(campaignId, contactId);
  return {
    campaignId,
    businessId,
    contactId,
    couponId,
    kind,
    pageVersion,
    choices,
    email,
    emailVerified,
    asked: asked.length,
  };
});
