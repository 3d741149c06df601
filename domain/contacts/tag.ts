import { DomainError } from '../kernel/errors.ts';
import type { Contact } from './contact.ts';
import { type ContactEvent, ContactTagged } from './events.ts';

/** Gives a contact exactly these tags, each once. Those that it has already, in whatever order, are no news. */
export function tag(command: { readonly tags: readonly string[] }, contact: Contact): readonly ContactEvent[] {
  if (contact.status === 'none') throw new DomainError('not_found', 'This contact does not exist.');
  const { contactId, businessId } = contact;
  const tags = [...new Set(command.tags)];
  const same = tags.length === contact.tags.length && tags.every((one) => contact.tags.includes(one));
  return same ? [] : [ContactTagged.create({ contactId, businessId, tags })];
}
