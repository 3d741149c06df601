import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Conversation, isDialogueOf } from '../../../domain/livechat/conversation.ts';
import {
  addNote,
  answer,
  AnsweredMeanwhile,
  assign,
  contactWrote,
  drop,
  markUnread,
  move,
  close,
  read,
  release,
  reopen,
  schedule,
  sendNow,
  start,
  takeBack,
} from '../../../domain/livechat/decide.ts';
import {
  ConversationAnswered,
  ConversationAssigned,
  ConversationClosed,
  ConversationMarkedUnread,
  ConversationOpened,
  ConversationRead,
  ConversationStarted,
  ScheduledTextFailed,
  ScheduledTextPaused,
  ScheduledTextRescheduled,
  ScheduledTextReleased,
  ScheduledTextCancelled,
  TextScheduled,
} from '../../../domain/livechat/events.ts';
import { fold } from '../../../domain/kernel/decider.ts';
import { DomainError } from '../../../domain/kernel/errors.ts';
import { MessageId, NoteId, UserId } from '../../../domain/kernel/ids.ts';
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
  it('is answered by one of two at the same moment, the other is told unless they say that it goes', () => {
    const [first, second] = [MessageId.parse(randomUUID()), MessageId.parse(randomUUID())];
    const other = UserId.parse(randomUUID());
    const answered = fold(Conversation, [
      { ...ConversationAnswered.create({ ...of, userId: other, messageId: first }), position: 7n },
    ]);
    const mine = { ...of, userId, messageId: second };
    expect(() => answer({ ...mine, seen: 6n }, answered)).toThrow(AnsweredMeanwhile);
    for (const seen of [7n, null])
      expect(answer({ ...mine, seen }, answered)).toEqual([ConversationAnswered.create(mine)]);
    // Their own, and the same once more.
    expect(answer({ ...mine, userId: other, seen: 1n }, answered)).toHaveLength(1);
    expect(answer({ ...mine, messageId: first, seen: 1n }, answered)).toEqual([]);
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
    const assigned = ConversationAssigned.create({ ...of, assigneeId: userId, why: 'by-hand' });
    given(Conversation)
      .when((state) => assign({ ...of, assigneeId: userId, why: 'by-hand' }, state))
      .then([assigned]);
    given(Conversation, [assigned])
      .when((state) => assign({ ...of, assigneeId: userId, why: 'by-hand' }, state))
      .thenNothing();
    given(Conversation, [assigned])
      .when((state) => assign({ ...of, assigneeId: null, why: 'by-hand' }, state))
      .then([{ type: 'ConversationAssigned' }]);
    given(Conversation)
      .when((state) =>
        addNote({ ...by, noteId: NoteId.parse('00000000-0000-4000-8000-000000000099'), text: 'x' }, state),
      )
      .then([{ type: 'ConversationNoteAdded' }]);
  });
});

describe('a scheduled text', () => {
  const now = new Date('2026-11-22T12:00:00.000Z');
  const sendAt = '2026-11-22T15:00:00.000Z';
  const later = '2026-11-23T15:00:00.000Z';
  const messageId = MessageId.parse('2b1f0c5a-6a0e-5f4e-9d7e-0c9f6f5d2a11');
  const text = { ...of, messageId };
  const mine = { ...by, messageId };
  const words = { body: 'See you at six.', media: [], sendAt };
  const scheduled = TextScheduled.create({ ...mine, ...words });
  const held = ScheduledTextPaused.create({ ...text, reason: 'contact-wrote' });
  const moved = ScheduledTextRescheduled.create({ ...mine, sendAt: later });
  const released = ScheduledTextReleased.create(text);
  const takenBack = ScheduledTextCancelled.create(mine);
  const dropped = ScheduledTextFailed.create({ ...text, reason: 'opted-out' });
  const tooLate = /too late/;

  it('goes at its time, once', () => {
    given(Conversation)
      .when((state) => schedule({ ...mine, ...words }, now, state))
      .then([scheduled]);
    given(Conversation, [scheduled])
      .when((state) => schedule({ ...mine, ...words }, now, state))
      .thenNothing();
    given(Conversation, [scheduled])
      .when((state) => release({ ...text, sendAt }, state))
      .then([released]);
    given(Conversation, [scheduled, released])
      .when((state) => release({ ...text, sendAt }, state))
      .thenNothing();
  });

  it('at a time to come, within a year, and not too many of them', () => {
    for (const wrong of ['2026-11-22T12:00:00.000Z', '2026-11-21T12:00:00.000Z', '2027-11-23T12:00:00.000Z'])
      expect(() => schedule({ ...mine, ...words, sendAt: wrong }, now, Conversation.initial)).toThrow(DomainError);
    const many = Array.from({ length: 20 }, (_, index) =>
      TextScheduled.create({
        ...mine,
        ...words,
        messageId: MessageId.parse(`2b1f0c5a-6a0e-5f4e-9d7e-0c9f6f5d2b${String(index).padStart(2, '0')}`),
      }),
    );
    expect(() => schedule({ ...mine, ...words }, now, fold(Conversation, many))).toThrow(/At most 20/);
  });

  it('is taken back until it is released, and then never goes', () => {
    for (const before of [[scheduled], [scheduled, held], [scheduled, moved]])
      given(Conversation, before)
        .when((state) => takeBack(mine, state))
        .then([takenBack]);
    given(Conversation, [scheduled, takenBack])
      .when((state) => takeBack(mine, state))
      .thenNothing();
    given(Conversation, [scheduled, takenBack])
      .when((state) => release({ ...text, sendAt }, state))
      .thenNothing();
    expect(() => sendNow(text, fold(Conversation, [scheduled, takenBack]))).toThrow(/can’t be sent anymore/);
    expect(() => takeBack(mine, fold(Conversation, [scheduled, released]))).toThrow(tooLate);
    expect(() => takeBack(mine, Conversation.initial)).toThrow(/does not exist/);
  });

  it('is held when the contact writes, until somebody says that it goes', () => {
    const wrote = (forPeople: boolean) => (state: Conversation) =>
      contactWrote({ ...of, wroteFirst: true, forPeople }, state);
    given(Conversation, [scheduled]).when(wrote(true)).then([held]);
    given(Conversation, [scheduled]).when(wrote(false)).thenNothing();
    given(Conversation, [scheduled, held]).when(wrote(true)).thenNothing();
    given(Conversation, [scheduled, held])
      .when((state) => release({ ...text, sendAt }, state))
      .thenNothing();
    given(Conversation, [scheduled, held])
      .when((state) => sendNow(text, state))
      .then([released]);
    given(Conversation, [scheduled, held])
      .when((state) => move({ ...mine, sendAt: later }, now, state))
      .then([moved]);
  });

  it('moved, it goes at the new time alone', () => {
    given(Conversation, [scheduled, moved])
      .when((state) => release({ ...text, sendAt }, state))
      .thenNothing();
    given(Conversation, [scheduled, moved])
      .when((state) => release({ ...text, sendAt: later }, state))
      .then([released]);
    given(Conversation, [scheduled, moved])
      .when((state) => move({ ...mine, sendAt: later }, now, state))
      .thenNothing();
    expect(() => move({ ...mine, sendAt: later }, now, fold(Conversation, [scheduled, released]))).toThrow(tooLate);
  });

  it('that could not be sent is said so once, and put away', () => {
    given(Conversation, [scheduled])
      .when((state) => drop({ ...text, reason: 'opted-out' }, state))
      .then([dropped]);
    given(Conversation, [scheduled, dropped])
      .when((state) => drop({ ...text, reason: 'gone' }, state))
      .thenNothing();
    given(Conversation, [scheduled, dropped])
      .when((state) => takeBack(mine, state))
      .then([takenBack]);
    given(Conversation, [scheduled, takenBack])
      .when((state) => drop({ ...text, reason: 'gone' }, state))
      .thenNothing();
  });
});
