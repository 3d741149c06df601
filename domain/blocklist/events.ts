import { z } from 'zod';
import { type EventOf, event } from '../kernel/event.ts';
import { BusinessId } from '../kernel/ids.ts';
import { EntryKind, ListKind, storedEntry } from './fields.ts';

const entry = { entryId: z.uuid(), businessId: BusinessId, list: ListKind };
/** Whose key the words are encrypted with: of this stay on the list alone, so that taking it off erases them. */
const kept = { keyId: z.uuid() };

/**
 * The stream `listed-<entry id>`: a number, an address or a domain on the lists of a business. The id is a keyed digest
 * of all three, so that whoever knows the value finds the stream, and nobody finds the value.
 */
export const ListingAdded = event(
  'ListingAdded',
  1,
  z.object({ ...entry, ...kept, kind: EntryKind, value: storedEntry.value, note: storedEntry.note }),
  { subject: 'keyId' },
);
export const ListingNoted = event('ListingNoted', 1, z.object({ ...entry, ...kept, note: storedEntry.note }), {
  subject: 'keyId',
});
export const ListingRemoved = event('ListingRemoved', 1, z.object(entry));

export const listingEvents = [ListingAdded, ListingNoted, ListingRemoved] as const;
export type ListingEvent = EventOf<(typeof listingEvents)[number]>;
