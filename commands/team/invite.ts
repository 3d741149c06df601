import { z } from 'zod';
import { namespaces, UserId, uuidV5 } from '../../domain/kernel/ids.ts';
import { MemberRole } from '../../domain/team/fields.ts';
import { inviteTeammate, Team } from '../../domain/team/team.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import { receivesEmail } from '../../domain/users/password.ts';
import { userFields } from '../../domain/users/fields.ts';
import { people } from '../kernel/caller.ts';
import { type Call, command, execute } from '../kernel/command.ts';
import { invite } from '../users/password.ts';
import { registerUser } from '../users/register.ts';
import { startUnitOfWork, furthest } from '../kernel/unit-of-work.ts';
import { checkOwner, claimAddress } from '../users/owner-accounts.ts';
import { ownTeam, teammate } from './own-team.ts';

/** Named by the command that invites: repeated, it is the same user. */
export const teammateIdOf = (commandId: string): UserId =>
  UserId.parse(uuidV5(namespaces.command, commandId, 'teammate'));

/** As part of the product, for whoever asked: it has looked at what they may. `step`: each command has an id of its own. */
const asSystem = ({ world, context }: Call, step: string): Call => ({
  world,
  context: {
    ...context,
    caller: { ...context.caller, role: 'system' },
    commandId: uuidV5(namespaces.command, context.commandId, step),
  },
});

/**
 * The address is claimed, the team says what they may do, then the user is registered and gets an email with a link to
 * choose a password. Cut off anywhere, repeating it goes on.
 */
export const inviteMember = command({
  input: z.object({
    email: userFields.email,
    firstName: userFields.firstName,
    lastName: userFields.lastName,
    role: MemberRole,
  }),
  by: people,
  async run(call, { role, ...person }) {
    const { world, context } = call;
    const { businessId, tenant, stream, seen, check } = await ownTeam(call);
    const userId = teammateIdOf(context.commandId);
    if (!receivesEmail(person.email)) {
      const message = 'This address receives no email. Use another one.';
      throw new DomainError('validation_failed', message, { email: [message] });
    }
    const registering = asSystem(call, 'register');
    await checkOwner(registering, { ownerId: userId, email: person.email });
    const work = startUnitOfWork(world, context, { tenant });
    await claimAddress(world, work, { ownerId: userId, email: person.email });
    await work.change({
      stream,
      aggregate: Team,
      seen,
      decide: (team) => {
        check(team);
        return inviteTeammate({ businessId, userId, role }, team);
      },
    });
    const registered = await execute(registerUser, registering, {
      ...person,
      userId,
      role: 'Business',
      agencyId: null,
      businessId,
      password: null,
    });
    const invited = await execute(invite, asSystem(call, 'invite'), { userId });
    return { position: furthest(work.outcome(undefined), registered, invited), result: { userId } };
  },
});

/** Another link for whoever has not chosen a password yet. */
export const resendInvitation = command({
  input: z.object({ userId: UserId }),
  by: people,
  async run(call, { userId }) {
    const { businessId } = await ownTeam(call);
    await teammate(call.world, businessId, userId);
    return execute(
      invite,
      { ...call, context: { ...call.context, caller: { ...call.context.caller, role: 'system' } } },
      { userId },
    );
  },
});
