import { memberIdOf } from '../../commands/directory/member-id.ts';
import { CampaignId, ContactId, type MemberId } from '../../domain/kernel/ids.ts';
import type { SimulatedPage, Visitor } from './pages.ts';
import type { World } from './world.ts';

/** Whom a visitor is to a page's business: by their number, else by their address. */
export function contactAt(world: World, page: SimulatedPage, { phone, email }: Visitor): ContactId {
  const { businessId } = world.cast.shops[page.shop]!;
  return ContactId.parse(
    phone === null ? world.contactByEmail(businessId, email) : world.contactOf(businessId, world.cast.phones[phone]!),
  );
}
export const memberOf = (world: World, page: SimulatedPage, one: Visitor): MemberId =>
  memberIdOf(CampaignId.parse(page.campaignId), contactAt(world, page, one));
