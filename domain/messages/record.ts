import type { DomainEvent } from '../kernel/event.ts';
import { plainReason } from './carrier-errors.ts';
import {
  MessageAccepted,
  MessageDelivered,
  MessageFailed,
  MessageDeferred,
  MessageOutcomeUnknown,
  MessageSent,
  MessageSuppressed,
  type OutboundMessageEvent,
} from './events.ts';
import type { CarrierStatus, HoldReason, SuppressReason } from './fields.ts';
import { isOutgoing, type Message, type OutgoingMessage, rank } from './message.ts';

/** The carrier took the message and named it. No news once it has said more. */
export const recordAccepted = (
  command: { readonly provider: string; readonly providerMessageId: string },
  message: Message,
): readonly OutboundMessageEvent[] =>
  forward(message, 'accepted', (ids) => MessageAccepted.create({ ...ids, ...command }));

/**
 * What a status callback or a look-up says. Of a broadcast's only how it ends: what comes before would be an event for
 * each of a million, and the outbox has it. It only ever moves a message forward (see `rank`): late, repeated and reordered callbacks
 * change nothing they should not.
 */
export function recordCarrierStatus(
  command: {
    readonly provider: string;
    readonly providerMessageId: string;
    readonly status: CarrierStatus;
    readonly errorCode: number | null;
  },
  message: Message,
): readonly OutboundMessageEvent[] {
  const { provider, providerMessageId, errorCode } = command;
  if (isOutgoing(message) && message.message.broadcastId !== null && !ended.has(command.status)) return [];
  switch (command.status) {
    case 'queued':
    case 'sending':
      return recordAccepted({ provider, providerMessageId }, message);
    case 'sent':
      return forward(message, 'sent', (ids) => MessageSent.create({ ...ids, providerMessageId }));
    case 'delivered':
      return forward(message, 'delivered', (ids) => MessageDelivered.create({ ...ids, providerMessageId }));
    case 'undelivered':
    case 'failed':
      return forward(message, 'failed', (ids) =>
        MessageFailed.create({ ...ids, providerMessageId, errorCode, reason: plainReason(errorCode) }),
      );
    default:
      return command.status satisfies never;
  }
}

const ended: ReadonlySet<CarrierStatus> = new Set(['delivered', 'undelivered', 'failed']);

/** The carrier refused it, or we gave up. `unsure`: nobody knows whether the carrier took it. */
export const recordFailed = (
  {
    unsure,
    ...command
  }: { readonly errorCode: number | null; readonly reason: string; readonly unsure?: true | undefined },
  message: Message,
): readonly OutboundMessageEvent[] =>
  forward(message, 'failed', (ids) =>
    MessageFailed.create({
      ...ids,
      providerMessageId: isOutgoing(message) ? message.providerMessageId : null,
      ...command,
      ...(unsure === true ? { unsure } : {}),
    }),
  );

/** The request was cut off. No news once the carrier has said anything about the message. */
export const recordUnknown = (
  command: { readonly detail: string },
  message: Message,
): readonly OutboundMessageEvent[] =>
  forward(message, 'unknown', (ids) => MessageOutcomeUnknown.create({ ...ids, detail: command.detail }));

/** It waits. Also how an unknown outcome goes on after a look-up found that the carrier never took it. */
export function hold(
  command: { readonly reason: HoldReason; readonly until: string; readonly errorCode: number | null },
  message: Message,
): readonly OutboundMessageEvent[] {
  if (message.status !== 'queued' && message.status !== 'held' && message.status !== 'unknown') return [];
  if (message.status === 'held' && message.until === command.until && message.reason === command.reason) return [];
  return [MessageDeferred.create({ ...ids(message), ...command, automation: message.message.automation })];
}

/** We decided at the last moment not to send it. */
export function suppress(
  command: { readonly reason: SuppressReason },
  message: Message,
): readonly OutboundMessageEvent[] {
  if (message.status !== 'queued' && message.status !== 'held') return [];
  return [MessageSuppressed.create({ ...ids(message), reason: command.reason })];
}

type Ids = ReturnType<typeof ids>;
const ids = ({ message }: OutgoingMessage) => ({
  messageId: message.messageId,
  businessId: message.businessId,
  contactId: message.contactId,
});

const forward = <E extends OutboundMessageEvent & DomainEvent>(
  message: Message,
  to: OutgoingMessage['status'],
  create: (ids: Ids) => E,
): readonly E[] => (isOutgoing(message) && rank[to] > rank[message.status] ? [create(ids(message))] : []);
