import { z } from 'zod';
import { event } from '../kernel/event.ts';
import { BusinessId, ContactId } from '../kernel/ids.ts';
import { Channel } from './fields.ts';
import { IdentityMoved } from './merge-events.ts';

const contact = { contactId: ContactId, businessId: BusinessId };

/** A number or an address by its keyed id, as events may name it: nobody can read it or try numbers until one fits. */
const identity = { identityId: z.uuid(), channel: Channel };

/**
 * Somebody of the business erased the person: from now on nothing personal can be read of them, and nothing more happens
 * to this contact. What was agreed to, and taken back, stays on record. `generation`: which of those known by that
 * number or address, one after another, this contact was; null: it was known by another. `suppressed`: whoever is known
 * by it later gets nothing by this channel until they say so themselves.
 */
export const ContactErased = event(
  'ContactErased',
  1,
  z.object({
    ...contact,
    identities: z.array(
      z.object({ ...identity, generation: z.number().int().nonnegative().nullable(), suppressed: z.boolean() }),
    ),
  }),
);

/** Key and pictures are gone, and nobody has the key in memory any more: the last word of a contact. */
export const ContactErasureCompleted = event('ContactErasureCompleted', 1, z.object(contact));

/** Is known by a number or an address whose former holder was erased and had said no: that still holds. */
export const ContactSuppressionKept = event(
  'ContactSuppressionKept',
  1,
  z.object({ ...contact, texts: z.boolean(), emails: z.boolean() }),
);

/** On the stream of a number or address: whoever comes by it from now on is another contact, of this generation. */
export const IdentityErased = event(
  'IdentityErased',
  1,
  z.object({
    ...identity,
    businessId: BusinessId,
    generation: z.number().int().nonnegative(),
    suppressed: z.boolean(),
  }),
);
/** A text of theirs came while they were being erased, and nobody can read any more whether it said stop. */
export const IdentitySuppressed = event('IdentitySuppressed', 1, z.object({ ...identity, businessId: BusinessId }));
/** Whoever holds it has asked by themselves: what its former holder had said holds no longer. */
export const IdentityReleased = event('IdentityReleased', 1, z.object({ ...identity, businessId: BusinessId }));

export const identityEvents = [IdentityErased, IdentitySuppressed, IdentityReleased, IdentityMoved] as const;
