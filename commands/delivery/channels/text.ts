import { type OwnWords, recipientText, textDelivery, textFor } from '../../../domain/delivery/channels/text.ts';
import type { TextDelivery } from '../../../domain/delivery/delivery.ts';
import { textVerdict } from '../../../domain/delivery/verdict.ts';
import { MessageId } from '../../../domain/kernel/ids.ts';
import { type MessageEvent, MessageQueued, MessageSuppressed } from '../../../domain/messages/events.ts';
import type { SuppressReason } from '../../../domain/messages/fields.ts';
import { isOutgoing, type Legible, Message, type QueuedData } from '../../../domain/messages/message.ts';
import { hold, suppress } from '../../../domain/messages/record.ts';
import { streams } from '../../../domain/streams.ts';
import { phoneIdentity } from '../../directory/contact-directory.ts';
import { type DeliveryChannel, emailOf } from '../channel.ts';

export const texts: DeliveryChannel<
  Message,
  MessageEvent,
  TextDelivery,
  Legible<QueuedData>,
  SuppressReason,
  OwnWords
> = {
  aggregate: Message,
  streamOf: (id) => streams.message(MessageId.parse(id)),
  commandName: 'decide-send',
  missing: 'This message does not exist.',
  verdict: textVerdict,
  readsConversation: true,
  queuedOf: (message) => (isOutgoing(message) ? { queued: message.message, delivery: textDelivery(message) } : null),
  said(verdict, message) {
    if (verdict.kind === 'suppress') return suppress({ reason: verdict.reason }, message);
    if (verdict.kind === 'hold' && !verdict.recorded && verdict.reason !== 'scheduled')
      return hold({ reason: verdict.reason, until: verdict.until, errorCode: null }, message);
    return [];
  },
  reachable: ({ to: phone }, contact) => ({ phone, email: emailOf(contact) }),
  addressId: phoneIdentity,

  wordsOf: async (world, { custom, base, given }) => {
    const codeOf = (link: number, contactId: string) => world.identifiers.linkCode(link, contactId);
    return ({ contactId }) => ({ custom, base, codeOf, keyword: given.keyword, coupon: given.couponOf(contactId) });
  },
  fill: textFor,
  recipientOf: recipientText,
  isFresh: (message) => message.status === 'none',
  withheld: ({ id, ...ids }, reason, message) =>
    message.status === 'none' ?
      [MessageSuppressed.create({ messageId: MessageId.parse(id), ...ids, reason })]
    : suppress({ reason }, message),
  queuedEvent: MessageQueued,
};
