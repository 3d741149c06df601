import { digest } from '../event-store/codec/digest.ts';
import type { StoredEvent } from '../event-store/port.ts';
import type { TreeKind } from './port.ts';

/** The platform's own trees. */
export const platformOwner = '00000000-0000-0000-0000-000000000000';

/** What a leaf is the hash of: the event as it is stored, still sealed, as ECMAScript writes it. Not its position, which a move changes. */
export const entryText = ({ id, type, version, stream, revision, data, metadata }: StoredEvent): string =>
  JSON.stringify({ id, type, version, stream, revision, data, metadata });

/** Names a contact in the tree `contacts` to those who have its id, and to no others. */
export const contactTag = (contactId: string): Buffer =>
  digest('sha256', Buffer.from(`contact ${contactId}`)).subarray(0, 16);

export const ownerOf = ({ metadata: { tenant } }: StoredEvent): string =>
  tenant.businessId ?? tenant.agencyId ?? platformOwner;

const own = /^contact-(.+)$/;

/** What an event adds to which trees of its owner. */
export function leavesOf(event: StoredEvent): readonly (readonly [kind: TreeKind, entry: Buffer])[] {
  const entry = Buffer.from(entryText(event));
  const contactId = event.metadata.tenant.businessId === null ? undefined : own.exec(event.stream)?.[1];
  if (contactId === undefined) return [['events', entry]];
  return [
    ['events', entry],
    ['contacts', Buffer.concat([contactTag(contactId), digest('sha256', entry)])],
  ];
}
