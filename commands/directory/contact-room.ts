import { Business } from '../../domain/businesses/business.ts';
import { BusinessId } from '../../domain/kernel/ids.ts';
import { type ContactLimits, contactLimitsOf, noContactLimits, type Room } from '../../domain/limits/contacts.ts';
import { streams } from '../../domain/streams.ts';
import type { CommandServices } from '../kernel/dependencies.ts';
import { standingOf } from './payer-standing.ts';

const businessAt = (world: CommandServices, businessId: string): Promise<Business> =>
  world.loadState(streams.business(BusinessId.parse(businessId)), Business);

/** How many contacts a business may have, by itself and with the others of its agency. */
async function limitsOf(world: CommandServices, business: Business): Promise<ContactLimits> {
  if (business.status === 'none') return noContactLimits;
  const { agencyId, businessId } = business;
  return contactLimitsOf(business, await standingOf(world, { agencyId, businessId }));
}
export const contactLimitsFor = async (world: CommandServices, businessId: string): Promise<ContactLimits> =>
  limitsOf(world, await businessAt(world, businessId));

/**
 * The limits of a business's contacts with what is used of them; none: no limit. The numbers come from a read model, so
 * of contacts that come at the same moment a few may pass a limit: as many as are under way at once. `business`: as it
 * was just read.
 */
export async function roomFor(
  world: CommandServices,
  businessId: string,
  business?: Business,
): Promise<readonly Room[]> {
  const { contactsHeld, agencyContactsHeld } = world;
  if (contactsHeld === undefined) return [];
  const of = business ?? (await businessAt(world, businessId));
  const limits = await limitsOf(world, of);
  const rooms: Room[] = [];
  if (limits.business !== null)
    rooms.push({ of: 'business', limit: limits.business, held: await contactsHeld(businessId) });
  if (limits.agency !== null && agencyContactsHeld !== undefined && of.status !== 'none' && of.agencyId !== null)
    rooms.push({ of: 'agency', limit: limits.agency, held: await agencyContactsHeld(of.agencyId) });
  return rooms;
}

/** How many more contacts a business may have now; null: any number. */
export async function roomLeft(world: CommandServices, businessId: string): Promise<number | null> {
  const rooms = await roomFor(world, businessId);
  return rooms.length === 0 ? null : Math.max(0, Math.min(...rooms.map(({ limit, held }) => limit - held)));
}
