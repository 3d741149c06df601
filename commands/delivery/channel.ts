import type { z } from 'zod';
import type { Reachable } from '../../domain/blocklists/entry.ts';
import type { ExistingBroadcast } from '../../domain/broadcasts/broadcast.ts';
import type { Business } from '../../domain/businesses/business.ts';
import type { Contact, KnownContact } from '../../domain/contacts/contact.ts';
import type { Delivery, Sender, Situation, Verdict } from '../../domain/delivery/delivery.ts';
import type { Ending, Outcome } from '../../domain/delivery/outcome.ts';
import type { Recipient } from '../../domain/delivery/recipient.ts';
import type { Aggregate } from '../../domain/kernel/decider.ts';
import type { DomainEvent } from '../../domain/kernel/event.ts';
import type { BusinessId, ContactId } from '../../domain/kernel/ids.ts';
import type { AutomationOrigin } from '../../domain/kernel/origin.ts';
import type { CustomMergeField } from '../../domain/personalization/fields.ts';
import type { CommandServices, UnitOfWork } from '../kernel/unit-of-work.ts';
import type { GivenWords } from './broadcast-coupons.ts';

/** What was queued, of any channel. A type, not an interface: it is the data of an event. */
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

/** What a channel is made of. */
export interface ChannelTypes {
  /** Of the text's or email's own stream. */
  readonly State: unknown;
  readonly Event: DomainEvent;
  readonly Delivery: Delivery;
  /** What the first event says, of a person who is not erased. */
  readonly Queued: QueuedDelivery;
  /** Why one is not sent. */
  readonly Reason: string;
  /** What a broadcast's is filled in with. */
  readonly Words: unknown;
  /** What the sender needs of one that may go, besides what was queued. */
  readonly Content: unknown;
  /** What its provider says of one later. */
  readonly Word: unknown;
}

/** What the channels differ in where deliveries are decided on and where it is said how they ended. */
export interface DeliveryChannel<C extends ChannelTypes> {
  readonly aggregate: Aggregate<C['State'], C['Event']>;
  readonly streamOf: (id: string) => string;
  /** Part of the id of the command that decides, for good: what was decided before is not decided again. */
  readonly commandName: string;
  readonly missing: string;
  readonly verdict: (situation: Situation<C['Delivery']>) => Verdict<C['Reason']>;
  readonly reason: z.ZodType<C['Reason']>;
  /** Somebody has it already, as another contact. */
  readonly duplicate: C['Reason'];
  /** Live chat with the contact has a say. */
  readonly readsConversation: boolean;
  /** It goes out from a number, which carriers want registered. */
  readonly isFromNumber: boolean;
  /** One that was queued, and as the rules see it; null: nothing was queued. `legible` null: its person was erased. */
  readonly queuedOf: (
    state: C['State'],
  ) => {
    readonly queued: QueuedDelivery;
    readonly legible: C['Queued'] | null;
    readonly delivery: C['Delivery'];
  } | null;
  /** The events of a verdict on one that was queued. `mayHaveArrived`: it went out before, and no one knows how that ended. */
  readonly said: (verdict: Verdict<C['Reason']>, state: C['State'], mayHaveArrived: boolean) => readonly C['Event'][];
  /** Number and address, for the blacklist: those that it goes to, and what else is known of the contact. */
  readonly reachable: (delivery: C['Delivery'], contact: Contact) => Reachable;
  /** One id for one number or address of a business. */
  readonly addressId: (world: CommandServices, businessId: BusinessId, to: string) => string;
  readonly contentOf: (
    world: CommandServices,
    queued: C['Queued'],
    of: Sending,
  ) => C['Content'] | Promise<C['Content']>;

  /** Of a broadcast: what its recipients' words are made of, read once for all of them. */
  readonly wordsOf: (world: CommandServices, batch: Batch) => Promise<(recipient: Recipient) => C['Words']>;
  readonly fill: (
    broadcast: ExistingBroadcast,
    to: Recipient,
    contact: Contact,
    sender: Sender,
    words: C['Words'],
  ) => C['Queued'] | null;
  readonly recipientOf: (
    id: string,
    state: C['State'],
    filled: C['Queued'] | null,
    contact: Contact,
  ) => { readonly queued: C['Queued'] | null; readonly delivery: C['Delivery'] };
  /** Nothing has been said of it. */
  readonly isFresh: (state: C['State']) => boolean;
  readonly withheld: (ids: DeliveryIds, reason: C['Reason'], state: C['State']) => readonly C['Event'][];
  readonly queuedEvent: { readonly type: string; readonly version: number };

  /** The events of how a request ended. */
  readonly recorded: (outcome: Outcome, state: C['State']) => readonly C['Event'][];
  /** The end of one whose own stream can't be read. `broadcastId` null: it is none's. */
  readonly endedUnread: (ids: DeliveryIds, end: Ending<C['Reason']>, broadcastId: string | null) => DomainEvent;
  readonly word: z.ZodType<C['Word']>;
  /** The same word has the same id, whoever passes it on. */
  readonly wordId: (id: string, heard: Heard<C['Word']>) => readonly string[];
  readonly heard: (heard: Heard<C['Word']>, state: C['State']) => readonly C['Event'][];
  /** The one who speaks can't know of this one, though their tenant is the same. */
  readonly isForeign?: (heard: Heard<C['Word']>, state: C['State']) => boolean;
  /** What follows for others from how one ended. */
  readonly follow: (work: UnitOfWork, state: C['State'], events: readonly DomainEvent[]) => Promise<void>;
}

/** What a provider says of one that it has. */
export interface Heard<Word> {
  readonly provider: string;
  readonly providerMessageId: string;
  readonly word: Word;
}

/** For whom one goes out, and when. `base`: the address under which links are found. */
export interface Sending {
  readonly business: Business;
  readonly now: Date;
  readonly base: () => Promise<string>;
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
