import type { Business } from '../../domain/businesses/business.ts';
import { mayHavePictures } from '../../domain/limits/contacts.ts';
import type { CommandServices } from '../kernel/dependencies.ts';
import { standingOf } from './payer-standing.ts';

/** Whether a business may send pictures, as `checkPictures` asks. Its plan is only looked at where that could say yes. */
export async function picturesOf(
  world: CommandServices,
  business: Business,
): Promise<{ readonly isActiveMms: boolean }> {
  if (business.status === 'none' || business.isActiveMms || business.agencyId !== null)
    return { isActiveMms: mayHavePictures(business, null) };
  const { agencyId, businessId } = business;
  return { isActiveMms: mayHavePictures(business, await standingOf(world, { agencyId, businessId })) };
}
