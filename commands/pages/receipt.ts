import { Business } from '../../domain/businesses/business.ts';
import { Campaign } from '../../domain/campaigns/campaign.ts';
import type { SubmissionId } from '../../domain/kernel/ids.ts';
import { Submission } from '../../domain/submissions/submission.ts';
import { streams } from '../../domain/streams.ts';
import { couponFor, couponIdOf } from '../coupons/issue.ts';
import { question } from '../kernel/command.ts';
import { stateOf } from '../kernel/unit-of-work.ts';

/** What was sent with a page's form, for the page that says thank you; null: nothing was. */
export const receiptOf = question(async (world, submissionId: SubmissionId) => {
  const submission = stateOf(Submission, await world.events.read(streams.submission(submissionId)));
  if (submission.status === 'none') return null;
  const { campaignId, businessId, contactId, kind, pageVersion, choices, phone, email, emailVerified, asked } =
    submission;
  const couponId = couponIdOf(campaignId, contactId);
  return {
    submissionId,
    campaignId,
    businessId,
    contactId,
    couponId,
    kind,
    pageVersion,
    choices,
    phone,
    email,
    emailVerified,
    asked: asked.length,
  };
});

/**
 * The coupon of an entry, told at once where somebody waits for it: it is issued a moment later, and its code follows
 * from its id. Null: the campaign gives none, or the page first wants the address proved.
 */
export const prizeOf = question(async (world, submissionId: SubmissionId) => {
  const submission = stateOf(Submission, await world.events.read(streams.submission(submissionId)));
  if (submission.status === 'none') return null;
  const { campaignId, businessId, contactId, email, emailVerified } = submission;
  const names = { campaign: streams.campaign(campaignId), business: streams.business(businessId) };
  const found = await world.events.readMany(Object.values(names));
  const campaign = stateOf(Campaign, found.get(names.campaign));
  const business = stateOf(Business, found.get(names.business));
  if (campaign.status === 'none' || business.status === 'none') return null;
  const waits = campaign.settings.verifyEmail && email !== null && !emailVerified;
  const held = waits ? null : await couponFor(world, campaign, contactId, business);
  return { waits, code: held?.words.code ?? null, link: held?.words.link ?? null };
});
