import { z } from 'zod';
import { type EventOf, event } from '../kernel/event.ts';
import { BusinessId, ContactId, NoteId, UserId } from '../kernel/ids.ts';
import { storedConversation } from './fields.ts';

/** A conversation has the id of its contact: there is one per contact. */
const conversation = { contactId: ContactId, businessId: BusinessId };

export const ConversationStarted = event('ConversationStarted', 1, z.object({ ...conversation, userId: UserId }));
/** Everything up to this position of the event log has been seen. Later messages stay unread. */
export const ConversationRead = event(
  'ConversationRead',
  1,
  z.object({ ...conversation, userId: UserId, upToPosition: z.string().regex(/^\d+$/) }),
);
export const ConversationMarkedUnread = event(
  'ConversationMarkedUnread',
  1,
  z.object({ ...conversation, userId: UserId }),
);
export const ConversationOpened = event(
  'ConversationOpened',
  1,
  z.object({ ...conversation, userId: UserId.nullable() }),
);
/** What was seen when it was closed: words at a later position of the event log leave it open. Null: nobody said (version 1 never did). */
export const ConversationClosed = event(
  'ConversationClosed',
  2,
  z.object({ ...conversation, userId: UserId, upToPosition: z.string().regex(/^\d+$/).nullable().default(null) }),
);
export const ConversationAssigned = event(
  'ConversationAssigned',
  1,
  z.object({ ...conversation, assigneeId: UserId.nullable() }),
);
/** An internal note: only the business sees it. */
export const ConversationNoteAdded = event(
  'ConversationNoteAdded',
  1,
  z.object({ ...conversation, noteId: NoteId, userId: UserId, text: storedConversation.note }),
  { personal: ['text'], subject: 'contactId' },
);

export const conversationEvents = [
  ConversationStarted,
  ConversationRead,
  ConversationMarkedUnread,
  ConversationOpened,
  ConversationClosed,
  ConversationAssigned,
  ConversationNoteAdded,
] as const;
export type ConversationEvent = EventOf<(typeof conversationEvents)[number]>;
