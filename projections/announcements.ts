import type { StoredEvent } from '../adapters/event-store/port.ts';
import { BillQueued, BillSettingsChanged } from '../domain/bills/events.ts';
import { DefaultPaymentMethodChanged, PaymentMethodRemoved, PaymentMethodSaved } from '../domain/payments/events.ts';
import type { Payer } from '../domain/payments/payer.ts';
import { StatementClosed } from '../domain/statements/events.ts';
import { is } from './engine/events.ts';
import type { Announcement } from './engine-types.ts';

/**
 * What projectors say to the people of a business once a batch has committed: published on `subjects.live(businessId)`, one message each.
 * Everything is a plain JSON value; `position` is the position of the event in decimal digits.
 * `unread` is the business's count after it, where the projector knows it from its own statement; left out, api/live
 * asks the read model. api/live turns these into websocket frames.
 */
export type LiveAnnouncement =
  /** A text came in. Announced once per message, by the one projector that counts unread messages. */
  | {
      readonly type: 'new-message';
      readonly contactId: string;
      readonly messageId: string;
      readonly position: string;
      readonly unread?: number;
    }
  /** A message of ours was queued or changed its state. */
  | {
      readonly type: 'message-changed';
      readonly contactId: string;
      readonly messageId: string;
      readonly status: string;
      readonly position: string;
    }
  /** A contact called, or what became of their call is known. */
  | { readonly type: 'call-changed'; readonly contactId: string; readonly callId: string; readonly position: string }
  /** The conversation or its contact changed: read, closed, named, opted in or out, a note. */
  | {
      readonly type: 'conversation-changed';
      readonly contactId: string;
      readonly position: string;
      readonly unread?: number;
    }
  /**
   * Somebody of the business is writing to the contact at this moment, or has left off. Said by the API alone, of no
   * event and kept nowhere: who does not hear it has missed nothing.
   */
  | {
      readonly type: 'writing';
      readonly contactId: string;
      readonly userId: string;
      readonly name: string;
      readonly writing: boolean;
    }
  /** Who takes conversations, or who of the team is away. */
  | { readonly type: 'team-changed'; readonly position: string }
  /** What is kept of many contacts changed: the counts of segments, or something that is done to many. */
  | { readonly type: 'contacts-changed'; readonly what: 'segments' | 'bulk'; readonly position: string }
  /** A file of contacts was read, or its import has come further. */
  | { readonly type: 'upload-changed'; readonly uploadId: string; readonly position: string }
  /** Something under the bell was raised, read or removed. */
  | { readonly type: 'notification'; readonly contactId: string | null; readonly position: string }
  /** A broadcast, or what became of its recipients. */
  | { readonly type: 'broadcast-changed'; readonly broadcastId: string; readonly position: string }
  /** An automation itself, or where those are who go through it. */
  | {
      readonly type: 'automation-changed';
      readonly what: 'automation' | 'runs';
      readonly automationId: string;
      readonly position: string;
    }
  /** To the people of an agency: what waits for its approval. */
  | { readonly type: 'approvals-changed'; readonly position: string }
  /** To the people of a payer and to operators: its plan, add-ons, or what it was billed changed. */
  | { readonly type: 'billing-changed'; readonly position: string };

/** The bell of the businesses of an agency, which rings when what the agency subscribes to changed. */
export const businessesOf = (agencyId: string): string => `businesses-of:${agencyId}`;

/** Cards, closed months and bills: read from their streams, kept in no table, and told of like what was billed. */
export const billingNews = [
  PaymentMethodSaved,
  PaymentMethodRemoved,
  DefaultPaymentMethodChanged,
  StatementClosed,
  BillSettingsChanged,
  BillQueued,
] as const;

/**
 * Tells the payers of these events, and operators once, that something of their billing changed. A card is told to its
 * payer alone, and a bill to the agency that sends it.
 */
export const announceBilling = (events: readonly StoredEvent[]): readonly Announcement[] =>
  billingChanged(events, ({ kind, id }) => [`${kind}:${id}`, 'admins']);

/** The same, and to the businesses of an agency: nothing of theirs is sent while it doesn't pay. */
export const announceStanding = (events: readonly StoredEvent[]): readonly Announcement[] =>
  billingChanged(events, ({ kind, id }) => [
    `${kind}:${id}`,
    'admins',
    ...(kind === 'agency' ? [businessesOf(id)] : []),
  ]);

function billingChanged(
  events: readonly StoredEvent[],
  bellsOfPayer: (payer: Payer) => readonly string[],
): readonly Announcement[] {
  const position = (events.at(-1)?.position ?? 0n).toString();
  const bells = new Set(events.flatMap((event) => bellsOf(event, bellsOfPayer)));
  return [...bells].map((bell) => ({ bell, event: { type: 'billing-changed', position } satisfies LiveAnnouncement }));
}

function bellsOf(event: StoredEvent, bellsOfPayer: (payer: Payer) => readonly string[]): readonly string[] {
  if (is(event, PaymentMethodSaved) || is(event, PaymentMethodRemoved) || is(event, DefaultPaymentMethodChanged))
    return [`${event.data.payerKind}:${event.data.payerId}`];
  if (is(event, BillSettingsChanged) || is(event, BillQueued)) return [`agency:${event.data.agencyId}`];
  // A move of many payers is no one's: each hears of its own.
  const { payer } = event.data as { readonly payer?: Payer };
  return payer === undefined ? [] : bellsOfPayer(payer);
}
