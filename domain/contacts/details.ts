import { same } from '../kernel/edit.ts';
import type { Said } from './attributes.ts';
import type { Contact, ContactDetails } from './contact.ts';
import { ContactDetailsChanged, type ContactEvent } from './events.ts';

/** What a person said of themself, as far as it is new. What is left out stays as it was; nothing is taken away. */
export function giveDetails(
  given: Said & { readonly custom?: ContactDetails['custom'] },
  contact: Contact,
): readonly ContactEvent[] {
  if (contact.status === 'none') return [];
  const news = Object.entries(given).filter(
    ([name, value]) =>
      value !== null && value !== undefined && !same(value, contact.details[name as keyof ContactDetails]),
  );
  if (news.length === 0) return [];
  const { contactId, businessId } = contact;
  return [ContactDetailsChanged.create({ contactId, businessId, ...Object.fromEntries(news) })];
}
