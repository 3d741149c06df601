import { DomainError } from '../kernel/errors.ts';
import type { Contact } from './contact.ts';
import { ContactBounceCleared, type ContactEvent } from './events.ts';
import { addressKey, stopOf } from './mailbox.ts';

/**
 * Somebody of the business knows that an email came back by mistake: its address is written to again. Who had agreed to
 * emails, and lost that by the bounce alone, has agreed as before. A complaint is the person's own word and stays.
 * `recorded`: the contact's stream, for what ended the consent.
 */
export function liftBounce(
  { address }: { readonly address: string },
  contact: Contact,
  recorded: readonly { readonly type: string; readonly data: Readonly<Record<string, unknown>> }[],
): readonly ContactEvent[] {
  if (contact.status === 'none') throw new DomainError('not_found', 'This contact does not exist.');
  const stopped = stopOf(contact.mailboxes, address);
  if (stopped === 'complained')
    throw new DomainError('conflict', 'They reported your email as spam. Only another address can be written to.');
  if (stopped === null) return [];
  const { contactId, businessId, details, emails } = contact;
  const isOwn = details.email !== null && addressKey(details.email) === addressKey(address);
  const last = recorded.findLast(({ type }) => aboutEmails.has(type));
  const consentAgain =
    isOwn &&
    emails === 'unsubscribed' &&
    last?.type === 'ContactUnsubscribedFromEmail' &&
    last.data['via'] === 'bounce' &&
    recorded.some(({ type }) => type === 'ContactSubscribedToEmail');
  return [ContactBounceCleared.create({ contactId, businessId, email: address, consentAgain }) as ContactEvent];
}
const aboutEmails = new Set([
  'ContactSubscribedToEmail',
  'ContactUnsubscribedFromEmail',
  'ContactSuppressionKept',
  'ContactImportUndone',
  'ContactMerged',
]);
