import type { Reachable } from '../../domain/blocklists/entry.ts';
import type { ExistingBroadcast } from '../../domain/broadcasts/broadcast.ts';
import type { Contact, KnownContact } from '../../domain/contacts/contact.ts';
import type { Delivery, Sender, Situation, Verdict } from '../../domain/delivery/delivery.ts';
import type { Recipient } from '../../domain/delivery/recipient.ts';
import type { Aggregate } from '../../domain/kernel/decider.ts';
import type { DomainEvent } from '../../domain/kernel/event.ts';
import type { BusinessId, ContactId } from '../../domain/kernel/ids.ts';
import type { AutomationOrigin } from '../../domain/kernel/origin.ts';
import type { CustomMergeField } from '../../domain/personalization/fields.ts';
import type { CommandServices } from '../kernel/unit-of-work.ts';
import type { GivenWords } from './broadcast-coupons.ts';

/** What was queued, of either channel. A type, not an interface: it is the data of an event. */
export type QueuedDelivery = {
  readonly businessId: BusinessId;
  readonly contactId: ContactId;
  readonly broadcastId: string | null;
  readonly variant: number | null;
  readonly automation?: AutomationOrigin | null;
};
export interface DeliveryIds {
  readonly id: string;
  readonly businessId: BusinessId;
  readonly contactId: ContactId;
}

/**
 * What texts and mails differ in where they are decided on: streams, events, words. `State` and `E`: of the text's or
 * mail's own stream. `Queued`: what its first event says. `Words`: what a broadcast's is filled in with.
 */
export interface DeliveryChannel<
  State,
  E extends DomainEvent,
  D extends Delivery,
  Queued extends QueuedDelivery,
  Reason,
  Words,
> {
  readonly aggregate: Aggregate<State, E>;
  readonly streamOf: (id: string) => string;
  /** Part of the id of the command that decides, for good: what was decided before is not decided again. */
  readonly commandName: string;
  readonly missing: string;
  readonly verdict: (situation: Situation<D>) => Verdict<Reason>;
  /** Live chat with the contact has a say. */
  readonly readsConversation: boolean;
  /** One that was queued, as the rules see it; null: nothing was queued. */
  readonly queuedOf: (state: State) => { readonly queued: QueuedDelivery; readonly delivery: D } | null;
  /** The events of a verdict on one that was queued. */
  readonly said: (verdict: Verdict<Reason>, state: State) => readonly E[];
  /** Number and address, for the blacklist: those that it goes to, and what else is known of the contact. */
  readonly reachable: (delivery: D, contact: Contact) => Reachable;
  /** One id for one number or address of a business. */
  readonly addressId: (world: CommandServices, businessId: BusinessId, to: string) => string;

  /** Of a broadcast: what its recipients' words are made of, read once for all of them. */
  readonly wordsOf: (world: CommandServices, batch: Batch) => Promise<(recipient: Recipient) => Words>;
  readonly fill: (
    broadcast: ExistingBroadcast,
    to: Recipient,
    contact: Contact,
    sender: Sender,
    words: Words,
  ) => Queued | null;
  readonly recipientOf: (
    id: string,
    state: State,
    filled: Queued | null,
    contact: Contact,
  ) => { readonly queued: Queued | null; readonly delivery: D };
  /** Nothing has been said of it. */
  readonly isFresh: (state: State) => boolean;
  readonly withheld: (ids: DeliveryIds, reason: Reason, state: State) => readonly E[];
  readonly queuedEvent: { readonly type: string; readonly version: number };
}

/** What recipients of one broadcast have in common. */
export interface Batch {
  readonly broadcast: ExistingBroadcast;
  readonly sender: Sender;
  readonly custom: readonly CustomMergeField[];
  /** The address under which links are found. */
  readonly base: string;
  readonly given: GivenWords;
}

export const emailOf = (contact: Contact): string | null => (contact.status === 'none' ? null : contact.details.email);
export const phoneOf = (contact: Contact): KnownContact['phone'] => (contact.status === 'none' ? null : contact.phone);
