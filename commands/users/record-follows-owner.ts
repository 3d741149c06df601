import { Agency } from '../../domain/agencies/agency.ts';
import { editAgency } from '../../domain/agencies/decide.ts';
import { Business } from '../../domain/businesses/business.ts';
import { editBusiness } from '../../domain/businesses/decide.ts';
import { namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import type { ActiveUser } from '../../domain/users/user.ts';
import { streams } from '../../domain/streams.ts';
import type { Call } from '../kernel/command.ts';
import { startUnitOfWork } from '../kernel/unit-of-work.ts';

export interface Person {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
}

/** An owner changed their own name or address: the record of their agency or business says so too. Answers how far the log has come. */
export async function recordFollowsOwner(
  { world, context }: Call,
  user: Pick<ActiveUser, 'userId' | 'role' | 'agencyId' | 'businessId'>,
  person: Person,
): Promise<bigint | null> {
  const work = startUnitOfWork(world, context, {
    tenant: { agencyId: user.agencyId, businessId: user.businessId },
    commandId: uuidV5(namespaces.command, context.commandId, 'record'),
  });
  if (user.role === 'Agency' && user.agencyId !== null) {
    await work.change({
      stream: streams.agency(user.agencyId),
      aggregate: Agency,
      decide: (agency) =>
        agency.status !== 'none' && agency.ownerId === user.userId ? editAgency(person, agency) : [],
    });
  } else if (user.role === 'Business' && user.businessId !== null) {
    await work.change({
      stream: streams.business(user.businessId),
      aggregate: Business,
      decide: (business) =>
        business.status !== 'none' && business.ownerId === user.userId ? editBusiness(person, business) : [],
    });
  }
  return work.outcome(undefined).position;
}
