import { type Aggregate, unchanged } from '../kernel/decider.ts';
import type { EventOf } from '../kernel/event.ts';
import type { MessageId, UserId } from '../kernel/ids.ts';
import type { ConversationEvent, TextScheduled } from './events.ts';

/** A text that is to go at its time. Its words are null once its contact is erased. */
export interface ScheduledText extends Pick<
  EventOf<typeof TextScheduled>['data'],
  'userId' | 'body' | 'media' | 'sendAt'
> {
  /** `held`: it waits for somebody to decide. All others are over. */
  readonly status: 'waiting' | 'held' | 'released' | 'takenBack' | 'dropped';
}

interface Details {
  /** Every text that was ever scheduled, by the id of the message that it becomes. */
  readonly scheduled: ReadonlyMap<MessageId, ScheduledText>;
  /** Everything up to this position has been seen by somebody; null: nothing. */
  readonly readUpTo: bigint | null;
  readonly markedUnread: boolean;
  readonly assigneeId: UserId | null;
  /** What somebody of the business said last; null: nobody has. */
  readonly answered: Answered | null;
}

/** `position`: of the log, where it was said that it comes. */
export interface Answered {
  readonly userId: UserId;
  readonly messageId: MessageId;
  readonly position: bigint;
}
/** As the log has it: what was just decided has no place in it yet. */
type Told = ConversationEvent & { readonly position?: bigint };

export type Conversation =
  /** Nobody has done anything with it yet. A contact's first text shows it without an event of its own. */
  | (Details & { readonly status: 'none' })
  /** `contactWrote`: the contact has written since it was last started or reopened, so what we send is an answer. */
  | (Details & { readonly status: 'open'; readonly contactWrote: boolean })
  /** `closedUpTo`: words after this position were not seen when it was closed, and leave it open; null: nothing does. */
  | (Details & { readonly status: 'closed'; readonly closedUpTo: bigint | null });

const evolve = (conversation: Conversation, event: Told): Conversation => {
  const { readUpTo, markedUnread, assigneeId, scheduled, answered } = conversation;
  const details = { readUpTo, markedUnread, assigneeId, scheduled, answered };
  switch (event.type) {
    case 'ConversationStarted':
      return conversation.status === 'open' ? conversation : { ...details, status: 'open', contactWrote: false };
    case 'ConversationOpened':
      return {
        ...details,
        status: 'open',
        contactWrote: event.data.userId === null || (conversation.status === 'open' && conversation.contactWrote),
      };
    case 'ConversationClosed':
      return {
        ...details,
        status: 'closed',
        closedUpTo: event.data.upToPosition === null ? null : BigInt(event.data.upToPosition),
      };
    case 'ConversationRead': {
      const upTo = BigInt(event.data.upToPosition);
      return { ...conversation, markedUnread: false, readUpTo: readUpTo === null || upTo > readUpTo ? upTo : readUpTo };
    }
    case 'ConversationMarkedUnread':
      return { ...conversation, markedUnread: true };
    case 'ConversationAssigned':
      return { ...conversation, assigneeId: event.data.assigneeId };
    case 'ConversationAnswered': {
      const { userId, messageId } = event.data;
      return { ...conversation, answered: { userId, messageId, position: event.position ?? 0n } };
    }
    case 'ConversationNoteAdded':
      return conversation;
    case 'TextScheduled': {
      const { messageId, userId, body, media, sendAt } = event.data;
      return withText(conversation, messageId, { userId, body, media, sendAt, status: 'waiting' });
    }
    case 'ScheduledTextRescheduled':
      return withText(conversation, event.data.messageId, { sendAt: event.data.sendAt, status: 'waiting' });
    case 'ScheduledTextPaused':
      return withText(conversation, event.data.messageId, { status: 'held' });
    case 'ScheduledTextCancelled':
      return withText(conversation, event.data.messageId, { status: 'takenBack' });
    case 'ScheduledTextReleased':
      return withText(conversation, event.data.messageId, { status: 'released' });
    case 'ScheduledTextFailed':
      return withText(conversation, event.data.messageId, { status: 'dropped' });
    default:
      return unchanged(conversation, event);
  }
};

function withText(conversation: Conversation, id: MessageId, said: Partial<ScheduledText>): Conversation {
  const text = { ...conversation.scheduled.get(id), ...said } as ScheduledText;
  return { ...conversation, scheduled: new Map(conversation.scheduled).set(id, text) };
}

export const Conversation: Aggregate<Conversation, ConversationEvent> = {
  initial: {
    status: 'none',
    readUpTo: null,
    markedUnread: false,
    assigneeId: null,
    scheduled: new Map(),
    answered: null,
  },
  evolve,
};

/**
 * Whether what we send now is part of a dialogue the contact takes part in. `wroteFirst`: the contact came to be
 * known by a text of theirs.
 */
export const isDialogueOf = (conversation: Conversation, wroteFirst: boolean): boolean =>
  conversation.status === 'none' ? wroteFirst : conversation.status === 'open' && conversation.contactWrote;
