import { DomainError } from '../kernel/errors.ts';
import type { BusinessId, ContactId, MessageId, NoteId, UserId } from '../kernel/ids.ts';
import type { Media } from '../sms/values.ts';
import type { Answered, Conversation } from './conversation.ts';
import {
  ConversationAnswered,
  ConversationAssigned,
  ConversationClosed,
  ConversationMarkedUnread,
  ConversationNoteAdded,
  ConversationOpened,
  ConversationRead,
  ConversationStarted,
  ScheduledTextFailed,
  ScheduledTextPaused,
  ScheduledTextRescheduled,
  ScheduledTextReleased,
  ScheduledTextCancelled,
  TextScheduled,
  type ConversationEvent,
} from './events.ts';
import { type AssignedWhy, furthestSchedule, maxScheduled, type ScheduleDrop } from './fields.ts';

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
 * The contact wrote. A closed conversation opens, if people are to answer; one that we began is a dialogue from now on.
 * What was scheduled before anybody knew these words waits until somebody says that it goes. `wroteFirst`: the contact
 * came to be known by this very text (or an earlier one), so a conversation that nobody has touched needs no event to be
 * open.
 */
export function contactWrote(
  command: Of & { readonly wroteFirst: boolean; readonly forPeople: boolean },
  conversation: Conversation,
): Events {
  const { contactId, businessId } = command;
  const held =
    command.forPeople ?
      [...conversation.scheduled]
        .filter(([, { status }]) => status === 'waiting')
        .map(([messageId]) => ScheduledTextPaused.create({ contactId, businessId, messageId, reason: 'contact-wrote' }))
    : [];
  const stays =
    (conversation.status === 'closed' && !command.forPeople) ||
    (conversation.status === 'open' && conversation.contactWrote) ||
    (conversation.status === 'none' && command.wroteFirst);
  return stays ? held : [ConversationOpened.create({ contactId, businessId, userId: null }), ...held];
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

/** Somebody else answered first. Their text may not be written down yet. */
export class AnsweredMeanwhile extends DomainError {
  readonly by: Answered;
  constructor(by: Answered, who: string, words: string | null) {
    const said = words === null || words === '' ? '' : `: “${words}”`;
    super('overtaken', `${who} answered in the meantime${said}. Read it, then decide.`);
    this.by = by;
  }
}

/**
 * They answer. `seen`: up to where of the log they had read; who has answered since goes first, and they are told. Null:
 * they say that it goes whatever was said. The same message once more is no news.
 */
export function answer(
  { messageId, seen, ...by }: By & { readonly messageId: MessageId; readonly seen: bigint | null },
  { answered }: Conversation,
): Events {
  if (answered?.messageId === messageId) return [];
  if (seen !== null && answered !== null && answered.userId !== by.userId && answered.position > seen)
    throw new AnsweredMeanwhile(answered, 'A colleague', null);
  return [ConversationAnswered.create({ ...by, messageId })];
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

interface Assigning extends Of {
  readonly assigneeId: UserId | null;
  readonly why: AssignedWhy;
}
export const assign = (command: Assigning, conversation: Conversation): Events =>
  conversation.assigneeId === command.assigneeId ? [] : [ConversationAssigned.create(command)];

/** Throws `conflict` where somebody else has an open conversation that only they are to answer. */
export function checkAnswer({ userId }: By, { status, assigneeId }: Conversation): void {
  if (status === 'closed' || assigneeId === null || assigneeId === userId) return;
  throw new DomainError('conflict', 'A colleague has this conversation, and only they answer it. Take it over first.');
}

/** Who answers what nobody has, has it. */
export const takeByAnswering = ({ userId, ...of }: By, conversation: Conversation): Events =>
  conversation.status === 'closed' || conversation.assigneeId !== null ?
    []
  : assign({ ...of, assigneeId: userId, why: 'by-hand' }, conversation);

/** Back to where everybody finds it, if it still is theirs. */
export const giveBack = ({ userId, ...of }: By, conversation: Conversation): Events =>
  conversation.assigneeId === userId ? assign({ ...of, assigneeId: null, why: 'given-back' }, conversation) : [];

/**
 * Its assignee does not answer any more: it is nobody's. Of one that is open a note tells why; null: none can be kept.
 */
export function unassign(
  {
    userId,
    note,
    ...of
  }: By & { readonly note: { readonly noteId: NoteId; readonly text: string; readonly by: UserId } | null },
  conversation: Conversation,
): Events {
  if (conversation.assigneeId !== userId) return [];
  return [
    ...assign({ ...of, assigneeId: null, why: 'removed' }, conversation),
    ...(note === null || conversation.status === 'closed' ?
      []
    : [ConversationNoteAdded.create({ ...of, userId: note.by, noteId: note.noteId, text: note.text })]),
  ];
}

interface GivingOut extends Of {
  /** Of the text that somebody should answer, in the event log. */
  readonly receivedPosition: string;
  /** Who is here and takes conversations, whose turn it is first. */
  readonly people: readonly UserId[];
  /** Who had it when it was closed and is not here now, though the contact has opened it again; null: nobody. */
  readonly gone: UserId | null;
}
/**
 * A text was left to people, and the business lets conversations go to somebody by themselves. One that somebody has
 * stays theirs, but for who is gone; one that was closed having seen the text needs nobody. With nobody here it is
 * nobody's.
 */
export function autoAssign({ receivedPosition, people, gone, ...of }: GivingOut, conversation: Conversation): Events {
  const { assigneeId } = conversation;
  if (assigneeId !== null && assigneeId !== gone) return [];
  if (conversation.status === 'closed') {
    const { closedUpTo } = conversation;
    if (closedUpTo === null || closedUpTo >= BigInt(receivedPosition)) return [];
  }
  return assign({ ...of, assigneeId: people[0] ?? null, why: 'automatic' }, conversation);
}

export const addNote = (
  command: By & { readonly noteId: NoteId; readonly text: string },
  _conversation: Conversation,
): Events => [ConversationNoteAdded.create(command)];

interface Scheduled extends Of {
  readonly messageId: MessageId;
}
interface ByPerson extends Scheduled {
  readonly userId: UserId;
}
const day = 86_400_000;

/** Throws `validation_failed` for a time that has passed or is too far away. */
function checkTime(sendAt: string, now: Date): void {
  const ahead = Date.parse(sendAt) - now.getTime();
  const wrong =
    ahead <= 0 ? 'Choose a time to come.'
    : ahead > furthestSchedule * day ? 'A text can be scheduled for at most a year ahead.'
    : null;
  if (wrong !== null) throw new DomainError('validation_failed', wrong, { send_at: [wrong] });
}

/** A text that is to go at its time, unless the contact writes before, opts out, or somebody takes it back. */
export function schedule(
  command: ByPerson & { readonly body: string; readonly media: readonly Media[]; readonly sendAt: string },
  now: Date,
  conversation: Conversation,
): Events {
  if (conversation.scheduled.has(command.messageId)) return [];
  checkTime(command.sendAt, now);
  const waiting = [...conversation.scheduled.values()].filter(
    ({ status }) => status === 'waiting' || status === 'held',
  );
  if (waiting.length >= maxScheduled) {
    const text = `At most ${maxScheduled} texts can wait for their time in one conversation.`;
    throw new DomainError('validation_failed', text, { send_at: [text] });
  }
  return [TextScheduled.create({ ...command, media: [...command.media] })];
}

/** A text that is still to go; throws `not_found` where there was none and `conflict` where it is too late. */
function stillToGo({ messageId }: Scheduled, { scheduled }: Conversation) {
  const text = scheduled.get(messageId);
  if (text === undefined) throw new DomainError('not_found', 'This scheduled text does not exist.');
  if (text.status === 'released') throw new DomainError('conflict', 'It is too late: this text has gone out.');
  if (text.status !== 'waiting' && text.status !== 'held')
    throw new DomainError('conflict', 'This text can’t be sent anymore. Write it again.');
  return text;
}

export function move(command: ByPerson & { readonly sendAt: string }, now: Date, conversation: Conversation): Events {
  const { status, sendAt } = stillToGo(command, conversation);
  if (status === 'waiting' && sendAt === command.sendAt) return [];
  checkTime(command.sendAt, now);
  return [ScheduledTextRescheduled.create(command)];
}

/** Also puts away one that could not be sent. Taking back twice is taking back once; what has gone out is refused. */
export function takeBack(command: ByPerson, conversation: Conversation): Events {
  const status = conversation.scheduled.get(command.messageId)?.status;
  if (status === 'takenBack') return [];
  if (status !== 'dropped') stillToGo(command, conversation);
  return [ScheduledTextCancelled.create(command)];
}

/** Somebody says that it goes now, whatever has come meanwhile. */
export function sendNow(command: Scheduled, conversation: Conversation): Events {
  if (conversation.scheduled.get(command.messageId)?.status === 'released') return [];
  stillToGo(command, conversation);
  return [ScheduledTextReleased.create(command)];
}

/** Its time has come. `sendAt`: the time that it is about; one that was moved, held or taken back since stays. */
export function release(command: Scheduled & { readonly sendAt: string }, conversation: Conversation): Events {
  const { sendAt, ...text } = command;
  const found = conversation.scheduled.get(text.messageId);
  return found?.status === 'waiting' && found.sendAt === sendAt ? [ScheduledTextReleased.create(text)] : [];
}

/** It can not be sent after all. */
export function drop(command: Scheduled & { readonly reason: ScheduleDrop }, conversation: Conversation): Events {
  const status = conversation.scheduled.get(command.messageId)?.status;
  return status === 'dropped' || status === 'takenBack' || status === undefined ?
      []
    : [ScheduledTextFailed.create(command)];
}
