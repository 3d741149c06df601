import { DomainError } from '../kernel/errors.ts';
import type { Contact } from './contact.ts';
import { ContactNameChanged, type ContactEvent } from './events.ts';

export interface NameContact {
  readonly firstName: string | null;
  readonly lastName: string | null;
}

/** Blank means none. The name as it is already is no news. */
export function nameContact(command: NameContact, contact: Contact): readonly ContactEvent[] {
  if (contact.status === 'none') throw new DomainError('not_found', 'This contact does not exist.');
  const firstName = blankToNull(command.firstName);
  const lastName = blankToNull(command.lastName);
  if (contact.firstName === firstName && contact.lastName === lastName) return [];
  return [
    ContactNameChanged.create({ contactId: contact.contactId, businessId: contact.businessId, firstName, lastName }),
  ];
}

/** First and last name as far as they are known, null: neither is. */
export function fullName({ firstName, lastName }: NameContact): string | null {
  const name = [firstName, lastName].filter((part) => part !== null && part !== '').join(' ');
  return name === '' ? null : name;
}

const blankToNull = (name: string | null): string | null => {
  const tidy = name?.replace(/\s+/gu, ' ').trim() ?? '';
  return tidy === '' ? null : tidy;
};
