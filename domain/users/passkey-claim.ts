import { type Aggregate, unchanged } from '../kernel/decider.ts';
import { DomainError } from '../kernel/errors.ts';
import type { EventOf } from '../kernel/event.ts';
import type { UserId } from '../kernel/ids.ts';
import { PasskeyClaimed, PasskeyReleased } from './events.ts';

type PasskeyClaimEvent = EventOf<typeof PasskeyClaimed> | EventOf<typeof PasskeyReleased>;
/** Whose passkey it is, by which a sign-in without a password finds the user. */
export type PasskeyClaim =
  { readonly status: 'free' } | { readonly status: 'claimed'; readonly userId: UserId; readonly factorId: string };
export const PasskeyClaim: Aggregate<PasskeyClaim, PasskeyClaimEvent> = {
  initial: { status: 'free' },
  evolve: (claim, event) => {
    switch (event.type) {
      case 'PasskeyClaimed':
        return { status: 'claimed', userId: event.data.userId, factorId: event.data.factorId };
      case 'PasskeyReleased':
        return { status: 'free' };
      default:
        return unchanged(claim, event);
    }
  },
};

/** A passkey is one user's, once. */
export function claimPasskey(
  command: { readonly userId: UserId; readonly factorId: string },
  claim: PasskeyClaim,
): readonly PasskeyClaimEvent[] {
  if (claim.status === 'free') return [PasskeyClaimed.create(command)];
  if (claim.userId === command.userId && claim.factorId === command.factorId) return [];
  const message = 'This passkey is set up already.';
  throw new DomainError('validation_failed', message, { response: [message] });
}

/** Only by the factor that it was claimed for. */
export const releasePasskey = (
  command: { readonly factorId: string },
  claim: PasskeyClaim,
): readonly PasskeyClaimEvent[] =>
  claim.status === 'claimed' && claim.factorId === command.factorId ? [PasskeyReleased.create(command)] : [];
