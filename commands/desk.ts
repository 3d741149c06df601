import { DomainError } from '../domain/kernel/errors.ts';
import type { Tenant } from '../domain/kernel/event.ts';
import { BusinessId, UserId } from '../domain/kernel/ids.ts';
import type { CommandContext } from './caller.ts';

/** One person at work for one business. */
export interface Desk {
  readonly businessId: BusinessId;
  readonly userId: UserId;
  readonly tenant: Tenant;
}

/** The business comes from the session alone; the person must be one. Throws `forbidden`. */
export function deskOf({ caller }: CommandContext): Desk {
  if (caller.tenant.businessId === null || caller.actor.kind !== 'user')
    throw new DomainError('forbidden', 'Contacts and live chat belong to a business. Open one first.');
  return {
    businessId: BusinessId.parse(caller.tenant.businessId),
    userId: UserId.parse(caller.actor.userId),
    tenant: caller.tenant,
  };
}
