import type { EventOf } from '../kernel/event.ts';
import type { Contact } from './contact.ts';
import { ContactUnsubscribedFromEmail, type ContactEvent } from './events.ts';

type Unsubscribed = EventOf<typeof ContactUnsubscribedFromEmail>['data'];

/** No emails any more. Who has said so is not recorded twice; the first time says how and when. */
export const unsubscribeFromEmail = (
  { via, mailId }: Pick<Unsubscribed, 'via' | 'mailId'>,
  contact: Contact,
): readonly ContactEvent[] => {
  if (contact.status === 'none' || contact.emails === 'unsubscribed') return [];
  const { contactId, businessId } = contact;
  return [ContactUnsubscribedFromEmail.create({ contactId, businessId, via, mailId })];
};
