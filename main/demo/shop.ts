import type { EventStore } from '../../adapters/event-store/port.ts';
import type { Caller, CommandContext } from '../../commands/kernel/caller.ts';
import type { Commands } from '../../commands/catalogue.ts';
import type { ContactId } from '../../domain/kernel/ids.ts';

/** A business that has a past, and who works for it. */
export interface Shop {
  readonly businessId: string;
  /** Null: it stands alone. */
  readonly agencyId: string | null;
  readonly uniqueId: string;
  readonly number: string;
  readonly timezone: string;
  readonly keyword: string;
  /** Of its owner, and of who works with them. */
  readonly ownerId: string;
  readonly colleagueId: string;
}

/** How a text of the business ends: at the phone, refused with one of the carrier's codes, or on its way for now. */
export type Ending = 'delivered' | 'sent' | { readonly errorCode: number };

/** What a scene of the past is acted with, at one moment of one shop. */
export interface Acting {
  readonly commands: Commands;
  /** The commands' clock. */
  readonly now: () => Date;
  readonly store: EventStore;
  readonly shop: Shop;
  readonly moment: string;
  readonly owner: Caller;
  readonly system: Caller;
  readonly as: (caller: Caller) => CommandContext;
  readonly contact: (phone: string) => ContactId;
}
