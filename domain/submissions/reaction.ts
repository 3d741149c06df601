import { type CampaignData, type ExistingCampaign, replyOf } from '../campaigns/campaign.ts';
import { attributesIn } from '../contacts/attributes.ts';
import { Contact } from '../contacts/contact.ts';
import { giveDetails } from '../contacts/details.ts';
import { discover } from '../contacts/discover.ts';
import { keepSuppressed, type KeptSuppression, noSuppression } from '../contacts/erase.ts';
import {
  ContactJoinedCampaign,
  ContactOptInRequested,
  ContactSubscribedToEmail,
  type ContactEvent,
} from '../contacts/events.ts';
import { nameContact } from '../contacts/name.ts';
import { optIn } from '../contacts/opt-in.ts';
import type { CampaignWords } from '../personalization/loop-words.ts';
import { type CouponWords, memberValues } from '../personalization/coupon-words.ts';
import { fitted, type Reply, withConfirmation } from '../inbound/reaction.ts';
import { fold } from '../kernel/decider.ts';
import { optInConfirmation, optInRequest } from '../sms/compliance-texts.ts';
import { renderTemplate } from '../personalization/text-fields.ts';
import { formatPhone } from '../sms/phone.ts';
import type { SentSubmission } from './submission.ts';

/** What a submission of a page makes of the contact, and the texts that follow. */
export interface SubmissionReaction {
  readonly contact: readonly ContactEvent[];
  readonly replies: readonly (Omit<Reply, 'purpose'> & { readonly purpose: Reply['purpose'] | 'opt-in-request' })[];
}

interface Given {
  readonly businessName: string;
  readonly coupon: CouponWords | null;
  readonly words: CampaignWords | null;
  /** What whoever had this number or address before had said no to, and was erased. Left out: nothing. */
  readonly kept?: KeptSuppression;
}

/** `page`: which version was seen, as proofs of consent name it: `<campaign>@<version>#<hash>`. */
export function reactToSubmission(
  submission: SentSubmission,
  campaign: ExistingCampaign,
  { businessName, coupon, words, kept }: Given,
  before: Contact,
): SubmissionReaction {
  const joined = join(submission, campaign, kept, before);
  const after = fold(Contact, joined, before);
  const opted = joined.some((event) => event.type === 'ContactOptedIn');
  const asked = joined.some((event) => event.type === 'ContactOptInRequested');
  const brand = { name: businessName };
  // Who has said stop gets nothing until they say start themself; the page tells them so.
  if (after.status === 'none' || after.status === 'optedOut') return { contact: joined, replies: [] };
  if (asked) return { contact: joined, replies: [{ purpose: 'opt-in-request', body: optInRequest(brand), media: [] }] };
  if (!opted) return { contact: joined, replies: [] };
  const phone = submission.phone === null ? null : formatPhone(submission.phone);
  const values = memberValues({
    contact: after,
    phone,
    businessName,
    keyword: campaign.keyword,
    coupon,
    campaign: words,
  });
  const body = fitted(renderTemplate(replyOf(campaign), values));
  const reply: Reply = { purpose: 'keyword-reply', body, media: campaign.replyMedia };
  return { contact: joined, replies: withConfirmation(reply, optInConfirmation(brand)) };
}

/** One after another, each on what the one before has made. */
function join(
  submission: SentSubmission,
  campaign: ExistingCampaign,
  kept: KeptSuppression | undefined,
  before: Contact,
): readonly ContactEvent[] {
  const { contactId, businessId, phone, email, kind } = submission;
  const { campaignId, keyword } = campaign;
  const ids = { contactId, businessId };
  const steps: readonly ((contact: Contact) => readonly ContactEvent[])[] = [
    (contact) => discover({ ...ids, phone, email, via: 'form', kept: kept ?? noSuppression }, contact),
    (contact) =>
      email === null || submission.emailVerified ? [] : keepSuppressed(kept ?? noSuppression, false, contact),
    (contact) => nameOnce(submission, contact),
    (contact) => giveDetails({ ...attributesIn(submission), custom: submission.custom }, contact),
    (contact) =>
      contact.status === 'none' || (contact.joined.has(campaignId) && !contact.preferences.muted.has(campaignId)) ?
        []
      : [ContactJoinedCampaign.create({ ...ids, campaignId, keyword, via: kind === 'popup' ? 'popup' : 'page' })],
    (contact) => agreeToTexts(submission, campaign, contact),
    (contact) => agreeToEmails(submission, campaign, contact),
  ];
  let contact = before;
  const events: ContactEvent[] = [];
  for (const step of steps) {
    const made = step(contact);
    events.push(...made);
    contact = fold(Contact, made, contact);
  }
  return events;
}

/** A name that is known already is not overwritten by whoever knows the number. */
function nameOnce({ name }: SentSubmission, contact: Contact): readonly ContactEvent[] {
  if (name === null || contact.status === 'none' || contact.firstName !== null || contact.lastName !== null) return [];
  const words = name.trim().split(/\s+/u);
  const firstName = words[0]?.slice(0, 100) ?? null;
  const lastName = words.slice(1).join(' ').slice(0, 100);
  return nameContact({ firstName, lastName: lastName === '' ? null : lastName }, contact);
}

const agreed = (consent: SentSubmission['consent' | 'emailConsent'], to: 'texts' | 'emails'): boolean =>
  consent !== null && consent[to] && consent.ticked !== false;

const proofOf = (
  { campaignId, pageVersion, pageHash }: SentSubmission,
  consent: SentSubmission['consent' | 'emailConsent'],
) => ({
  text: consent?.text ?? null,
  pageVersion: `${campaignId}@${pageVersion}#${pageHash}`,
  checkboxTicked: consent?.ticked ?? null,
  providerMessageId: null,
});

/**
 * A number typed on a page proves nothing of who holds it: who has said stop is not opted in by it, and where the
 * business asks twice, nobody is.
 */
function agreeToTexts(
  submission: SentSubmission,
  { campaignId, keyword, settings }: Pick<CampaignData & ExistingCampaign, 'campaignId' | 'keyword' | 'settings'>,
  contact: Contact,
): readonly ContactEvent[] {
  const { contactId, businessId, phone, ipAddress } = submission;
  if (phone === null || contact.status === 'none' || !agreed(submission.consent, 'texts')) return [];
  const proof = { phone, consent: proofOf(submission, submission.consent), ipAddress };
  if (contact.status === 'optedOut' || (settings.doubleOptIn && contact.status !== 'subscribed')) {
    if (contact.pending?.campaignId === campaignId) return [];
    return [ContactOptInRequested.create({ contactId, businessId, campaignId, keyword, ...proof })];
  }
  return optIn({ contactId, businessId, campaign: { campaignId, keyword }, source: 'form', ...proof }, contact);
}

/** An address that was unsubscribed comes back by its holder's own agreement alone, proved by the link in an email. */
function agreeToEmails(
  submission: SentSubmission,
  { campaignId }: Pick<ExistingCampaign, 'campaignId'>,
  contact: Contact,
): readonly ContactEvent[] {
  const { contactId, businessId, email, ipAddress } = submission;
  // A popup has asked for the address alone, in a step of its own.
  const consent = submission.emailConsent ?? submission.consent;
  if (email === null || contact.status === 'none' || !agreed(consent, 'emails')) return [];
  if (contact.emails === 'subscribed' && contact.details.email === email) return [];
  if (contact.emails === 'unsubscribed' && !submission.emailVerified) return [];
  return [
    ContactSubscribedToEmail.create({
      contactId,
      businessId,
      email,
      campaignId,
      source: 'form',
      consent: proofOf(submission, consent),
      ipAddress,
    }),
  ];
}
