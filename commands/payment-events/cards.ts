import { refreshAccount } from '../payments/account.ts';
import { placeOfCustomer } from '../payments/customers.ts';
import type { Listener } from './hint.ts';

/** The cards of the customers that are named are looked at again. */
export const cards: Listener = async (world, context, { customerId, previousCustomerId }) => {
  let isOurs = false;
  for (const id of [customerId, previousCustomerId]) {
    const place = id === null ? null : await placeOfCustomer(world, context, id);
    if (place === null) continue;
    await refreshAccount(world, context, place);
    isOurs = true;
  }
  return isOurs;
};
