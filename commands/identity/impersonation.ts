import { z } from 'zod';
import { Agency } from '../../domain/agency/agency.ts';
import { Business } from '../../domain/business/business.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import { AgencyId, BusinessId, UserId } from '../../domain/kernel/ids.ts';
import { mayActAs, type Standing, startImpersonation, stopImpersonation } from '../../domain/user/impersonation.ts';
import { User } from '../../domain/user/user.ts';
import { streams } from '../../domain/streams.ts';
import { begin, parse, stateOf, type World } from '../kernel.ts';
import type { CommandContext, Commands } from '../types.ts';
import { IpAddress, tenantOf } from './inputs.ts';

const Start = z.object({ targetId: z.uuid().toLowerCase(), sessionId: z.uuid(), ipAddress: IpAddress });
const Stop = z.object({ userId: UserId, sessionId: z.uuid() });

/** In whose role the caller stands: that of their session, whoever they really are. */
export function standingOf(context: CommandContext): Standing {
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
async function userMeant(world: World, id: string): Promise<UserId> {
  const [agency, business] = [streams.agency(AgencyId.parse(id)), streams.business(BusinessId.parse(id))];
  const found = await world.events.readMany([agency, business]);
  const tenant = [stateOf(Agency, found.get(agency)), stateOf(Business, found.get(business))].find(
    ({ status }) => status !== 'none',
  ) as { readonly ownerId?: UserId | null } | undefined;
  if (tenant === undefined) return UserId.parse(id);
  if (tenant.ownerId === undefined || tenant.ownerId === null)
    throw new DomainError('not_found', 'Nobody works here yet.');
  return tenant.ownerId;
}

export const impersonation = (
  world: World,
): Pick<Commands['identity'], 'startImpersonation' | 'stopImpersonation'> => ({
  async startImpersonation(context, given) {
    const { targetId, sessionId, ipAddress } = parse(Start, given);
    const standing = standingOf(context);
    const impersonatorId = realPerson(context);
    const stream = streams.user(await userMeant(world, targetId));
    const seen = await world.events.read(stream);
    const { userId, role, agencyId, businessId } = mayActAs(standing, stateOf(User, seen));
    const work = begin(world, context, { tenant: { agencyId, businessId } });
    await work.change({
      stream,
      aggregate: User,
      seen,
      decide: (user) => startImpersonation({ standing, impersonatorId, sessionId, ipAddress }, user),
    });
    return work.outcome({ userId, role, agencyId, businessId });
  },

  async stopImpersonation(context, given) {
    const { userId, sessionId } = parse(Stop, given);
    const impersonatorId = realPerson(context);
    const stream = streams.user(userId);
    const seen = await world.events.read(stream);
    const work = begin(world, context, { tenant: tenantOf(stateOf(User, seen)) });
    await work.change({
      stream,
      aggregate: User,
      seen,
      decide: (user) => stopImpersonation({ impersonatorId, sessionId }, user),
    });
    return work.outcome(undefined);
  },
});
