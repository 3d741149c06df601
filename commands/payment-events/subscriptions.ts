import { placeOfCustomer } from '../payments/customers.ts';
import { refreshSubscriptions } from '../subscriptions/follow.ts';
import type { Listener } from './hint.ts';

/** All subscriptions of the customer are looked at again, whatever was said of one. */
export const subscriptions: Listener = async (world, context, { customerId }) => {
  const place = customerId === null ? null : await placeOfCustomer(world, context, customerId);
  if (place === null) return false;
  await refreshSubscriptions(world, context, place);
  return true;
};
