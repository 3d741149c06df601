import {
  type BroadcastId,
  type BusinessId,
  type ContactId,
  type MessageId,
  namespaces,
  uuidV5,
} from '../kernel/ids.ts';

/** The message to a recipient: made of what it is, so that nobody gets a broadcast twice. */
export const messageIdOf = (businessId: BusinessId, broadcastId: BroadcastId, contactId: ContactId): MessageId =>
  uuidV5(namespaces.message, businessId, 'broadcast', broadcastId, contactId) as MessageId;
