import type { Contact } from '../contact/contact.ts';
import type { CouponWords } from '../merge/coupon-words.ts';
import type { EventOf } from '../kernel/event.ts';
import { type ContactMail, isQueued, oneLine } from '../mail/contact-mail.ts';
import { mailVerdict } from '../mail/decide-send.ts';
import type { MailQueued } from '../mail/events.ts';
import type { MailSuppressReason } from '../mail/fields.ts';
import { type MadeVersion, valuesFor } from '../mail/version.ts';
import type { CustomMergeField } from '../merge/fields.ts';
import { fill } from '../merge/template.ts';
import { mergeValues } from '../merge/values.ts';
import type { Sender } from '../message/decide-send.ts';
import { formatPhone } from '../sms/phone.ts';
import type { ExistingBroadcast } from './broadcast.ts';
import { asksForCoupon } from './check.ts';
import type { Recipient } from './decide-send.ts';
import { messageIdOf } from './recipient.ts';

type Queued = EventOf<typeof MailQueued>['data'];
/** A mail to somebody who is there: nothing of it was erased. */
export type LegibleMail = Queued & { readonly to: string; readonly subject: string };

/** What a mail is made with. `version`: of the recipient's variant, with which merge fields it asks for. */
export interface MailWords {
  readonly version: MadeVersion;
  readonly fields: readonly string[];
  readonly custom: readonly CustomMergeField[];
  readonly keyword: string | null;
  /** Of the recipient; null: they can't be given one. */
  readonly coupon: CouponWords | null;
}

export type MailRecipientVerdict =
  /** `fresh`: nothing has been said of it yet, this is said before it goes out. */
  | { readonly kind: 'send'; readonly mail: LegibleMail; readonly fresh: boolean }
  | { readonly kind: 'suppress'; readonly reason: MailSuppressReason }
  | { readonly kind: 'park' }
  /** Nobody will write to them: what became of the broadcast says so, no event is needed. */
  | { readonly kind: 'over'; readonly why: 'stopped' | 'expired' }
  | { readonly kind: 'done' };

/** The mail to a recipient as it would be queued, or why there is none. */
export function mailFor(
  broadcast: ExistingBroadcast,
  { contactId, variant }: Recipient,
  contact: Contact,
  { business }: Sender,
  { version, fields, custom, keyword, coupon }: MailWords,
): LegibleMail | MailSuppressReason {
  if (contact.status === 'none' || contact.status === 'erased' || business.status === 'none') return 'blocked';
  const { firstName, lastName, phone, details } = contact;
  const to = details.email;
  if (to === null) return 'no-address';
  if (coupon === null && asksForCoupon(fields)) return 'missing-value';
  const person = { firstName, lastName, details, phone: phone === null ? null : formatPhone(phone) };
  const values = mergeValues({ person, sender: business, custom, coupon, keyword });
  const subject = oneLine(fill(version.subject, values)).slice(0, 200).toWellFormed();
  if (subject === '') return 'missing-value';
  const { businessId, broadcastId, setup } = broadcast;
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

/**
 * The last look at a recipient of a broadcast by e-mail, by the rules of every mail (`mailVerdict`). Before them, as of
 * texts (`recipientVerdict`): what was paused or stopped a moment ago does not go out, nor what has waited too long.
 */
export function mailRecipientVerdict(
  broadcast: ExistingBroadcast,
  recipient: Recipient,
  mail: ContactMail,
  contact: Contact,
  sender: Sender,
  words: MailWords | null,
  now: Date,
  blacklisted: boolean,
): MailRecipientVerdict {
  if (mail.status !== 'none' && mail.status !== 'queued') return { kind: 'done' };
  const fresh = mail.status === 'none';
  const over = (why: 'stopped' | 'expired'): MailRecipientVerdict =>
    fresh ? { kind: 'over', why } : { kind: 'suppress', reason: why };
  const { status, run } = broadcast;
  if (status === 'stopped' || status === 'completed') return over(status === 'stopped' ? 'stopped' : 'expired');
  if (run === null || Date.parse(run.expiresAt) <= now.getTime()) return over('expired');
  if (status !== 'running') return { kind: 'park' };
  const made =
    isQueued(mail) ? legible(mail.mail)
    : words === null ? 'missing-value'
    : mailFor(broadcast, recipient, contact, sender, words);
  if (typeof made === 'string') return { kind: 'suppress', reason: made };
  const decided = mailVerdict({ status: 'queued', mail: made }, contact, sender, now, blacklisted);
  return decided.kind === 'send' ? { kind: 'send', mail: made, fresh } : decided;
}

const legible = (mail: Queued): LegibleMail | MailSuppressReason => {
  const { to, subject } = mail;
  return to === null || subject === null ? 'blocked' : { ...mail, to, subject };
};
