import { z } from 'zod';
import { type Charge, chargeOf } from '../../../domain/delivery/allowance.ts';
import { type OwnWords, recipientText, textDelivery, textFor } from '../../../domain/delivery/channels/text.ts';
import type { TextDelivery } from '../../../domain/delivery/delivery.ts';
import { textVerdict } from '../../../domain/delivery/verdict.ts';
import { is } from '../../../domain/kernel/event.ts';
import { MessageId, namespaces, NotificationId, uuidV5 } from '../../../domain/kernel/ids.ts';
import { type MessageEvent, MessageFailed, MessageQueued, MessageSuppressed } from '../../../domain/messages/events.ts';
import { CarrierStatus, SuppressReason } from '../../../domain/messages/fields.ts';
import {
  isOutgoing,
  type Legible,
  legible,
  Message,
  type OutgoingMessage,
  type QueuedData,
} from '../../../domain/messages/message.ts';
import * as say from '../../../domain/messages/record.ts';
import { Notification, raise } from '../../../domain/notifications/notification.ts';
import { streams } from '../../../domain/streams.ts';
import { phoneIdentity } from '../../directory/contact-directory.ts';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import { type DeliveryChannel, emailOf } from '../channel.ts';

export interface TextTypes {
  readonly State: Message;
  readonly Event: MessageEvent;
  readonly Delivery: TextDelivery;
  readonly Queued: Legible<QueuedData>;
  readonly Reason: SuppressReason;
  readonly Words: OwnWords;
  readonly Content: {
    /** What it takes of the business's month. */
    readonly charge: Charge;
  };
  readonly Word: z.output<typeof CarrierWord>;
}

/** What a status callback says. `sender`: the number that the account signs for; left out by a look-up of one text. */
const CarrierWord = z.object({
  status: CarrierStatus,
  errorCode: z.number().int().nullable(),
  sender: z.string().optional(),
});

export const texts: DeliveryChannel<TextTypes> = {
  aggregate: Message,
  streamOf: (id) => streams.message(MessageId.parse(id)),
  commandName: 'decide-send',
  missing: 'This message does not exist.',
  verdict: textVerdict,
  reason: SuppressReason,
  duplicate: 'duplicate',
  readsConversation: true,
  isFromNumber: true,
  queuedOf: (message) =>
    isOutgoing(message) ?
      { queued: message.message, legible: legible(message.message), delivery: textDelivery(message) }
    : null,
  said(verdict, message) {
    if (verdict.kind === 'suppress') return say.suppress({ reason: verdict.reason }, message);
    if (verdict.kind === 'hold' && !verdict.recorded && verdict.reason !== 'scheduled')
      return say.hold({ reason: verdict.reason, until: verdict.until, errorCode: null }, message);
    return [];
  },
  reachable: ({ to: phone }, contact) => ({ phone, email: emailOf(contact) }),
  addressId: phoneIdentity,
  contentOf: (_, queued, { business, now }) => ({ charge: chargeOf(queued, business, now) }),

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
    : say.suppress({ reason }, message),
  queuedEvent: MessageQueued,

  recorded(outcome, message) {
    switch (outcome.kind) {
      case 'accepted': {
        const { provider, providerMessageId } = outcome;
        return say.recordAccepted({ provider, providerMessageId }, message);
      }
      case 'failed': {
        const { errorCode, reason, unsure } = outcome;
        return say.recordFailed({ errorCode, reason, unsure }, message);
      }
      case 'unknown':
        return say.recordUnknown(outcome, message);
      case 'held': {
        const { reason, until, errorCode } = outcome;
        return say.hold({ reason, until, errorCode }, message);
      }
      default:
        return outcome satisfies never;
    }
  },
  endedUnread({ id, ...of }, end) {
    const ids = { messageId: MessageId.parse(id), ...of };
    if (end.kind === 'suppressed') return MessageSuppressed.create({ ...ids, reason: end.reason });
    if (end.kind !== 'failed') throw new Error('Of a text, only that it was kept back or has failed is said unread.');
    const { errorCode, reason, unsure } = end;
    return MessageFailed.create({ ...ids, providerMessageId: null, errorCode, reason, ...(unsure && { unsure }) });
  },
  word: CarrierWord,
  wordId: (id, { providerMessageId, word }) => ['carrier-status', id, providerMessageId, word.status],
  heard: ({ word, ...by }, message) => say.recordCarrierStatus({ ...by, ...word }, message),
  isForeign: ({ word: { sender } }, message) =>
    sender !== undefined && isOutgoing(message) && message.message.from !== sender,
  async follow(work, message, events) {
    const failure = events.find((event) => is(event, MessageFailed));
    if (failure !== undefined && isOutgoing(message)) await notifyAuthor(work, message, failure.data.reason);
  },
};

/** People who wrote it should know that it did not arrive. What the error says of the contact is the carrier-verdicts worker's business. */
async function notifyAuthor(work: UnitOfWork, { message }: OutgoingMessage, reason: string): Promise<void> {
  const { contactId, businessId, messageId } = message;
  if (message.purpose !== 'livechat') return;
  const notificationId = NotificationId.parse(
    uuidV5(namespaces.notification, businessId, 'delivery-problem', messageId),
  );
  const link = `/business/livechat?contact=${contactId}`;
  const notification = { notificationId, businessId, contactId, kind: 'delivery-problem', link } as const;
  await work.change({
    stream: streams.notification(notificationId),
    aggregate: Notification,
    seen: [],
    decide: (before) => raise({ ...notification, title: 'Message not delivered', content: reason }, before),
  });
}
