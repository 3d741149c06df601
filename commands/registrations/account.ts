import type { TwilioAccount } from '../../adapters/providers/port.ts';
import { RegistrationRefused, type Registrations, RegistrationUnavailable } from '../../adapters/registrations/port.ts';
import type { ExistingBusiness } from '../../domain/businesses/business.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import type { CommandServices } from '../kernel/unit-of-work.ts';
import { accountFor } from '../providers/numbers.ts';

export interface Desk {
  readonly registrations: Registrations;
  readonly account: TwilioAccount;
}

/** The carrier account that a business is registered with: the one that its numbers come from. Throws `provider_unavailable`. */
export async function deskOf(world: CommandServices, business: ExistingBusiness): Promise<Desk> {
  const { registrations } = world;
  if (registrations === undefined || registrations === null)
    throw new DomainError('provider_unavailable', 'No carrier is set up here, so nothing can be registered.');
  const { account } = await accountFor(world, business);
  // Registrations go through Twilio's TrustHub: at Bandwidth they are filed in its dashboard.
  if (account.carrier === 'bandwidth')
    throw new DomainError(
      'provider_unavailable',
      'This business uses Bandwidth. Its registration is filed in the Bandwidth dashboard.',
    );
  return { registrations, account };
}

/** Whether there is one. */
export async function hasDesk(world: CommandServices, business: ExistingBusiness): Promise<boolean> {
  try {
    await deskOf(world, business);
    return true;
  } catch (error) {
    if (error instanceof DomainError) return false;
    throw error;
  }
}

/** The carrier's refusals in the form of ours. */
export async function asking<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof RegistrationRefused) throw new DomainError('provider_refused', error.message);
    if (error instanceof RegistrationUnavailable) throw new DomainError('provider_unavailable', error.message);
    throw error;
  }
}
