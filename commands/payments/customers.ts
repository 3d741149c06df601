import { DomainError } from '../../domain/kernel/errors.ts';
import type { CommandContext } from '../kernel/caller.ts';
import type { CommandServices } from '../kernel/unit-of-work.ts';
import { accountAt, ask, paymentsOf, type Place, placeOf } from './account.ts';

/** Whose customer of the payment provider this is; null: no payer's of ours. The provider is asked once. */
export async function placeOfCustomer(
  world: CommandServices,
  context: CommandContext,
  customerId: string,
): Promise<Place | null> {
  const customer = await ask(() => paymentsOf(world).customers.fetch(customerId));
  if (customer === null || customer.payer === null) return null;
  // A tenant that is gone, or whose agency pays by now, has nothing to be kept here.
  const place = await placeOf(world, context, customer.payer).catch((error: unknown) => {
    if (error instanceof DomainError && error.code === 'not_found') return null;
    throw error;
  });
  // The customer says whose it is; our own record has the last word.
  return place !== null && (await accountAt(world, place)).customerId === customer.id ? place : null;
}
