import type { Contact } from '../contact/contact.ts';
import { mailStop } from '../contact/mail-trouble.ts';
import { heldBack } from '../contact/preferences.ts';
import { cannotSend, type Sender } from '../message/decide-send.ts';
import type { ContactMail } from './contact-mail.ts';
import { isBulk, isMarketing, type MailSuppressReason } from './fields.ts';

export type MailVerdict =
  | { readonly kind: 'send' }
  | { readonly kind: 'suppress'; readonly reason: MailSuppressReason }
  | { readonly kind: 'done' };

/**
 * The last look before a mail of a business goes out; see also `verdict` of texts.
 *
 * 1. Only what is queued is sent: never what has been sent, has failed, or may have been taken.
 * 2. A business that is archived or switched off, or whose agency is archived, sends nothing at all.
 * 3. Nothing goes to whom was erased.
 *    Nor to whom the business has put on its blacklist (`blacklisted`), whatever it is about.
 * 4. Nothing goes to an address from which a mail came back for good, or was reported as spam.
 * 5. What people of the business get, and the link that proves an address, is not marketing: no wish keeps it.
 * 6. Marketing goes to nobody who has unsubscribed; broadcasts and automations need a consent, and heed what the person
 *    wishes (fewer, a pause, no more of a campaign). A welcome answers what they have just done.
 */
export function mailVerdict(
  mail: ContactMail,
  contact: Contact,
  sender: Sender,
  now: Date,
  blacklisted: boolean,
): MailVerdict {
  if (mail.status !== 'queued') return { kind: 'done' };
  const { purpose, to, mailId, campaignId } = mail.mail;
  const suppress = (reason: MailSuppressReason): MailVerdict => ({ kind: 'suppress', reason });
  if (cannotSend(sender)) return suppress('inactive-business');
  if (to === null || contact.status === 'erased') return suppress('blocked');
  if (blacklisted) return suppress('blocked');
  const stopped = mailStop(contact, to);
  if (stopped !== null) return suppress(stopped);
  if (!isMarketing(purpose)) return { kind: 'send' };
  if (contact.status === 'none') return suppress('blocked');
  if (contact.emails === 'unsubscribed') return suppress('unsubscribed');
  if (!isBulk(purpose)) return { kind: 'send' };
  if (contact.emails !== 'subscribed') return suppress('no-consent');
  const held = heldBack(contact.preferences, { channel: 'mail', campaignId, what: mailId }, now);
  return held === null ? { kind: 'send' } : suppress(held);
}
