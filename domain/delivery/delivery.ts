import type { Agency } from '../agencies/agency.ts';
import type { ExistingBroadcast } from '../broadcasts/broadcast.ts';
import type { Business } from '../businesses/business.ts';
import type { Contact } from '../contacts/contact.ts';
import type { Conversation } from '../livechat/conversation.ts';
import type { ContactLimits } from '../limits/contacts.ts';
import type { PaymentReason } from '../limits/needs.ts';
import type { Channel } from '../kernel/channels.ts';
import type { CampaignId } from '../kernel/ids.ts';
import type { EmailPurpose, EmailSuppressReason } from '../emails/fields.ts';
import type { MessagePurpose } from '../messages/events.ts';
import type { HoldReason, SuppressReason } from '../messages/fields.ts';
import type { ClosedGate } from '../registrations/limits.ts';
import type { E164 } from '../sms/values.ts';

/** One text or email that is about to go out, as the rules see it. */
export interface Delivery {
  readonly channel: Channel;
  readonly purpose: string;
  /** Of the text or email. */
  readonly id: string;
  readonly campaignId: CampaignId | null;
  /**
   * `fresh`: a broadcast's, of which no event tells yet. `waiting`: queued, or held. `ended`: sent, suppressed, or with
   * an outcome that is unknown: it never goes out again.
   */
  readonly stage: 'fresh' | 'waiting' | 'ended';
  /** Null: the person was erased, or never had one. */
  readonly to: string | null;
  /** A broadcast's whose words could not be filled in for this contact. */
  readonly unfilled: boolean;
}
export interface TextDelivery extends Delivery {
  readonly channel: 'text';
  readonly purpose: MessagePurpose;
  /** The number that it was queued on. */
  readonly from: E164 | null;
  /** Null: it is not held. */
  readonly held: { readonly reason: HoldReason; readonly until: string } | null;
  readonly notBefore: string | null;
}
export interface EmailDelivery extends Delivery {
  readonly channel: 'mail';
  readonly purpose: EmailPurpose;
}

/** For whom it goes out. A standalone business has no agency: `Agency.initial`. */
export interface Sender {
  readonly business: Business;
  readonly agency: Agency;
  /** Why whoever pays for it may send nothing now; null or left out: it may. */
  readonly unpaid?: PaymentReason | null;
  /** What of its number's registration is missing, so that carriers would refuse its texts; null or left out: nothing. */
  readonly unregistered?: ClosedGate | null;
  /** The name that its texts begin with; null or left out: with none. */
  readonly prefix?: string | null;
  /** Contacts that it, and all businesses of its agency, may have; left out: any number. */
  readonly contactLimits?: ContactLimits;
}

/** A delivery and all that the rules hold it against, as it is at the last moment. */
export interface Situation<D extends Delivery = Delivery> {
  readonly delivery: D;
  readonly contact: Contact;
  readonly sender: Sender;
  readonly now: Date;
  /** The contact is on the business's blacklist. */
  readonly blacklisted: boolean;
  /** Live chat with the contact; left out: none. */
  readonly conversation?: Conversation;
  /** The broadcast that this goes out with; left out: none. */
  readonly broadcast?: ExistingBroadcast;
  /** The enrollment that asked for it has ended. */
  readonly isRunOver?: boolean;
}

/** What the last look comes to. */
export type Verdict<Reason> =
  | { readonly kind: 'send' }
  | { readonly kind: 'suppress'; readonly reason: Reason }
  /** `recorded`: an event says so already. */
  | {
      readonly kind: 'hold';
      readonly reason: HoldReason | 'scheduled';
      readonly until: string;
      readonly recorded: boolean;
    }
  /** It waits with its broadcast, and goes on with it. */
  | { readonly kind: 'park' }
  /** Its broadcast has ended before anything was said of it: the broadcast's own event is enough. */
  | { readonly kind: 'over'; readonly why: 'stopped' | 'expired' }
  /** It has ended already. */
  | { readonly kind: 'done' };

/** A verdict that ends the look; null: this rule has nothing against it. */
export type Rule<D extends Delivery, Reason> = (situation: Situation<D>) => Verdict<Reason> | null;

/** Reasons that texts and emails are both suppressed for. */
export type SharedReason = SuppressReason & EmailSuppressReason;

export const suppress = <R>(reason: R): Verdict<R> => ({ kind: 'suppress', reason });
