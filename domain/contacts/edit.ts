import { changed } from '../kernel/edit.ts';
import { fold } from '../kernel/decider.ts';
import { DomainError } from '../kernel/errors.ts';
import type { LaterName } from './attributes.ts';
import { Contact, type ContactDetails } from './contact.ts';
import { discover, type Discover } from './discover.ts';
import { keepSuppressed, type KeptSuppression, noSuppression } from './erase.ts';
import { ContactDetailsChanged, type ContactEvent } from './events.ts';
import { nameContact, type NameContact } from './name.ts';
import { tag } from './tag.ts';

/**
 * A contact as its form holds it, whole: what is empty is taken away; of an attribute that came later what is left out
 * stays as it is. `custom` by the id of the field, '' for nothing.
 */
export interface ContactForm
  extends NameContact, Omit<ContactDetails, 'custom' | LaterName>, Partial<Pick<ContactDetails, LaterName>> {
  readonly custom: Readonly<Record<string, string>>;
  readonly tags: readonly string[];
}

/** What somebody of the business wrote down. It says nothing of consent: an address that is new was agreed to by nobody. */
export function editContact(
  form: ContactForm,
  contact: Contact,
  kept: KeptSuppression = noSuppression,
): readonly ContactEvent[] {
  if (contact.status === 'none') throw new DomainError('not_found', 'This contact does not exist.');
  const { contactId, businessId, details } = contact;
  const { firstName, lastName, tags, custom: written, ...rest } = form;
  if (contact.phone === null && rest.email === null)
    throw new DomainError('validation_failed', 'A contact needs a number or an email address.', {
      email: ['A contact needs a number or an email address.'],
    });
  const held = details.custom ?? {};
  const custom = Object.fromEntries(Object.entries(written).filter(([id, value]) => value !== (held[id] ?? '')));
  const news = { ...changed(rest, details), ...(Object.keys(custom).length === 0 ? {} : { custom }) };
  return [
    ...nameContact({ firstName, lastName }, contact),
    ...(Object.keys(news).length === 0 ? [] : [ContactDetailsChanged.create({ contactId, businessId, ...news })]),
    ...tag({ tags: [...tags] }, contact),
    ...(news.email === undefined ? [] : keepSuppressed(kept, false, contact)),
  ];
}

/** Somebody of the business writes a contact down. Whoever is known by the number or the address already is not made twice. */
export function addContact(who: Discover, form: ContactForm, contact: Contact): readonly ContactEvent[] {
  if (contact.status !== 'none') {
    const [field, message] =
      who.phone === null ?
        (['email', 'There is already a contact with this email address.'] as const)
      : (['phone', 'There is already a contact with this number.'] as const);
    throw new DomainError('validation_failed', message, { [field]: [message] });
  }
  const found = discover(who, contact);
  return [...found, ...editContact(form, fold(Contact, found, contact))];
}
