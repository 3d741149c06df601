import { DomainError } from '../kernel/errors.ts';
import type { UserId } from '../kernel/ids.ts';
import {
  UserRecoveryCodesIssued,
  UserRecoveryCodeUsed,
  UserSecondFactorAdded,
  type UserEvent,
  UserSecondFactorRejected,
  UserSecondFactorRemoved,
  UserSecondFactorRenamed,
  UserSecondFactorReset,
  UserSecondFactorUsed,
} from './events.ts';
import type { FactorKind, FactorPurpose } from './fields.ts';
import { type ActiveUser, existing, type SecondFactor, type User } from './user.ts';

/** More than a person has devices, fewer than would make a sign-in slow. */
export const mostFactors = 10;
export const recoveryCodeCount = 10;

/** What was shown and found to be right, before it is known whether it can still be used. */
export type Proof =
  | { readonly kind: 'authenticator'; readonly factorId: string; readonly step: number }
  /** `counter`: how often the device says that it was used; 0: it doesn't count. */
  | { readonly kind: 'passkey'; readonly factorId: string; readonly counter: number }
  | { readonly kind: 'recovery'; readonly digest: string };

interface Use {
  readonly purpose: FactorPurpose;
  readonly at: Date;
  readonly ipAddress: string | null;
}

/**
 * Uses up what was shown. Null: it can't be used, since it was used before, or is none of the user's any more. Decided on
 * the user's own stream, so of two who show the same code at once one is refused.
 */
export function useProof(proof: Proof, { purpose, at, ipAddress }: Use, user: ActiveUser): UserEvent | null {
  const { userId } = user;
  const used = { userId, purpose, ipAddress, usedAt: at.toISOString() };
  if (proof.kind === 'recovery')
    return user.recoveryCodes.has(proof.digest) ? UserRecoveryCodeUsed.create({ ...used, digest: proof.digest }) : null;
  const { factorId } = proof;
  const factor = user.secondFactors.get(factorId);
  if (proof.kind === 'passkey') {
    const last = factor?.counter ?? 0;
    // A count that doesn't go up is a copy of the key (Web Authentication 3, section 6.1.1).
    if (factor?.kind !== 'passkey' || ((last > 0 || proof.counter > 0) && proof.counter <= last)) return null;
    return UserSecondFactorUsed.create({ ...used, factorId, step: null, counter: proof.counter });
  }
  const { step } = proof;
  if (factor?.kind !== 'authenticator' || (factor.lastStep !== null && step <= factor.lastStep)) return null;
  return UserSecondFactorUsed.create({ ...used, factorId, step });
}

/** `recoveryDigests` are issued with the first factor. Added again under the same id, it is there already. */
export function addFactor(
  command: {
    readonly factorId: string;
    readonly kind: FactorKind;
    readonly name: string;
    readonly secretRef: string;
    readonly step: number | null;
    readonly host?: string;
    readonly counter?: number;
    readonly recoveryDigests: readonly string[];
    readonly at: Date;
  },
  user: User,
): readonly UserEvent[] {
  const { userId, secondFactors } = existing(user);
  const { recoveryDigests, at, ...added } = command;
  const { factorId } = added;
  if (secondFactors.has(factorId)) return [];
  if (secondFactors.size >= mostFactors) {
    const message = `You can have at most ${mostFactors} ways to sign in. Remove one first.`;
    throw new DomainError('validation_failed', message, { name: [message] });
  }
  return [
    UserSecondFactorAdded.create({ userId, ...added, addedAt: at.toISOString() }),
    ...(secondFactors.size === 0 ? [UserRecoveryCodesIssued.create({ userId, digests: [...recoveryDigests] })] : []),
  ];
}

const factorOf = ({ secondFactors }: ActiveUser, factorId: string): SecondFactor => {
  const found = secondFactors.get(factorId);
  if (found === undefined) throw new DomainError('not_found', 'This way to sign in does not exist.');
  return found;
};

export function renameFactor(
  command: { readonly factorId: string; readonly name: string },
  user: User,
): readonly UserEvent[] {
  const active = existing(user);
  const { factorId, name } = factorOf(active, command.factorId);
  return name === command.name ?
      []
    : [UserSecondFactorRenamed.create({ userId: active.userId, factorId, name: command.name })];
}

export function removeFactor(command: { readonly factorId: string }, user: User): readonly UserEvent[] {
  const active = existing(user);
  const { factorId } = factorOf(active, command.factorId);
  return [
    UserSecondFactorRemoved.create({ userId: active.userId, factorId, remaining: active.secondFactors.size - 1 }),
  ];
}

/** New codes in place of all from before. Only for someone who has something that they recover. */
export function issueRecoveryCodes(command: { readonly digests: readonly string[] }, user: User): readonly UserEvent[] {
  const { userId, secondFactors } = existing(user);
  if (secondFactors.size === 0)
    throw new DomainError('conflict', 'Set up an authenticator app or a passkey first. Recovery codes come with it.');
  return [UserRecoveryCodesIssued.create({ userId, digests: [...command.digests] })];
}

export const rejectProof = (
  command: { readonly purpose: FactorPurpose; readonly ipAddress: string | null },
  user: User,
): readonly UserEvent[] =>
  user.status === 'active' ? [UserSecondFactorRejected.create({ userId: user.userId, ...command })] : [];

/** Nothing for someone who has none. Admins can't reset their own: they remove it like everyone else. */
export function resetSecondFactor(
  command: { readonly resetBy: UserId; readonly reason: string },
  user: User,
): readonly UserEvent[] {
  const { userId, secondFactors } = existing(user);
  if (userId === command.resetBy)
    throw new DomainError('forbidden', 'Change your own two-step sign-in on your account page.');
  if (secondFactors.size === 0) throw new DomainError('conflict', 'This user has no second factor.');
  return [UserSecondFactorReset.create({ userId, ...command })];
}
