import { DomainError } from '../kernel/errors.ts';
import type { AgencyId, UserId } from '../kernel/ids.ts';
import { UserImpersonationStarted, UserImpersonationStopped, type UserEvent } from './events.ts';
import { type ActiveUser, existing, type User } from './user.ts';

/** In whose role somebody asks to act as another. While acting as an agency one has an agency's rights, whoever one really is. */
export type Impersonability =
  | { readonly role: 'admin' }
  | { readonly role: 'agency'; readonly agencyId: AgencyId | null }
  | { readonly role: 'business' };

/**
 * Only ever downwards: an admin reaches anybody of an agency or a business, an agency the people of its businesses.
 * Others do not exist for it (`not_found`).
 */
function below(standing: Impersonability, target: User, refusal: string): ActiveUser {
  if (standing.role === 'business') throw new DomainError('forbidden', refusal);
  const user = existing(target);
  if (
    standing.role === 'agency' &&
    (user.role !== 'Business' || standing.agencyId === null || user.agencyId !== standing.agencyId)
  )
    throw new DomainError('not_found', 'This user does not exist.');
  if (user.role === 'Admin') throw new DomainError('forbidden', refusal);
  return user;
}

export const mayActAs = (standing: Impersonability, target: User): ActiveUser =>
  below(standing, target, 'You can not act as this user.');
export const maySetPasswordOf = (standing: Impersonability, target: User): ActiveUser =>
  below(standing, target, 'You can not change this user’s password.');

export function startImpersonation(
  command: {
    readonly standing: Impersonability;
    readonly impersonatorId: UserId;
    readonly sessionId: string;
    readonly ipAddress: string | null;
  },
  target: User,
): readonly UserEvent[] {
  const { userId, impersonations } = mayActAs(command.standing, target);
  const { impersonatorId, sessionId, ipAddress } = command;
  return impersonations.has(sessionId) ?
      []
    : [UserImpersonationStarted.create({ userId, impersonatorId, sessionId, ipAddress })];
}

/** Only whoever began it ends it. */
export function stopImpersonation(
  command: { readonly impersonatorId: UserId; readonly sessionId: string },
  target: User,
): readonly UserEvent[] {
  if (target.status !== 'active') return [];
  const { userId, impersonations } = target;
  const began = impersonations.get(command.sessionId);
  return began === command.impersonatorId ? [UserImpersonationStopped.create({ userId, ...command })] : [];
}
