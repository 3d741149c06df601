import { z } from 'zod';
import { type EventOf, event } from '../kernel/event.ts';
import { BusinessId, ContactId, MessageId, NoteId, UserId } from '../kernel/ids.ts';
import { AssignedWhy, ScheduleDrop, ScheduleHold, storedConversation } from './fields.ts';

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
/** `why`: version 1 did not say. */
export const ConversationAssigned = event(
  'ConversationAssigned',
  2,
  z.object({ ...conversation, assigneeId: UserId.nullable(), why: AssignedWhy.nullable() }),
);
/**
 * Somebody of the business is about to say something: the message of this id, which is queued next. Of two who answer at
 * the same moment this decides who was first.
 */
export const ConversationAnswered = event(
  'ConversationAnswered',
  1,
  z.object({ ...conversation, userId: UserId, messageId: MessageId }),
);
/** An internal note: only the business sees it. */
export const ConversationNoteAdded = event(
  'ConversationNoteAdded',
  1,
  z.object({ ...conversation, noteId: NoteId, userId: UserId, text: storedConversation.note }),
  { subject: 'contactId' },
);

/**
 * A text that is to go at its time. Its id is the id of the message that it becomes, so however often its time comes,
 * it is one message. Not a message yet: it answers nobody, and no figure counts it.
 */
const scheduled = { ...conversation, messageId: MessageId };
export const TextScheduled = event(
  'TextScheduled',
  1,
  z.object({
    ...scheduled,
    userId: UserId,
    body: storedConversation.body,
    media: storedConversation.media,
    sendAt: z.iso.datetime(),
  }),
  { subject: 'contactId' },
);
/** It goes at another time; where it was held, somebody has decided that it goes. */
export const ScheduledTextRescheduled = event(
  'ScheduledTextRescheduled',
  1,
  z.object({ ...scheduled, userId: UserId, sendAt: z.iso.datetime() }),
);
/** It does not go at its time unless somebody says so. */
export const ScheduledTextPaused = event('ScheduledTextPaused', 1, z.object({ ...scheduled, reason: ScheduleHold }));
export const ScheduledTextCancelled = event('ScheduledTextCancelled', 1, z.object({ ...scheduled, userId: UserId }));
/** From here on it is a message, and can not be taken back any more. */
export const ScheduledTextReleased = event('ScheduledTextReleased', 1, z.object(scheduled));
/** Its time came and it could not be sent. */
export const ScheduledTextFailed = event('ScheduledTextFailed', 1, z.object({ ...scheduled, reason: ScheduleDrop }));

export const scheduledTextEvents = [
  TextScheduled,
  ScheduledTextRescheduled,
  ScheduledTextPaused,
  ScheduledTextCancelled,
  ScheduledTextReleased,
  ScheduledTextFailed,
] as const;

export const conversationEvents = [
  ConversationStarted,
  ConversationRead,
  ConversationMarkedUnread,
  ConversationOpened,
  ConversationClosed,
  ConversationAssigned,
  ConversationAnswered,
  ConversationNoteAdded,
  ...scheduledTextEvents,
] as const;
export type ConversationEvent = EventOf<(typeof conversationEvents)[number]>;
