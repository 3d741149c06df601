import { z } from 'zod';
import { DomainError } from '../../domain/kernel/errors.ts';
import type { UserId } from '../../domain/kernel/ids.ts';
import { type ActiveUser, existing, type User } from '../../domain/user/user.ts';
import type { CommandContext } from '../types.ts';

export const Email = z.string().trim().max(254).pipe(z.email('Enter a valid e-mail address.'));
export const NewPassword = z
  .string()
  .min(8, 'A password has at least 8 characters.')
  .max(200, 'A password can have at most 200 characters.');
export const IpAddress = z
  .string()
  .max(64)
  .nullish()
  .transform((address) => address ?? null);

/** People act on themselves: anybody else does not exist for them. */
export function oneself(context: CommandContext, userId: UserId): void {
  const { actor, role } = context.caller;
  if (role !== 'system' && (actor.kind !== 'user' || actor.userId !== userId))
    throw new DomainError('not_found', 'This user does not exist.');
}

/** Whoever acts as somebody else does not touch what that person signs in with. */
export function notWhileImpersonating(context: CommandContext, what: string): void {
  const { actor } = context.caller;
  if (actor.kind === 'user' && actor.impersonatorId !== null)
    throw new DomainError('forbidden', `${what} can not be changed while you act as somebody else.`);
}

export const tenantOf = (user: User): Pick<ActiveUser, 'agencyId' | 'businessId'> => {
  if (user.status === 'none') return { agencyId: null, businessId: null };
  const { agencyId, businessId } = existing(user);
  return { agencyId, businessId };
};
