import type { Contact } from './contact.ts';
import { ContactEmailBounced, ContactEmailComplained, type ContactEvent } from './events.ts';
import { addressKey, mailboxesAfter, stopOf } from './mailbox.ts';
import { unsubscribeFromEmail } from './unsubscribe.ts';

/** Why no email of any kind goes from a contact's business to an address (`stopOf`); null: one may. */
export const emailStop = (contact: Contact, email: string): ReturnType<typeof stopOf> =>
  contact.status === 'none' ? null : stopOf(contact.mailboxes, email);

export interface EmailTrouble {
  readonly email: string;
  readonly mailId: string;
  readonly at: string;
  readonly what:
    | { readonly kind: 'bounced'; readonly bounce: 'hard' | 'soft'; readonly reason: string }
    | { readonly kind: 'complained' };
}

/**
 * An email came back, or was reported as spam. What stops the contact's own address ends its consent to emails too: who
 * gives another one is asked anew.
 */
export function recordEmailTrouble(
  { email, mailId, at, what }: EmailTrouble,
  contact: Contact,
): readonly ContactEvent[] {
  if (contact.status === 'none' || contact.status === 'erased') return [];
  const { contactId, businessId } = contact;
  const ids = { contactId, businessId, email, mailId, at };
  const trouble =
    what.kind === 'complained' ?
      ContactEmailComplained.create(ids)
    : ContactEmailBounced.create({ ...ids, kind: what.bounce, reason: what.reason });
  const isOwn = contact.details.email !== null && addressKey(contact.details.email) === addressKey(email);
  const mailboxes = mailboxesAfter(contact.mailboxes, trouble as ContactEvent);
  const ends = isOwn && stopOf(mailboxes, email) !== null;
  const via = what.kind === 'complained' ? 'complaint' : 'bounce';
  return [trouble as ContactEvent, ...(ends ? unsubscribeFromEmail({ via, mailId }, contact) : [])];
}
