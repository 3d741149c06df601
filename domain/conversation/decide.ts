import type { BusinessId, ContactId, NoteId, UserId } from '../kernel/ids.ts';
import type { Conversation } from './conversation.ts';
import {
  ConversationAssigned,
  ConversationClosed,
  ConversationMarkedUnread,
  ConversationNoteAdded,
  ConversationOpened,
  ConversationRead,
  ConversationStarted,
  type ConversationEvent,
} from './events.ts';

interface Of {
  readonly contactId: ContactId;
  readonly businessId: BusinessId;
}
interface By extends Of {
  readonly userId: UserId;
}
type Events = readonly ConversationEvent[];

/** A person of the business begins (or takes up again) the conversation. One that is open already stays as it is. */
export const start = (command: By, conversation: Conversation): Events =>
  conversation.status === 'open' ?
    []
  : [conversation.status === 'closed' ? ConversationOpened.create(command) : ConversationStarted.create(command)];

/**
 * The contact wrote. A closed conversation opens, if people are to answer; one that we began is a dialogue from now
 * on. `wroteFirst`: the contact came to be known by this very text (or an earlier one), so a conversation that nobody
 * has touched needs no event to be open.
 */
export function contactWrote(
  command: Of & { readonly wroteFirst: boolean; readonly forPeople: boolean },
  conversation: Conversation,
): Events {
  if (conversation.status === 'closed' && !command.forPeople) return [];
  if (conversation.status === 'open' && conversation.contactWrote) return [];
  if (conversation.status === 'none' && command.wroteFirst) return [];
  return [ConversationOpened.create({ contactId: command.contactId, businessId: command.businessId, userId: null })];
}

export const reopen = (command: By, conversation: Conversation): Events =>
  conversation.status === 'closed' ? [ConversationOpened.create(command)] : [];

/**
 * `upToPosition`: what was seen of it. Words that came after that leave it open, so closing again, having seen them,
 * is news. Null: all there is.
 */
export function close(command: By & { readonly upToPosition: string | null }, conversation: Conversation): Events {
  const { upToPosition: upTo } = command;
  if (conversation.status === 'closed') {
    const { closedUpTo } = conversation;
    if (closedUpTo === null || (upTo !== null && BigInt(upTo) <= closedUpTo)) return [];
  }
  return [ConversationClosed.create(command)];
}

/** Reading never goes back: an older position is no news, unless the conversation was marked unread meanwhile. */
export const read = (command: By & { readonly upToPosition: string }, conversation: Conversation): Events =>
  (
    conversation.readUpTo !== null &&
    BigInt(command.upToPosition) <= conversation.readUpTo &&
    !conversation.markedUnread
  ) ?
    []
  : [ConversationRead.create(command)];

export const markUnread = (command: By, conversation: Conversation): Events =>
  conversation.markedUnread ? [] : [ConversationMarkedUnread.create(command)];

export const assign = (command: Of & { readonly assigneeId: UserId | null }, conversation: Conversation): Events =>
  conversation.assigneeId === command.assigneeId ? [] : [ConversationAssigned.create(command)];

export const addNote = (
  command: By & { readonly noteId: NoteId; readonly text: string },
  _conversation: Conversation,
): Events => [ConversationNoteAdded.create(command)];
