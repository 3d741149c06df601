import { describe, expect, it } from 'vitest';
import { Conversation } from '../../../domain/livechat/conversation.ts';
import { close, contactWrote, reopen } from '../../../domain/livechat/decide.ts';
import { ConversationClosed, ConversationOpened } from '../../../domain/livechat/events.ts';
import { MessageId } from '../../../domain/kernel/ids.ts';
import {
  MessageAnsweredAutomatically,
  MessageRoutedToInbox,
  MessageReceived,
} from '../../../domain/messages/events.ts';
import { Message } from '../../../domain/messages/message.ts';
import { sort } from '../../../domain/messages/sort.ts';
import { upcasters } from '../../../domain/upcasters.ts';
import { given } from '../../support/given.ts';
import { businessId, contactId, number, otherNumber, userId } from './fixtures.ts';

const messageId = MessageId.parse('7d0a2c52-6e55-4c63-9d6b-3f0f4d8b1a11');
const of = { messageId, businessId, contactId };
const received = MessageReceived.create({
  ...of,
  from: otherNumber,
  to: number,
  body: 'Hello',
  media: [],
  provider: 'twilio',
  providerMessageId: 'SM1',
  receivedAt: '2026-11-20T12:00:00.000Z',
});

describe('a text that came in', () => {
  const receivedPosition = '42';
  const byRule = MessageAnsweredAutomatically.create({ ...of, receivedPosition, rule: 'help' });
  const toPeople = MessageRoutedToInbox.create({ ...of, receivedPosition });
  it('is answered by a rule or left to people, at the position it came in at', () => {
    given(Message, [received])
      .when((message) => sort({ rule: 'help', receivedPosition }, message))
      .then([byRule]);
    given(Message, [received])
      .when((message) => sort({ rule: null, receivedPosition }, message))
      .then([toPeople]);
  });
  it('is sorted once: what has been said stays', () => {
    for (const said of [byRule, toPeople])
      for (const rule of ['keyword', null] as const)
        given(Message, [received, said])
          .when((message) => sort({ rule, receivedPosition }, message))
          .thenNothing();
    given(Message)
      .when((message) => sort({ rule: null, receivedPosition }, message))
      .thenNothing();
  });
});

describe('a conversation that is closed', () => {
  const of = { contactId, businessId };
  const by = { ...of, userId };
  const closed = (upToPosition: string | null) => ConversationClosed.create({ ...by, upToPosition });
  it('is opened by words for people, not by what a rule answers', () => {
    const wrote = (forPeople: boolean) => (conversation: Conversation) =>
      contactWrote({ ...of, wroteFirst: true, forPeople }, conversation);
    given(Conversation, [closed(null)])
      .when(wrote(true))
      .then([ConversationOpened.create({ ...of, userId: null })]);
    given(Conversation, [closed(null)])
      .when(wrote(false))
      .thenNothing();
  });
  it('may be closed again by who has seen more of it', () => {
    const again = (upToPosition: string | null) => (conversation: Conversation) =>
      close({ ...by, upToPosition }, conversation);
    given(Conversation, [closed('10')])
      .when(again('11'))
      .then([closed('11')]);
    given(Conversation, [closed('10')])
      .when(again('10'))
      .thenNothing();
    given(Conversation, [closed('10')])
      .when(again(null))
      .then([closed(null)]);
    given(Conversation, [closed(null)])
      .when(again('99'))
      .thenNothing();
    given(Conversation, [closed('10')])
      .when((conversation) => reopen(by, conversation))
      .then([ConversationOpened.create(by)]);
  });
});

describe('what was stored before texts were sorted', () => {
  const raised = (content: string | null) => upcasters['NotificationRaised']![1]!({ content, kind: 'message' });
  it('was put before people as it came', () => {
    expect(upcasters['MessageReceived']![1]!({ body: 'STOP' })).toEqual({ body: 'STOP', leftToPeople: true });
    expect(upcasters['ConversationClosed']![1]!({ contactId })).toEqual({ contactId, upToPosition: null });
  });
  it.each([
    ['(415) 555-0132: Hello: are you open?', 'Hello: are you open?'],
    ['+49 30 901820: hallo', 'hallo'],
    ['(415) 555-0132: ', ''],
    ['(415) 555-0132 opted in with START', 'Opted in with START'],
    ['(415) 555-0132 opted into the campaign with the keyword PIZZA', 'Opted into the campaign with the keyword PIZZA'],
    ['A text could not be delivered.', 'A text could not be delivered.'],
    [null, null],
  ])('a notification said who it was in its text: %j reads %j', (before, after) => {
    expect(raised(before)).toEqual({ content: after, kind: 'message', receivedPosition: null });
  });
});
