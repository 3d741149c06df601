import { type Aggregate, unchanged } from '../kernel/decider.ts';
import { DomainError } from '../kernel/errors.ts';
import type { BusinessId } from '../kernel/ids.ts';
import { BlocklistEntryAdded, type ListingEvent, BlocklistEntryNoteChanged, BlocklistEntryRemoved } from './events.ts';
import type { EntryKind, ListKind } from './fields.ts';

interface Kept {
  readonly keyId: string;
  readonly note: string | null;
}
/** A value of a business and the lists that it stands on: none, one, or both. */
export type Listing =
  | { readonly status: 'none' }
  | {
      readonly status: 'known';
      readonly entryId: string;
      readonly businessId: BusinessId;
      readonly kind: EntryKind;
      /** Null: it was taken off, and is not known any more. */
      readonly value: string | null;
      readonly black: Kept | null;
      readonly white: Kept | null;
    };

export const Listing: Aggregate<Listing, ListingEvent> = {
  initial: { status: 'none' },
  evolve: (listing, event) => {
    const { list } = event.data;
    switch (event.type) {
      case 'BlocklistEntryAdded': {
        const { entryId, businessId, kind, value, keyId, note } = event.data;
        const before = listing.status === 'none' ? { black: null, white: null } : listing;
        const { black, white } = before;
        return { status: 'known', entryId, businessId, kind, value, black, white, [list]: { keyId, note } };
      }
      case 'BlocklistEntryNoteChanged':
        return listing.status === 'none' || listing[list] === null ?
            listing
          : { ...listing, [list]: { ...listing[list], note: event.data.note } };
      case 'BlocklistEntryRemoved':
        return listing.status === 'none' ? listing : { ...listing, [list]: null };
      default:
        return unchanged(listing, event);
    }
  },
};

export const isOn = (list: ListKind, listing: Listing): boolean => listing.status === 'known' && listing[list] !== null;

interface Added extends Kept {
  readonly entryId: string;
  readonly businessId: BusinessId;
  readonly list: ListKind;
  readonly kind: EntryKind;
  readonly value: string;
}
/** What stands on the list already stays as it is, with its note. */
export const addListing = (added: Added, listing: Listing): readonly ListingEvent[] =>
  isOn(added.list, listing) ? [] : [BlocklistEntryAdded.create(added)];

export function noteListing(
  { list, note }: { readonly list: ListKind; readonly note: string | null },
  listing: Listing,
): readonly ListingEvent[] {
  const { entryId, businessId, ...lists } = known(list, listing);
  const { keyId, note: before } = lists[list]!;
  return before === note ? [] : [BlocklistEntryNoteChanged.create({ entryId, businessId, list, keyId, note })];
}

export function removeListing({ list }: { readonly list: ListKind }, listing: Listing): readonly ListingEvent[] {
  if (listing.status === 'none') throw gone();
  const { entryId, businessId } = listing;
  return listing[list] === null ? [] : [BlocklistEntryRemoved.create({ entryId, businessId, list })];
}

function known(list: ListKind, listing: Listing): Extract<Listing, { status: 'known' }> {
  if (listing.status === 'none' || listing[list] === null) throw gone();
  return listing;
}
const gone = (): DomainError => new DomainError('not_found', 'This entry does not exist.');
