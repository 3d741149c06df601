import { z } from 'zod';
import { DomainError } from '../../domain/kernel/errors.ts';
import { UserId } from '../../domain/kernel/ids.ts';
import { streams } from '../../domain/streams.ts';
import { removeTeammate, Team } from '../../domain/team/team.ts';
import { EmailClaim, releaseEmail, removeUser, User } from '../../domain/users/user.ts';
import { people } from '../kernel/caller.ts';
import { type Call, command } from '../kernel/command.ts';
import { notWhileImpersonating } from '../users/own-user.ts';
import { forgetFactors } from '../users/passkeys.ts';
import { startUnitOfWork, stateOf } from '../kernel/unit-of-work.ts';
import { owners, ownTeam } from './own-team.ts';

/**
 * Nobody signs in as them from now on, and their address is free. What they did keeps their name; a worker gives their
 * conversations back to everybody. Their sessions have to be ended by the caller. Cut off anywhere, repeating it goes on.
 */
async function remove({ world, context }: Call, place: Awaited<ReturnType<typeof ownTeam>>, userId: UserId) {
  const { businessId, tenant, stream, seen, business, check } = place;
  const { actor } = context.caller;
  if (actor.kind !== 'user') throw new DomainError('forbidden', 'Your account may not do this.');
  const removedBy = UserId.parse(actor.userId);
  const userStream = streams.user(userId);
  const stored = await world.events.read(userStream);
  const user = stateOf(User, stored);
  if (user.status === 'none' || user.businessId !== businessId)
    throw new DomainError('not_found', 'This teammate does not exist.');
  const known = await owners(world, stateOf(Team, seen), business.ownerId);
  const work = startUnitOfWork(world, context, { tenant });
  await work.change({
    stream,
    aggregate: Team,
    seen,
    decide: (team) => {
      check(team);
      return removeTeammate({ businessId, userId, removedBy }, team, known);
    },
  });
  const { before } = await work.change({ stream: userStream, aggregate: User, seen: stored, decide: removeUser });
  if (before.status === 'active' && before.email !== null)
    await work.change({
      stream: streams.emailClaim(world.identifiers.emailHash(before.email)),
      aggregate: EmailClaim,
      decide: (claim) => releaseEmail({ userId }, claim),
    });
  if (before.status === 'active') await forgetFactors(world, work, [...before.secondFactors.values()]);
  if (before.status === 'active' && before.credentialRef !== null) await world.vault.delete(before.credentialRef);
  return work.outcome(undefined);
}

export const removeMember = command({
  input: z.object({ userId: UserId }),
  by: people,
  run: async (call, { userId }) => remove(call, await ownTeam(call), userId),
});

/** Oneself. Whoever acts as somebody else does not leave for them. */
export const leaveTeam = command({
  input: z.object({}),
  by: ['business'],
  async run(call) {
    notWhileImpersonating(call.context, 'the team');
    const place = await ownTeam(call, 'account');
    return remove(call, place, place.userId);
  },
});
