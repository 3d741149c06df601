import { z } from 'zod';
import { Business } from '../../domain/businesses/business.ts';
import { Campaign, replyOf } from '../../domain/campaigns/campaign.ts';
import { Contact } from '../../domain/contacts/contact.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import { MessageId, namespaces, SubmissionId, uuidV5 } from '../../domain/kernel/ids.ts';
import { noteRank } from '../../domain/limits/contacts.ts';
import { Message } from '../../domain/messages/message.ts';
import { queue } from '../../domain/messages/queue.ts';
import { reactToSubmission } from '../../domain/submissions/reaction.ts';
import { awaitsEmail, Submission } from '../../domain/submissions/submission.ts';
import { streams } from '../../domain/streams.ts';
import { command } from '../kernel/command.ts';
import { findOrDeriveContact, releaseAddress } from '../directory/contact-directory.ts';
import { couponFor, issue } from '../coupons/issue.ts';
import { listsOf } from '../directory/list-entries.ts';
import { campaignWords } from '../directory/campaign-words.ts';
import { roomFor } from '../directory/contact-room.ts';
import { startUnitOfWork, stateOf } from '../kernel/unit-of-work.ts';
import { askToProve } from './verify.ts';

/**
 * Everything that a page's form sets off; where the campaign verifies addresses, that is at first the email with the
 * link, and the rest when that was followed. The command's identity is the submission: called again, or after a crash
 * half-way, it does what is missing. Submissions of one contact are reacted to in the order they came.
 */
export const reactToPage = command({
  input: z.object({ submissionId: SubmissionId }),
  by: ['system'],
  async run({ world, context }, { submissionId }) {
    const sent = await world.events.read(streams.submission(submissionId));
    const submission = stateOf(Submission, sent);
    const cause = sent[0];
    if (submission.status === 'none' || cause === undefined)
      throw new DomainError('not_found', 'This submission does not exist.');
    const { tenant } = cause.metadata;
    const work = startUnitOfWork(world, context, {
      tenant,
      commandId: uuidV5(namespaces.command, 'react-to-page', submissionId, String(submission.emailVerified)),
      causationId: cause.id,
      correlationId: cause.metadata.correlationId,
    });
    const { contactId, businessId, campaignId, phone, email } = submission;
    // The person was erased before we came to it: there is nobody to react to.
    if (phone === null && email === null) return work.outcome(undefined);
    const [campaign, business, { kept }, known] = await Promise.all([
      world.loadState(streams.campaign(campaignId), Campaign),
      world.loadState(streams.business(businessId), Business),
      findOrDeriveContact(world, businessId, { phone, email }),
      world.events.read(streams.contact(contactId)),
    ]);
    if (stateOf(Contact, known).status === 'erased') return work.outcome(undefined);
    if (campaign.status === 'none' || business.status === 'none') return work.outcome(undefined);
    if (awaitsEmail(submission, campaign.settings)) {
      if (submission.asked.length === 0) await askToProve(world, work, submission, business);
      return work.outcome(undefined);
    }

    // Put on the blacklist since it was sent: it makes nobody a member, and causes nothing.
    if ((await listsOf(world, businessId, submission)).black) return work.outcome(undefined);

    const coupon = await couponFor(world, campaign, contactId, business);
    const words = await campaignWords(world, campaign, contactId, business, [replyOf(campaign)], true);
    const given = { businessName: business.name, coupon: coupon?.words ?? null, words, kept };
    const rooms = stateOf(Contact, known).status === 'none' ? await roomFor(world, businessId, business) : [];
    const { before } = await work.change({
      stream: streams.contact(contactId),
      aggregate: Contact,
      seen: known,
      decide: (contact) =>
        noteRank(rooms, submission, contact, reactToSubmission(submission, campaign, given, contact).contact),
    });
    if (before.status === 'erased') return work.outcome(undefined);
    if (kept.emails && submission.emailVerified) await releaseAddress(world, work, businessId, email);
    if (coupon !== null) await issue(world, context, tenant, campaign, contactId, 'page');
    if (phone !== null && business.number !== null)
      for (const { purpose, body, media } of reactToSubmission(submission, campaign, given, before).replies) {
        const messageId = MessageId.parse(uuidV5(namespaces.message, businessId, purpose, submissionId));
        const from = business.number;
        await work.change({
          stream: streams.message(messageId),
          aggregate: Message,
          seen: [],
          decide: (message) =>
            queue(
              { messageId, businessId, contactId, from, to: phone, body, media, purpose, notBefore: null, campaignId },
              message,
            ),
        });
      }
    return work.outcome(undefined);
  },
});
