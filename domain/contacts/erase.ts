import { DomainError } from '../kernel/errors.ts';
import type { Contact } from './contact.ts';
import { ContactErased, ContactErasureCompleted, ContactSuppressionKept } from './erasure-events.ts';
import type { ContactEvent } from './events.ts';
import type { ErasedIdentity } from './identity.ts';

/** Whoever was erased is not erased twice. */
export function eraseContact(identities: readonly ErasedIdentity[], contact: Contact): readonly ContactEvent[] {
  if (contact.status === 'none' || contact.status === 'erased') return [];
  const { contactId, businessId } = contact;
  // What is to be erased with it is not known before the merge has ended, in a moment.
  if (contact.merging !== null)
    throw new DomainError('conflict', 'This contact is being merged with another at this moment. Try again.');
  return [ContactErased.create({ contactId, businessId, identities: [...identities] })];
}

/** Whoever was merged into somebody who is erased goes with them. */
export function eraseAbsorbed(contact: Contact): readonly ContactEvent[] {
  if (contact.status !== 'erased' || contact.mergedInto === null) return [];
  const { contactId, businessId } = contact;
  return [ContactErased.create({ contactId, businessId, identities: [] })];
}

/** Everything that the erasure asks for is done. */
export function completeErasure(contact: Contact): readonly ContactEvent[] {
  if (contact.status !== 'erased' || contact.completed) return [];
  const { contactId, businessId } = contact;
  return [ContactErasureCompleted.create({ contactId, businessId })];
}

/** What somebody who was erased had said no to, by the number and the address that another is known by now. */
export interface KeptSuppression {
  readonly texts: boolean;
  readonly emails: boolean;
}
export const noSuppression: KeptSuppression = { texts: false, emails: false };

/**
 * It still holds. Texts: for who comes into being by that number (`isNew`); who has been asked since has said for
 * themselves. Emails: whenever somebody is given that address, since anybody can type it.
 */
export function keepSuppressed(kept: KeptSuppression, isNew: boolean, contact: Contact): readonly ContactEvent[] {
  if (contact.status === 'none' || contact.status === 'erased') return [];
  const texts = kept.texts && isNew && contact.status !== 'optedOut';
  const emails = kept.emails && contact.emails !== 'unsubscribed';
  if (!texts && !emails) return [];
  const { contactId, businessId } = contact;
  return [ContactSuppressionKept.create({ contactId, businessId, texts, emails })];
}
