import type { Kept } from '../../domain/contact/erase.ts';
import { Identity } from '../../domain/contact/identity.ts';
import { type BusinessId, ContactId } from '../../domain/kernel/ids.ts';
import { streams } from '../../domain/streams.ts';
import { stateOf, type World } from '../kernel.ts';

/** By what a business knows somebody: by the number where there is one, else by the address. */
export interface KnownBy {
  readonly phone: string | null;
  /** Left out: none was given. */
  readonly email?: string | null;
}
export interface Found {
  readonly contactId: ContactId;
  /** What holds for them because somebody who was erased had said so. */
  readonly kept: Kept;
}

/** The keyed id of a number, and of an address, of one business. */
export const phoneIdentity = (world: World, businessId: string, phone: string): string =>
  world.identifiers.contact(businessId, phone);
export const emailIdentity = (world: World, businessId: string, address: string): string =>
  world.identifiers.contactByEmail(businessId, address);

/**
 * Whom a business means by a number or an address: the one place that says so. Those who were erased are not met again
 * under their old id: whoever comes by the same number is another contact, with a key of their own.
 */
export async function contactOf(world: World, businessId: BusinessId | string, known: KnownBy): Promise<Found> {
  return (await contactsOf(world, businessId, [known]))[0]!;
}

/** Of many, in one round trip and in the same order. */
export async function contactsOf(
  world: World,
  businessId: BusinessId | string,
  all: readonly KnownBy[],
): Promise<readonly Found[]> {
  const asked = all.map(({ phone, email = null }) => ({
    phone: phone === null ? null : phoneIdentity(world, businessId, phone),
    email: email === null ? null : emailIdentity(world, businessId, email),
  }));
  const ids = new Set(asked.flatMap(({ phone, email }) => [phone, email].filter((id) => id !== null)));
  const found = await world.events.readMany([...ids].map(streams.identity));
  const now = (id: string | null): Identity =>
    id === null ? Identity.initial : stateOf(Identity, found.get(streams.identity(id)));
  return asked.map(({ phone, email }) => {
    const known = phone ?? email;
    if (known === null) throw new TypeError('Nobody is known by nothing.');
    return {
      contactId: ContactId.parse(world.identifiers.successor(known, now(known).generation)),
      kept: { texts: now(phone).suppressed, emails: now(email).suppressed },
    };
  });
}
