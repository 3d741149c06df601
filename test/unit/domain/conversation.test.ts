import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Conversation, isDialogueOf } from '../../../domain/conversation/conversation.ts';
import {
  addNote,
  assign,
  contactWrote,
  markUnread,
  close,
  read,
  reopen,
  start,
} from '../../../domain/conversation/decide.ts';
import {
  ConversationAssigned,
  ConversationClosed,
  ConversationMarkedUnread,
  ConversationOpened,
  ConversationRead,
  ConversationStarted,
} from '../../../domain/conversation/events.ts';
import { fold } from '../../../domain/kernel/decider.ts';
import { NoteId } from '../../../domain/kernel/ids.ts';
import { given } from '../../support/given.ts';
import { businessId, contactId, userId } from './fixtures.ts';

const of = { contactId, businessId };
const by = { ...of, userId };

describe('a conversation', () => {
  const started = ConversationStarted.create(by);
  const closed = ConversationClosed.create(by);
  const reopened = ConversationOpened.create({ ...of, userId: null });
  const opened = ConversationOpened.create(by);
  it('is started once, and opened again when closed', () => {
    given(Conversation)
      .when((state) => start(by, state))
      .then([started]);
    given(Conversation, [started])
      .when((state) => start(by, state))
      .thenNothing();
    given(Conversation, [started, closed])
      .when((state) => start(by, state))
      .then([opened]);
  });
  it('opens when the contact writes into a closed one, and becomes a dialogue when we began it', () => {
    given(Conversation, [closed])
      .when((state) => contactWrote({ ...of, wroteFirst: true, forPeople: true }, state))
      .then([reopened]);
    given(Conversation, [started])
      .when((state) => contactWrote({ ...of, wroteFirst: false, forPeople: true }, state))
      .then([reopened]);
    given(Conversation, [started, reopened])
      .when((state) => contactWrote({ ...of, wroteFirst: false, forPeople: true }, state))
      .thenNothing();
    given(Conversation)
      .when((state) => contactWrote({ ...of, wroteFirst: true, forPeople: true }, state))
      .thenNothing();
    expect(
      [[], [started], [started, reopened], [started, reopened, closed], [started, reopened, closed, opened]].map(
        (events) => isDialogueOf(fold(Conversation, events), false),
      ),
    ).toEqual([false, false, true, false, false]);
    expect(isDialogueOf(Conversation.initial, true)).toBe(true);
  });
  it('is closed and opened by people, each once', () => {
    given(Conversation)
      .when((state) => close({ ...by, upToPosition: null }, state))
      .then([closed]);
    given(Conversation, [closed])
      .when((state) => close({ ...by, upToPosition: null }, state))
      .thenNothing();
    given(Conversation, [closed])
      .when((state) => reopen(by, state))
      .then([opened]);
    given(Conversation)
      .when((state) => reopen(by, state))
      .thenNothing();
  });
  it('law: reading never goes back', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(1000)), (positions) => {
        let state: Conversation = Conversation.initial;
        for (const position of positions)
          state = fold(Conversation, read({ ...by, upToPosition: String(position) }, state), state);
        expect(state.readUpTo).toBe(positions.length === 0 ? null : BigInt(Math.max(...positions)));
      }),
    );
  });
  it('marked unread stays so until it is read again', () => {
    const seen = ConversationRead.create({ ...by, upToPosition: '5' });
    const unread = ConversationMarkedUnread.create(by);
    given(Conversation, [seen])
      .when((state) => markUnread(by, state))
      .then([unread]);
    given(Conversation, [seen, unread])
      .when((state) => markUnread(by, state))
      .thenNothing();
    given(Conversation, [seen, unread])
      .when((state) => read({ ...by, upToPosition: '5' }, state))
      .then([seen]);
    given(Conversation, [seen])
      .when((state) => read({ ...by, upToPosition: '5' }, state))
      .thenNothing();
  });
  it('is assigned once to the same person, and takes any note', () => {
    const assigned = ConversationAssigned.create({ ...of, assigneeId: userId });
    given(Conversation)
      .when((state) => assign({ ...of, assigneeId: userId }, state))
      .then([assigned]);
    given(Conversation, [assigned])
      .when((state) => assign({ ...of, assigneeId: userId }, state))
      .thenNothing();
    given(Conversation, [assigned])
      .when((state) => assign({ ...of, assigneeId: null }, state))
      .then([{ type: 'ConversationAssigned' }]);
    given(Conversation)
      .when((state) =>
        addNote({ ...by, noteId: NoteId.parse('00000000-0000-4000-8000-000000000099'), text: 'x' }, state),
      )
      .then([{ type: 'ConversationNoteAdded' }]);
  });
});
