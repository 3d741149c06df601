import { Business } from '../../domain/businesses/business.ts';
import { BusinessId } from '../../domain/kernel/ids.ts';
import { contactLimitOf, type Room } from '../../domain/limits/contacts.ts';
import { streams } from '../../domain/streams.ts';
import type { CommandServices } from '../kernel/dependencies.ts';
import { standingOf } from './payer-standing.ts';

const businessAt = (world: CommandServices, businessId: string): Promise<Business> =>
  world.loadState(streams.business(BusinessId.parse(businessId)), Business);

/** How many contacts a business may have; null: any number. Only one that pays for itself has a plan of its own. */
async function limitOf(world: CommandServices, business: Business): Promise<number | null> {
  if (business.status === 'none') return null;
  const { agencyId, businessId } = business;
  return contactLimitOf(business, agencyId === null ? await standingOf(world, { agencyId, businessId }) : null);
}
export const contactLimitFor = async (world: CommandServices, businessId: string): Promise<number | null> =>
  limitOf(world, await businessAt(world, businessId));

/**
 * What is left of a business's contacts; null: no limit. The number it has comes from a read model, so of contacts that
 * come at the same moment a few may pass the limit: as many as are under way at once. `business`: as it was just read.
 */
export async function roomFor(world: CommandServices, businessId: string, business?: Business): Promise<Room | null> {
  if (world.contactsHeld === undefined) return null;
  const limit = await limitOf(world, business ?? (await businessAt(world, businessId)));
  return limit === null ? null : { limit, held: await world.contactsHeld(businessId) };
}
