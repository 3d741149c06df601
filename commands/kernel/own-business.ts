import { Business } from '../../domain/businesses/business.ts';
import { existing } from '../../domain/businesses/decide.ts';
import type { BusinessId } from '../../domain/kernel/ids.ts';
import { streams } from '../../domain/streams.ts';
import type { Call } from './command.ts';
import { allowTenant, stateOf } from './unit-of-work.ts';

/** A business that the caller may know of, as it is; anybody else's does not exist. */
export async function ownBusiness({ world, context }: Call, { businessId }: { readonly businessId: BusinessId }) {
  const stream = streams.business(businessId);
  const seen = await world.events.read(stream);
  const business = existing(stateOf(Business, seen));
  const tenant = { agencyId: business.agencyId, businessId };
  allowTenant(context.caller, tenant, 'This business');
  return { stream, seen, tenant, business };
}
