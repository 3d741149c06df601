import { DomainError } from '../../../domain/kernel/errors.ts';
import { type BusinessId, UserId } from '../../../domain/kernel/ids.ts';
import { ownBusiness } from '../../kernel/own-business.ts';
import { type BusinessUser, businessUserOf } from '../../kernel/business-user.ts';
import type { Call } from '../../kernel/command.ts';

/** The business that a person is at (null), or one that they look after. Throws `forbidden`, `not_found`. */
export async function deskAt(call: Call, businessId: BusinessId | null): Promise<BusinessUser> {
  const { caller } = call.context;
  if (businessId === null) return businessUserOf(call.context);
  if (caller.actor.kind !== 'user') throw new DomainError('forbidden', 'Sign in to copy a setup.');
  const { tenant } = await ownBusiness(call, { businessId });
  return { businessId, userId: UserId.parse(caller.actor.userId), tenant };
}
