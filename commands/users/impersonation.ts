import { z } from 'zod';
import { Agency } from '../../domain/agencies/agency.ts';
import { Business } from '../../domain/businesses/business.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import { AgencyId, BusinessId, UserId } from '../../domain/kernel/ids.ts';
import * as user from '../../domain/users/impersonation.ts';
import { User } from '../../domain/users/user.ts';
import { streams } from '../../domain/streams.ts';
import { anybody, type CommandContext, people } from '../kernel/caller.ts';
import { decision } from '../kernel/command.ts';
import { stateOf, type CommandServices } from '../kernel/unit-of-work.ts';
import { ownerOf } from '../directory/owner-of.ts';
import { IpAddress, userStream } from './own-user.ts';

/** In whose role the caller stands: that of their session, whoever they really are. */
export function standingOf(context: CommandContext): user.Impersonability {
  const { role, tenant } = context.caller;
  if (role === 'admin') return { role };
  if (role === 'agency') return { role, agencyId: tenant.agencyId === null ? null : AgencyId.parse(tenant.agencyId) };
  if (role === 'business') return { role };
  throw new DomainError('forbidden', 'Your account may not do this.');
}

/** Who is really at the keyboard. */
function realPerson(context: CommandContext): UserId {
  const { actor } = context.caller;
  if (actor.kind !== 'user') throw new DomainError('forbidden', 'Your account may not do this.');
  return UserId.parse(actor.impersonatorId ?? actor.userId);
}

/** The user that an id means: the owner of an agency or a business, or the user of that id. */
async function userMeant(world: CommandServices, id: string): Promise<UserId> {
  const [agency, business] = [streams.agency(AgencyId.parse(id)), streams.business(BusinessId.parse(id))];
  const found = await world.events.readMany([agency, business]);
  if (stateOf(Business, found.get(business)).status !== 'none') {
    const owner = await ownerOf(world, BusinessId.parse(id));
    if (owner === null) throw new DomainError('not_found', 'No one works here yet.');
    return owner;
  }
  const tenant = [stateOf(Agency, found.get(agency))].find(({ status }) => status !== 'none') as
    { readonly ownerId?: UserId | null } | undefined;
  if (tenant === undefined) return UserId.parse(id);
  if (tenant.ownerId === undefined || tenant.ownerId === null)
    throw new DomainError('not_found', 'No one works here yet.');
  return tenant.ownerId;
}

/**
 * Checks that the caller may act as the target (an admin as any agency or business, an agency as its own businesses;
 * the id of a user, an agency or a business) and records it. `not_found` for anybody else's, `forbidden` while
 * already impersonating upwards.
 */
export const startImpersonation = decision({
  input: z.object({ targetId: z.uuid().toLowerCase(), sessionId: z.uuid(), ipAddress: IpAddress }),
  by: people,
  aggregate: User,
  async at({ world, context }, { targetId }) {
    const standing = standingOf(context);
    const impersonatorId = realPerson(context);
    const stream = streams.user(await userMeant(world, targetId));
    const seen = await world.events.read(stream);
    const { userId, role, agencyId, businessId } = user.mayActAs(standing, stateOf(User, seen));
    const target = { userId, role, agencyId, businessId };
    return { stream, seen, tenant: { agencyId, businessId }, by: { standing, impersonatorId }, target };
  },
  decide: ({ sessionId, ipAddress }, state, { by }) => user.startImpersonation({ ...by, sessionId, ipAddress }, state),
  result: (_changed, _input, { target }) => target,
});

export const stopImpersonation = decision({
  input: z.object({ userId: UserId, sessionId: z.uuid() }),
  by: anybody,
  aggregate: User,
  at: async (call, input) => ({ ...(await userStream(call, input)), impersonatorId: realPerson(call.context) }),
  decide: ({ sessionId }, state, { impersonatorId }) => user.stopImpersonation({ impersonatorId, sessionId }, state),
});
