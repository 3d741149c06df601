import type { Agency } from '../../domain/agencies/agency.ts';
import type { Business } from '../../domain/businesses/business.ts';
import { AgencyId, BusinessId } from '../../domain/kernel/ids.ts';
import type { Tenant } from '../../domain/kernel/event.ts';
import { streams } from '../../domain/streams.ts';
import { standing, type Standing } from '../../domain/subscriptions/standing.ts';
import type { Subscriptions } from '../../domain/subscriptions/subscriptions.ts';
import type { CommandServices } from '../kernel/dependencies.ts';
import { standingFor } from './standing.ts';

/** Whether anything is limited by what was paid: without payments nothing is. */
const isOn = ({ payments }: CommandServices): boolean => payments !== undefined && payments !== null;

/** The subscriptions of whoever pays for a tenant; null: payments are off, or it is the platform. */
export function payerStreamOf(world: CommandServices, { agencyId, businessId }: Tenant): string | null {
  if (!isOn(world)) return null;
  if (agencyId !== null) return streams.subscriptions(AgencyId.parse(agencyId));
  return businessId === null ? null : streams.subscriptions(BusinessId.parse(businessId));
}

/** How an agency, or a business through its agency, stands now; null: payments are off, or it is the platform. */
export const standingOf = async (world: CommandServices, tenant: Tenant): Promise<Standing | null> =>
  payerStreamOf(world, tenant) === null ? null : standingFor(world, tenant);

/** The same of a business from its streams as they were just read; it says nothing of A2P. */
export function standingFrom(
  world: CommandServices,
  given: { readonly business: Business; readonly agency: Agency; readonly subscriptions: Subscriptions },
): Standing | null {
  if (!isOn(world)) return null;
  const { business, agency, subscriptions } = given;
  return standing(
    {
      agency: agency.status === 'none' ? null : agency,
      business: business.status === 'none' ? null : { ...business, hasNumber: business.number !== null },
      subscriptions: subscriptions.all.values(),
      trialEndsAt: subscriptions.trialEndsAt,
      isA2pForSale: false,
    },
    world.now(),
    true,
  );
}
