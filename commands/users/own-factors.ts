import type { UserId } from '../../domain/kernel/ids.ts';
import { existing, User } from '../../domain/users/user.ts';
import { streams } from '../../domain/streams.ts';
import type { Call } from '../kernel/command.ts';
import { startUnitOfWork, stateOf } from '../kernel/unit-of-work.ts';
import { notWhileImpersonating, oneself, tenantOf } from './own-user.ts';

export const secretRefOf = (userId: UserId, factorId: string): string => `second-factor/${userId}/${factorId}`;

/** What people call it. */
export const twoStep = 'the two-step sign-in';

/** One's own record, for a change of what one signs in with. `ran`: this very command did it before. */
export async function ownFactors(call: Call, userId: UserId) {
  oneself(call.context, userId);
  notWhileImpersonating(call.context, twoStep);
  const { world, context } = call;
  const stream = streams.user(userId);
  const seen = await world.events.read(stream);
  const user = existing(stateOf(User, seen));
  const ran = seen.some(({ metadata }) => metadata.commandId === context.commandId);
  return { stream, seen, user, ran, work: startUnitOfWork(world, context, { tenant: tenantOf(user) }) };
}
