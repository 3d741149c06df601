import { DomainError } from '../kernel/errors.ts';
import type { Broadcast, ExistingBroadcast } from './broadcast.ts';
import { existing } from './decide.ts';
import { BroadcastApproved, type BroadcastEvent, BroadcastRejected, BroadcastScheduled } from './events.ts';

/** What somebody of the agency had before them when they decided. */
export interface Look {
  /** The revision of the broadcast's stream that they saw; null: they take whatever is there. */
  readonly saw: number | null;
  /** Its revision now. */
  readonly is: number;
}
const refuse = (message: string): never => {
  throw new DomainError('conflict', message);
};

const isOver = ({ status, rejection, approved }: ExistingBroadcast): string => {
  if (approved !== null) return 'This broadcast has been approved already.';
  if (rejection !== null) return 'This broadcast has been given back to the business already.';
  return status === 'draft' ?
      'This broadcast does not wait for approval any more: the business has taken it back.'
    : 'This broadcast does not wait for approval.';
};

/** One that waits, as it was looked at. What was taken back, changed and sent again is another thing to decide on. */
function waiting(broadcast: Broadcast, { saw, is }: Look): ExistingBroadcast {
  const current = existing(broadcast);
  if (current.status !== 'approval') return refuse(isOver(current));
  if (saw !== null && saw !== is) return refuse('The business has changed this broadcast since. Look at it again.');
  return current;
}

/**
 * It goes on as it was meant to; what should have gone out meanwhile goes out now. Of two people who approve it the
 * second changes nothing.
 */
export function approve(
  { now, look }: { readonly now: Date; readonly look: Look },
  broadcast: Broadcast,
): readonly BroadcastEvent[] {
  const found = existing(broadcast);
  if (found.status !== 'approval' && found.approved !== null) return [];
  const current = waiting(broadcast, look);
  const startAt = new Date(Math.max(Date.parse(current.startAt!), now.getTime())).toISOString();
  const ids = { broadcastId: current.broadcastId, businessId: current.businessId };
  return [
    BroadcastApproved.create({ ...ids, recipients: maxApproved }),
    BroadcastScheduled.create({ ...ids, startAt, versions: [...current.versions] }),
  ];
}
/** What is approved is the message and whom it is for, however many they are when it goes out. */
const maxApproved = 2_000_000_000;

/** Back to the business, with a word on why. */
export function reject(
  { note, look }: { readonly note: string; readonly look: Look },
  broadcast: Broadcast,
): readonly BroadcastEvent[] {
  const { broadcastId, businessId } = waiting(broadcast, look);
  return [BroadcastRejected.create({ broadcastId, businessId, note })];
}
