import { fullName } from '../../domain/contacts/name.ts';

/** Somebody as read models know them; what nobody has said is null. */
export interface PersonView {
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly phone: string | null;
}

/** Somebody in a row of a list. `contact_id` is empty where nobody is known any more. */
export const presentPerson = (person: PersonView & { readonly contactId: string | null }) => ({
  contact_id: person.contactId ?? '',
  name: fullName(person),
  phone: person.phone,
});

/** “Ada B. · …0187”: enough to ask “is that you?” across a counter, and no more. Null: nothing is known. */
export function presentHolder({ firstName, lastName, phone }: PersonView): string | null {
  const initial = lastName === null || lastName === '' ? null : `${[...lastName][0]!}.`;
  const name = firstName === null ? lastName : fullName({ firstName, lastName: initial });
  const digits = phone === null ? null : `…${phone.slice(-4)}`;
  return [name, digits].filter((part) => part !== null && part !== '').join(' · ') || null;
}
