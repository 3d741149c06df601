import { Business } from '../../../domain/businesses/business.ts';
import { existing } from '../../../domain/businesses/decide.ts';
import { DomainError } from '../../../domain/kernel/errors.ts';
import { type BusinessId, UserId } from '../../../domain/kernel/ids.ts';
import { streams } from '../../../domain/streams.ts';
import { type BusinessUser, businessUserOf } from '../../kernel/business-user.ts';
import type { Call } from '../../kernel/command.ts';
import { allowTenant, stateOf } from '../../kernel/unit-of-work.ts';

/** The business that a person is at (null), or one that they look after. Throws `forbidden`, `not_found`. */
export async function deskAt({ world, context }: Call, businessId: BusinessId | null): Promise<BusinessUser> {
  if (businessId === null) return businessUserOf(context);
  const { caller } = context;
  if (caller.actor.kind !== 'user') throw new DomainError('forbidden', 'Sign in to copy a setup.');
  const { agencyId } = existing(stateOf(Business, await world.events.read(streams.business(businessId))));
  allowTenant(caller, { agencyId, businessId }, 'This business');
  return { businessId, userId: UserId.parse(caller.actor.userId), tenant: { agencyId, businessId } };
}
