import type { Position, StoredEvent } from '../../adapters/event-store/port.ts';
import { Contact, ErasedContact } from '../../domain/contacts/contact.ts';
import { type KeptSuppression, keepSuppressed } from '../../domain/contacts/erase.ts';
import { type ErasedIdentity, Identity, releaseIdentity, suppressIdentity } from '../../domain/contacts/identity.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import { type BusinessId, ContactId } from '../../domain/kernel/ids.ts';
import { streams } from '../../domain/streams.ts';
import { stateOf, type UnitOfWork, type CommandServices } from '../kernel/unit-of-work.ts';

/** By what a business knows somebody: by the number where there is one, else by the address. */
export interface ContactKey {
  readonly phone: string | null;
  /** Left out: none was given. */
  readonly email?: string | null;
}
export interface FoundContact {
  readonly contactId: ContactId;
  /** What holds for them because somebody who was erased had said so. */
  readonly kept: KeptSuppression;
}

/** The keyed id of a number, and of an address, of one business. */
export const phoneIdentity = (world: CommandServices, businessId: string, phone: string): string =>
  world.identifiers.contact(businessId, phone);
export const emailIdentity = (world: CommandServices, businessId: string, address: string): string =>
  world.identifiers.contactByEmail(businessId, address);

/**
 * Whom a business means by a number or an address: the one place that says so. Those who were erased are not met again
 * under their old id: whoever comes by the same number is another contact, with a key of their own.
 */
export async function findOrDeriveContact(
  world: CommandServices,
  businessId: BusinessId | string,
  known: ContactKey,
): Promise<FoundContact> {
  return (await findOrDeriveContacts(world, businessId, [known]))[0]!;
}

/**
 * Of many, in one round trip and in the same order. `asOf`: whom was meant at that place of the log, who may have been
 * erased since; what is kept of the erased counts as it is now.
 */
export async function findOrDeriveContacts(
  world: CommandServices,
  businessId: BusinessId | string,
  all: readonly ContactKey[],
  asOf: Position | null = null,
): Promise<readonly FoundContact[]> {
  const asked = all.map(({ phone, email = null }) => ({
    phone: phone === null ? null : phoneIdentity(world, businessId, phone),
    email: email === null ? null : emailIdentity(world, businessId, email),
  }));
  const ids = new Set(asked.flatMap(({ phone, email }) => [phone, email].filter((id) => id !== null)));
  const found = await world.events.readMany([...ids].map(streams.identity));
  const recorded = (id: string) => found.get(streams.identity(id)) ?? [];
  const now = (id: string | null): Identity => (id === null ? Identity.initial : stateOf(Identity, recorded(id)));
  const then = (id: string): Identity =>
    asOf === null ?
      now(id)
    : stateOf(
        Identity,
        recorded(id).filter(({ position }) => position <= asOf),
      );
  return asked.map(({ phone, email }) => {
    const known = phone ?? email;
    if (known === null) throw new TypeError('Nobody is known by nothing.');
    return {
      contactId: ContactId.parse(identityHolder(world, known, then(known))),
      kept: { texts: now(phone).suppressed, emails: now(email).suppressed },
    };
  });
}

/** Whom a number or an address is of: who has it by a merge, else the contact whose id derives from it. */
export const identityHolder = (
  world: Pick<CommandServices, 'identifiers'>,
  identityId: string,
  identity: Identity,
): string => identity.heldBy ?? world.identifiers.successor(identityId, identity.generation);

/** Who a contact is now: the survivor of a merge, or itself. */
export async function survivorOf(world: CommandServices, contactId: ContactId): Promise<ContactId> {
  for (let id = contactId; ;) {
    const contact = stateOf(Contact, await world.events.read(streams.contact(id)));
    if (contact.status !== 'erased' || contact.mergedInto === null) return id;
    id = contact.mergedInto;
  }
}

export const mergedAway = (): DomainError => new DomainError('not_found', 'This contact was merged into another one.');
export const erased = (): DomainError => new DomainError('not_found', 'This contact was erased.');
/** Between the word that somebody is erased and what follows from it, whoever comes by the same number has to wait. */
export const beingErased = (): DomainError =>
  new DomainError('conflict', 'The contact with this number or address is being erased at this moment. Try again.');

/**
 * A text came from somebody who was being erased: nobody can read any more whether it said stop, or it did. Whoever has
 * that number is left in peace until they ask by themselves, also where they are somebody new already.
 */
export async function suppressAfterErasure(
  world: CommandServices,
  work: UnitOfWork,
  contactId: ContactId,
): Promise<void> {
  const erased = stateOf(ErasedContact, await world.events.read(streams.contact(contactId)));
  if (erased.status !== 'erased') return;
  const { businessId } = erased;
  for (const { identityId, channel, generation } of erased.identities) {
    if (channel !== 'text' || generation === null) continue;
    await work.change({
      stream: streams.identity(identityId),
      aggregate: Identity,
      decide: (current) => suppressIdentity({ identityId, channel, businessId }, current),
    });
    await work.change({
      stream: streams.contact(ContactId.parse(world.identifiers.successor(identityId, generation + 1))),
      aggregate: Contact,
      decide: (current) => keepSuppressed({ texts: true, emails: false }, true, current),
    });
  }
}

/** The link in an email was followed: whoever holds the address now asks for it by themselves. */
export async function releaseAddress(
  world: CommandServices,
  work: UnitOfWork,
  businessId: BusinessId,
  address: string | null,
): Promise<void> {
  if (address === null) return;
  const identityId = emailIdentity(world, businessId, address);
  await work.change({
    stream: streams.identity(identityId),
    aggregate: Identity,
    decide: (current) => releaseIdentity({ identityId, channel: 'mail', businessId }, current),
  });
}

/** Every number and address that a contact was ever known by, by its keyed id. */
export function identitiesIn(
  world: CommandServices,
  businessId: BusinessId,
  recorded: readonly StoredEvent[],
): ReadonlyMap<string, ErasedIdentity['channel']> {
  const found = new Map<string, ErasedIdentity['channel']>();
  for (const { data } of recorded) {
    const { phone, email } = data;
    if (typeof phone === 'string' && phone !== '') found.set(phoneIdentity(world, businessId, phone), 'text');
    if (typeof email === 'string' && email !== '') found.set(emailIdentity(world, businessId, email), 'mail');
  }
  return found;
}
