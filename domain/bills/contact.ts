import { z } from 'zod';
import type { Aggregate } from '../kernel/decider.ts';
import { type EventOf, event } from '../kernel/event.ts';
import { AgencyId, BusinessId } from '../kernel/ids.ts';
import { personal } from '../kernel/personal.ts';

/**
 * Who gets the bills and the news of payments of an agency or a business: one of `agencyId` and `businessId` is null for
 * an agency. `personId`: a new one with each change, so that the key of who it was before can be destroyed. `email`
 * null: no one, so they go to the owner.
 */
export const BillingContactChanged = event(
  'BillingContactChanged',
  1,
  z.object({
    agencyId: AgencyId.nullable(),
    businessId: BusinessId.nullable(),
    personId: z.uuid(),
    name: personal(z.string().max(100).nullable()),
    email: personal(z.email().nullable()),
    copies: personal(z.array(z.email()).max(5)),
  }),
  { subject: 'personId' },
);
export const billingContactEvents = [BillingContactChanged] as const;
type BillingContactEvent = EventOf<(typeof billingContactEvents)[number]>;

export interface BillingContact {
  /** Whose key the rest is encrypted with; null: there never was one. */
  readonly personId: string | null;
  readonly name: string | null;
  readonly email: string | null;
  readonly copies: readonly string[];
  /** All that there were, by whose keys. */
  readonly people: readonly string[];
}

export const BillingContact: Aggregate<BillingContact, BillingContactEvent> = {
  initial: { personId: null, name: null, email: null, copies: [], people: [] },
  evolve: ({ people }, { data: { personId, name, email, copies } }) => ({
    personId,
    name,
    email,
    copies: copies ?? [],
    people: [...people, personId],
  }),
};

/** What is so already is no news. The address itself and doubles are no copies. */
export function changeBillingContact(
  wish: Parameters<typeof BillingContactChanged.create>[0],
  contact: BillingContact,
): readonly BillingContactEvent[] {
  const copies = [...new Set(wish.copies.map((one) => one.toLowerCase()))].filter(
    (one) => one !== wish.email?.toLowerCase(),
  );
  const isSame =
    contact.name === wish.name && contact.email === wish.email && contact.copies.join(' ') === copies.join(' ');
  return isSame ? [] : [BillingContactChanged.create({ ...wish, copies })];
}
