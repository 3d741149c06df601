import type { ExistingBroadcast } from '../../broadcasts/broadcast.ts';
import { asksForCoupon } from '../../broadcasts/check.ts';
import { messageIdOf } from '../../broadcasts/recipient.ts';
import type { Contact } from '../../contacts/contact.ts';
import { emailStop } from '../../contacts/email-trouble.ts';
import type { EventOf } from '../../kernel/event.ts';
import { type ContactEmail, isQueued, oneLine, type QueuedEmail } from '../../emails/contact-email.ts';
import type { EmailQueued } from '../../emails/events.ts';
import type { EmailSuppressReason } from '../../emails/fields.ts';
import { type MadeVersion, valuesFor } from '../../emails/version.ts';
import type { CouponWords } from '../../personalization/coupon-words.ts';
import type { CustomMergeField } from '../../personalization/fields.ts';
import { fill } from '../../personalization/template.ts';
import { mergeValues } from '../../personalization/values.ts';
import { formatPhone } from '../../sms/phone.ts';
import { type EmailDelivery, type Rule, type Sender, suppress } from '../delivery.ts';
import type { Recipient } from '../recipient.ts';
import { noConsent as noConsentTo, unpaid as unpaidFor } from '../rules.ts';

/** What is an email's own: how the rules see it, the rules that no other channel has, and what a broadcast's says. */

type Queued = EventOf<typeof EmailQueued>['data'];
/** An email whose person is not erased. */
export type LegibleEmail = Queued & { readonly to: string; readonly subject: string };

/** An email that was queued. */
export function emailDelivery({ status, mail }: QueuedEmail): EmailDelivery {
  const { purpose, to, mailId, campaignId } = mail;
  const stage = status === 'queued' ? 'waiting' : 'ended';
  return { channel: 'mail', id: mailId, purpose, campaignId, stage, to, unfilled: false };
}

/** The email to a recipient of a broadcast: as it was queued, or as it would be (`filled`; null: it can't be filled in). */
export function recipientEmail(
  id: string,
  email: ContactEmail,
  filled: LegibleEmail | null,
  contact: Contact,
): { readonly queued: LegibleEmail | null; readonly delivery: EmailDelivery } {
  const isFresh = email.status === 'none';
  const queued = isQueued(email) ? legibleEmail(email.mail) : filled;
  const hasAddress = contact.status !== 'none' && contact.status !== 'erased' && contact.details.email !== null;
  return {
    queued,
    delivery: {
      channel: 'mail',
      id,
      purpose: 'broadcast',
      campaignId: queued?.campaignId ?? null,
      stage:
        isFresh ? 'fresh'
        : email.status === 'queued' ? 'waiting'
        : 'ended',
      to: queued?.to ?? null,
      unfilled: isFresh && queued === null && hasAddress,
    },
  };
}

/** Null: the person was erased. */
export const legibleEmail = (email: Queued): LegibleEmail | null => {
  const { to, subject } = email;
  return to === null || subject === null ? null : { ...email, to, subject };
};

type EmailRule = Rule<EmailDelivery, EmailSuppressReason>;

/** The contact had an address when the audience was frozen, and has none now. */
export const noAddress: EmailRule = ({ delivery, contact }) =>
  (
    delivery.stage === 'fresh' &&
    contact.status !== 'none' &&
    contact.status !== 'erased' &&
    contact.details.email === null
  ) ?
    suppress('no-address')
  : null;

/** An email to this address came back for good, or was reported as spam. */
export const mailboxStopped: EmailRule = ({ delivery: { to }, contact }) => {
  const stopped = to === null ? null : emailStop(contact, to);
  return stopped === null ? null : suppress(stopped);
};

export const noConsent: EmailRule = noConsentTo(({ emails }) => emails);

/** No event holds an email: it waits in the outbox. */
export const unpaid: EmailRule = unpaidFor(() => true);

export const unsubscribed: EmailRule = ({ contact }) =>
  contact.status !== 'none' && contact.emails === 'unsubscribed' ? suppress('unsubscribed') : null;

/** What an email is made with. `version`: of the recipient's variant, with which merge fields it asks for. */
export interface EmailWords {
  readonly version: MadeVersion;
  readonly fields: readonly string[];
  readonly custom: readonly CustomMergeField[];
  readonly keyword: string | null;
  /** Of the recipient; null: they can't be given one. */
  readonly coupon: CouponWords | null;
}

/**
 * The email to a recipient as it would be queued; null: there is no address or no version, its subject is empty, or it
 * names a coupon that this recipient can't be given.
 */
export function emailFor(
  { businessId, broadcastId, setup }: ExistingBroadcast,
  { contactId, variant }: Recipient,
  contact: Contact,
  { business }: Sender,
  words: EmailWords | null,
): LegibleEmail | null {
  if (words === null || contact.status === 'none' || contact.status === 'erased' || business.status === 'none')
    return null;
  const { version, fields, custom, keyword, coupon } = words;
  const { firstName, lastName, phone, details } = contact;
  const to = details.email;
  if (to === null || (coupon === null && asksForCoupon(fields))) return null;
  const person = { firstName, lastName, details, phone: phone === null ? null : formatPhone(phone) };
  const values = mergeValues({ person, sender: business, custom, coupon, keyword });
  const subject = oneLine(fill(version.subject, values)).slice(0, 200).toWellFormed();
  if (subject === '') return null;
  return {
    mailId: messageIdOf(businessId, broadcastId, contactId),
    businessId,
    contactId,
    purpose: 'broadcast',
    campaignId: setup.campaignId as Queued['campaignId'],
    to,
    subject,
    body: null,
    button: null,
    content: { versionId: version.versionId, values: valuesFor(fields, values) },
    aboutId: null,
    automation: null,
    broadcastId,
    variant,
  };
}
