import type { EmailOutcome, HandOver } from '../../../adapters/email/port.ts';
import type { StoredEvent } from '../../../adapters/event-store/port.ts';
import type { ChannelTypes } from '../../../commands/delivery/channel.ts';
import type { SenderCommands } from '../commands.ts';
import type { Use } from '../text/slices.ts';
import type { AccountEntry, BusinessEntry, EndedEntry, Entry, Lane, Lanes } from './queue.ts';

/** One that was asked for, as it is queued. `businessId` null: of the product, to one of its users. */
export interface Queued {
  readonly id: string;
  readonly userId: string | null;
  readonly businessId: string | null;
  readonly agencyId: string | null;
  readonly contactId: string | null;
  readonly lane: Lane;
  /** Whether it goes out once more when nobody knows whether it was taken. */
  readonly repeatable: boolean;
  readonly kind: string;
  readonly tokenRef: string | null;
  readonly expiresAt: string | null;
}

/** What the log says of one: it is over, and counts as this for whether its broadcast is well. */
export type Heard = 'delivered' | 'failed' | 'complained' | 'withheld';

/** Where the messages of a channel wait, and what the log tells of them. */
export interface HandoverFeed extends Lanes {
  /** What asks for one, by the events' types; null: this one is no work. */
  readonly queues: Readonly<Record<string, (event: StoredEvent) => Queued | null>>;
  /** What ends one, by the events' types. */
  readonly ends: Readonly<Record<string, (event: StoredEvent) => { readonly id: string; readonly as: Heard }>>;
}

/** One that was made, and who is handed it. */
export interface Made {
  /** As it is called in events. */
  readonly provider: string;
  /** Whether the provider tells what becomes of one; else that it was taken is all there is. */
  readonly tells: boolean;
  /** Never throws: every ending is an outcome. */
  send(handOver: HandOver): Promise<EmailOutcome>;
}

/** Ends one without sending it. `decided`: its stream says so already. */
export class NotSent extends Error {
  readonly decided: boolean;
  constructor(why: string, decided = false) {
    super(why);
    this.decided = decided;
  }
}

/**
 * How the messages of a channel are carried whose provider is handed each once, and can't be asked for it again: what
 * such channels differ in. Their rows are those of `ops.mails`, each channel's in lanes of its own.
 */
export interface HandedChannel<C extends ChannelTypes> {
  readonly commands: SenderCommands<C>;
  /** What one waits for that can't be handed to anybody. */
  readonly waitsFor: string;
  /** Makes one that may go. Null: there is nobody to hand it to now. */
  make(entry: Entry, content: C['Content']): Promise<Made | null>;
  /** What one takes of whoever pays for its business; left out: nothing. */
  useOf?(content: C['Content']): Use;
  /** Pauses the broadcast of a recipient: nothing is left to pay for it. */
  halt?(entry: BusinessEntry): Promise<unknown>;
  /** Of the product's own, which no business sends; left out: the channel has none. */
  readonly own?: {
    /** Looks at one for the last time, and answers how it is made. Throws `NotSent`. */
    decide(entry: AccountEntry): Promise<() => Promise<Made | null>>;
    /** Tells its stream how it ended. */
    record(ended: EndedEntry): Promise<unknown>;
  };
  /** What a provider that took nothing says by that of the address; null: nothing. */
  refusal?(ended: EndedEntry): C['Word'] | null;
}
