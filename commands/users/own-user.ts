import { z } from 'zod';
import { DomainError } from '../../domain/kernel/errors.ts';
import type { UserId } from '../../domain/kernel/ids.ts';
import { type ActiveUser, User } from '../../domain/users/user.ts';
import { streams } from '../../domain/streams.ts';
import type { CommandContext } from '../kernel/caller.ts';
import type { Call } from '../kernel/command.ts';
import { stateOf } from '../kernel/unit-of-work.ts';

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
    throw new DomainError('forbidden', `You can’t change ${what} while you act as someone else.`);
}

export const tenantOf = (user: User): Pick<ActiveUser, 'agencyId' | 'businessId'> => {
  if (user.status === 'none') return { agencyId: null, businessId: null };
  const { agencyId, businessId } = user;
  return { agencyId, businessId };
};

/** A user's stream, and where the user belongs. */
export async function userStream({ world }: Call, { userId }: { readonly userId: UserId }) {
  const stream = streams.user(userId);
  const seen = await world.events.read(stream);
  return { stream, seen, tenant: tenantOf(stateOf(User, seen)) };
}

/** One's own record; anybody else's does not exist. */
export async function ownUser(call: Call, input: { readonly userId: UserId }) {
  oneself(call.context, input.userId);
  return userStream(call, input);
}
