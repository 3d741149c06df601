import { type Aggregate, unchanged } from '../kernel/decider.ts';
import type { EventOf } from '../kernel/event.ts';
import type { BusinessId, ContactId } from '../kernel/ids.ts';
import { IdentityMoved } from './merge-events.ts';
import {
  type ContactErased,
  IdentityErased,
  type identityEvents,
  IdentityReleased,
  IdentitySuppressed,
} from './erasure-events.ts';

export type IdentityEvent = EventOf<(typeof identityEvents)[number]>;

/**
 * A number or an address as a business knows it, by its keyed id. There is a stream of it only once somebody who was
 * known by it was erased: nearly all have none.
 */
export interface Identity {
  /** How many who were known by it, one after another, have been erased. */
  readonly generation: number;
  /** The last of them had said no. */
  readonly suppressed: boolean;
  /** Who has it by a merge; null: whose id derives from it. */
  readonly heldBy: ContactId | null;
}

export const Identity: Aggregate<Identity, IdentityEvent> = {
  initial: { generation: 0, suppressed: false, heldBy: null },
  evolve: (identity, event) => {
    switch (event.type) {
      case 'IdentityErased':
        return { generation: event.data.generation, suppressed: event.data.suppressed, heldBy: null };
      case 'IdentitySuppressed':
        return { ...identity, suppressed: true };
      case 'IdentityReleased':
        return { ...identity, suppressed: false };
      case 'IdentityMoved':
        return { ...identity, heldBy: event.data.contactId };
      default:
        return unchanged(identity, event);
    }
  },
};

export type ErasedIdentity = EventOf<typeof ContactErased>['data']['identities'][number];

/**
 * What the erasure of a contact means for one number or address it was known by. An address may be that of several
 * contacts: what one of them had said no to holds on when another is erased.
 */
export function eraseIdentity(
  businessId: BusinessId,
  { identityId, channel, generation: erased, suppressed: saidNo }: ErasedIdentity,
  identity: Identity,
): readonly IdentityEvent[] {
  const generation = erased === null ? identity.generation : Math.max(identity.generation, erased + 1);
  const suppressed = saidNo || (identity.suppressed && (channel === 'mail' || generation === identity.generation));
  return generation === identity.generation && suppressed === identity.suppressed ?
      []
    : [IdentityErased.create({ identityId, channel, businessId, generation, suppressed })];
}

export const suppressIdentity = (
  { identityId, channel, businessId }: Pick<ErasedIdentity, 'identityId' | 'channel'> & { businessId: BusinessId },
  identity: Identity,
): readonly IdentityEvent[] =>
  identity.suppressed ? [] : [IdentitySuppressed.create({ identityId, channel, businessId })];

export const releaseIdentity = (
  { identityId, channel, businessId }: Pick<ErasedIdentity, 'identityId' | 'channel'> & { businessId: BusinessId },
  identity: Identity,
): readonly IdentityEvent[] =>
  identity.suppressed ? [IdentityReleased.create({ identityId, channel, businessId })] : [];

/** Whoever held it is another contact from now on. `from`: who may hold it, by a merge or by the id that derives from it. */
export const moveIdentity = (
  {
    identityId,
    channel,
    businessId,
    contactId,
  }: Pick<ErasedIdentity, 'identityId' | 'channel'> & { businessId: BusinessId; contactId: ContactId },
  holder: (identity: Identity) => string,
  from: ReadonlySet<string>,
  identity: Identity,
): readonly IdentityEvent[] =>
  from.has(holder(identity)) && identity.heldBy !== contactId ?
    [IdentityMoved.create({ identityId, channel, businessId, contactId })]
  : [];
