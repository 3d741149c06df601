import { Campaign, existingCampaign } from '../../domain/campaigns/campaign.ts';
import { stateOf } from '../../domain/kernel/decider.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import type { Tenant } from '../../domain/kernel/event.ts';
import { BusinessId, type CampaignId, UserId } from '../../domain/kernel/ids.ts';
import { streams } from '../../domain/streams.ts';
import type { CommandContext } from './caller.ts';
import type { CommandServices } from './dependencies.ts';

/** One person at work for one business. */
export interface BusinessUser {
  readonly businessId: BusinessId;
  readonly userId: UserId;
  readonly tenant: Tenant;
}

/** The business comes from the session alone; the person must be one. Throws `forbidden`. */
export function businessUserOf({ caller }: CommandContext): BusinessUser {
  if (caller.tenant.businessId === null || caller.actor.kind !== 'user')
    throw new DomainError('forbidden', 'Contacts and live chat belong to a business. Open one first.');
  return {
    businessId: BusinessId.parse(caller.tenant.businessId),
    userId: UserId.parse(caller.actor.userId),
    tenant: caller.tenant,
  };
}

/** Who acts for the business: one of its people, or (null) someone above them, with an owner's rights. */
export const memberOf = ({ caller }: CommandContext): UserId | null =>
  caller.role === 'business' && caller.actor.kind === 'user' && caller.actor.impersonatorId === null ?
    UserId.parse(caller.actor.userId)
  : null;

/** The business that somebody is at, or that the system acts for. Throws `forbidden` where there is none. */
export function businessOf(context: CommandContext): Pick<BusinessUser, 'businessId' | 'tenant'> {
  const { role, tenant } = context.caller;
  return role === 'system' && tenant.businessId !== null ?
      { businessId: BusinessId.parse(tenant.businessId), tenant }
    : businessUserOf(context);
}

/** Who of them is at the product, and at work there. */
export const onlineUsers = async (
  { attendance }: CommandServices,
  userIds: readonly string[],
): Promise<ReadonlySet<string>> => (attendance === undefined ? new Set(userIds) : attendance.here(userIds));

/** Campaigns of the desk's business, in the order they are named; anybody else's do not exist. */
export async function campaignsAt(
  world: CommandServices,
  { businessId }: Pick<BusinessUser, 'businessId'>,
  ids: readonly CampaignId[],
) {
  const found = await world.events.readMany(ids.map((id) => streams.campaign(id)));
  return ids.map((id) => {
    const campaign = existingCampaign(stateOf(Campaign, found.get(streams.campaign(id)) ?? []));
    if (campaign.businessId !== businessId) throw new DomainError('not_found', 'This campaign does not exist.');
    return campaign;
  });
}
