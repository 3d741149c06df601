import { refreshInvoices, refreshRefund } from '../invoices/follow.ts';
import { ask, paymentsOf } from '../payments/account.ts';
import { placeOfCustomer } from '../payments/customers.ts';
import type { Listener } from './hint.ts';

/** The invoice is looked at. Without a customer in the hint, the invoice says whose it is. */
export const invoices: Listener = async (world, context, { object, customerId }) => {
  const { id } = object;
  if (id === null) return false;
  const customer = customerId ?? (await ask(() => paymentsOf(world).invoices.fetch(id)))?.customerId ?? null;
  const place = customer === null ? null : await placeOfCustomer(world, context, customer);
  if (place === null) return false;
  await refreshInvoices(world, context, place, [id]);
  return true;
};

/** A refund names a charge, the charge its customer, and our own record the invoice. */
export const refunds: Listener = async (world, context, { object: { id } }) => {
  if (id === null) return false;
  const { charges } = paymentsOf(world);
  const refund = await ask(() => charges.fetchRefund(id));
  const chargeId = refund?.chargeId ?? null;
  const charge = chargeId === null ? null : await ask(() => charges.fetch(chargeId));
  if (charge === null || charge.customerId === null) return false;
  const place = await placeOfCustomer(world, context, charge.customerId);
  if (place === null) return false;
  await refreshRefund(world, context, place, { id, chargeId: charge.id });
  return true;
};
