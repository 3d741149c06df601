import { type Aggregate, unchanged } from '../kernel/decider.ts';
import type { EventOf } from '../kernel/event.ts';
import type { HoldReason, SuppressReason } from './fields.ts';
import type { MessageEvent, MessageQueued, MessageReceived, UnroutedMessageReceived } from './events.ts';

export type QueuedData = EventOf<typeof MessageQueued>['data'];
export type ReceivedData = EventOf<typeof MessageReceived>['data'];
export type UnroutedData = EventOf<typeof UnroutedMessageReceived>['data'];

/** A message whose people are not erased: who writes to whom, and what. */
export type Legible<M> = {
  readonly [F in keyof M]: F extends 'from' | 'to' | 'body' | 'media' ? NonNullable<M[F]> : M[F];
};
/** Null: the person was erased, and with them what was said. */
export const legible = <M extends QueuedData | ReceivedData>(message: M): Legible<M> | null =>
  message.from === null || message.to === null || message.body === null || message.media === null ?
    null
  : (message as Legible<M>);

interface Outgoing {
  readonly message: QueuedData;
  readonly providerMessageId: string | null;
}

export type OutgoingMessage =
  | (Outgoing & { readonly status: 'queued' })
  | (Outgoing & { readonly status: 'held'; readonly reason: HoldReason; readonly until: string })
  /** It may have gone out: only a look-up or a callback may say more. */
  | (Outgoing & { readonly status: 'unknown' })
  | (Outgoing & { readonly status: 'suppressed'; readonly reason: string })
  | (Outgoing & { readonly status: 'accepted' })
  | (Outgoing & { readonly status: 'sent' })
  /** `unsure`: nobody knows whether the carrier took it. */
  | (Outgoing & { readonly status: 'failed'; readonly errorCode: number | null; readonly unsure: boolean })
  | (Outgoing & { readonly status: 'delivered' });

export type Message =
  | { readonly status: 'none' }
  /**
   * `sorted`: whether it has been said who deals with it; the reaction to it is complete then. `ended`: which of its
   * media are stored or refused.
   */
  | {
      readonly status: 'received';
      readonly message: ReceivedData;
      readonly sorted: boolean;
      readonly ended: ReadonlySet<number>;
    }
  | { readonly status: 'unrouted'; readonly message: UnroutedData }
  /** Of a broadcast's: nothing was ever said, since it was decided not to. */
  | { readonly status: 'withheld'; readonly reason: SuppressReason }
  | OutgoingMessage;

export type OutgoingStatus = OutgoingMessage['status'];

/**
 * How far a message has come. What the carrier says only ever moves it up, so any order, repetition or delay of its callbacks ends in
 * the same state: `failed` does not undo `delivered`, while a message said to have failed that then arrived has arrived.
 */
export const rank: Readonly<Record<OutgoingStatus, number>> = {
  queued: 0,
  held: 0,
  unknown: 1,
  suppressed: 2,
  accepted: 3,
  sent: 4,
  failed: 5,
  delivered: 6,
};

export const isOutgoing = (message: Message): message is OutgoingMessage => !notOutgoing.has(message.status);
const notOutgoing: ReadonlySet<Message['status']> = new Set(['none', 'received', 'unrouted', 'withheld']);

const evolve = (message: Message, event: MessageEvent): Message => {
  switch (event.type) {
    case 'MessageReceived':
      return message.status === 'none' ?
          { status: 'received', message: event.data, sorted: false, ended: new Set() }
        : message;
    case 'MessageAnsweredAutomatically':
    case 'MessageRoutedToInbox':
      return message.status === 'received' ? { ...message, sorted: true } : message;
    case 'MessageMediaStored':
    case 'MessageMediaRejected':
      return message.status === 'received' ?
          { ...message, ended: new Set([...message.ended, event.data.index]) }
        : message;
    case 'UnroutedMessageReceived':
      return message.status === 'none' ? { status: 'unrouted', message: event.data } : message;
    case 'MessageQueued':
      return message.status === 'none' ? { status: 'queued', message: event.data, providerMessageId: null } : message;
    case 'MessageAccepted':
      return advance(message, (known) => ({
        ...known,
        status: 'accepted',
        providerMessageId: event.data.providerMessageId,
      }));
    case 'MessageSent':
      return advance(message, (known) => ({
        ...known,
        status: 'sent',
        providerMessageId: event.data.providerMessageId,
      }));
    case 'MessageDelivered':
      return advance(message, (known) => ({
        ...known,
        status: 'delivered',
        providerMessageId: event.data.providerMessageId,
      }));
    case 'MessageFailed':
      return advance(message, (known) => ({
        ...known,
        status: 'failed',
        errorCode: event.data.errorCode,
        unsure: event.data.unsure === true,
        providerMessageId: event.data.providerMessageId ?? known.providerMessageId,
      }));
    case 'MessageSuppressed':
      return message.status === 'none' ?
          { status: 'withheld', reason: event.data.reason }
        : advance(message, (known) => ({ ...known, status: 'suppressed', reason: event.data.reason }));
    case 'MessageOutcomeUnknown':
      return advance(message, (known) => ({ ...known, status: 'unknown' }));
    case 'MessageDeferred':
      // The one way back: an unknown outcome that a look-up found not taken waits for another try.
      return message.status === 'queued' || message.status === 'held' || message.status === 'unknown' ?
          {
            message: message.message,
            providerMessageId: null,
            status: 'held',
            reason: event.data.reason,
            until: event.data.until,
          }
        : message;
    default:
      return unchanged(message, event);
  }
};

export const Message: Aggregate<Message, MessageEvent> = { initial: { status: 'none' }, evolve };

const advance = (message: Message, next: (known: Outgoing) => OutgoingMessage): Message => {
  if (!isOutgoing(message)) return message;
  const after = next({ message: message.message, providerMessageId: message.providerMessageId });
  return rank[after.status] > rank[message.status] ? after : message;
};
