import { Business } from '../../domain/businesses/business.ts';
import type { BusinessId, UserId } from '../../domain/kernel/ids.ts';
import { streams } from '../../domain/streams.ts';
import { ownersOf, roleIn, Team } from '../../domain/team/team.ts';
import { stateOf, type CommandServices } from '../kernel/unit-of-work.ts';

/** Who owns a business now, the first of them; null: nobody was registered for it. */
export async function ownerOf(world: CommandServices, businessId: BusinessId): Promise<UserId | null> {
  const names = { team: streams.team(businessId), business: streams.business(businessId) };
  const found = await world.events.readMany(Object.values(names));
  const business = stateOf(Business, found.get(names.business));
  if (business.status === 'none') return null;
  return ownersOf(stateOf(Team, found.get(names.team)), business.ownerId)[0] ?? null;
}

/** Whether somebody is an owner of a business still. */
export const isOwner = async (world: CommandServices, businessId: BusinessId, userId: UserId): Promise<boolean> =>
  roleIn(await world.loadState(streams.team(businessId), Team), userId) === 'owner';
