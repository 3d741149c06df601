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
export const BlocklistEntryAdded = event(
  'BlocklistEntryAdded',
  1,
  z.object({ ...entry, ...kept, kind: EntryKind, value: storedEntry.value, note: storedEntry.note }),
  { subject: 'keyId' },
);
export const BlocklistEntryNoteChanged = event(
  'BlocklistEntryNoteChanged',
  1,
  z.object({ ...entry, ...kept, note: storedEntry.note }),
  { subject: 'keyId' },
);
export const BlocklistEntryRemoved = event('BlocklistEntryRemoved', 1, z.object(entry));

export const listingEvents = [BlocklistEntryAdded, BlocklistEntryNoteChanged, BlocklistEntryRemoved] as const;
export type ListingEvent = EventOf<(typeof listingEvents)[number]>;
