import { digest } from '../event-store/codec/digest.ts';
import type { StoredEvent } from '../event-store/port.ts';

/** The platform's own trees. */
export const platformOwner = '00000000-0000-0000-0000-000000000000';

/** What a leaf is the hash of: the event as it is stored, still sealed, as ECMAScript writes it. Not its position, which a move changes. */
export const entryText = ({ id, type, version, stream, revision, data, metadata }: StoredEvent): string =>
  JSON.stringify({ id, type, version, stream, revision, data, metadata });

/** Names a contact in the tree `contacts` to those who have its id, and to no others. */
export const contactTag = (contactId: string): Buffer => digest('sha256', `contact ${contactId}`).subarray(0, 16);

export const ownerOf = ({ metadata: { tenant } }: StoredEvent): string =>
  tenant.businessId ?? tenant.agencyId ?? platformOwner;

const ownStream = 'contact-';
/** Whose stream it is, of a business's contacts; null: it is another kind of stream. */
export const contactOf = ({ stream, metadata }: StoredEvent): string | null =>
  metadata.tenant.businessId !== null && stream.length > ownStream.length && stream.startsWith(ownStream) ?
    stream.slice(ownStream.length)
  : null;

/** An entry of the tree `contacts`: whose event, and its hash. */
export const contactEntry = (contactId: string, text: string): Buffer =>
  Buffer.concat([contactTag(contactId), digest('sha256', text)]);
