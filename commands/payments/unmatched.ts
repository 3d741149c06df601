import type { Charge } from '../../adapters/payments/port.ts';
import { OrderId } from '../../domain/kernel/ids.ts';
import { Order } from '../../domain/orders/order.ts';
import { payerOf } from '../../domain/payments/payer.ts';
import type { UnmatchedCharge } from '../../domain/proofs/events.ts';
import { streams } from '../../domain/streams.ts';
import { question } from '../kernel/command.ts';
import type { CommandServices } from '../kernel/unit-of-work.ts';
import { ask } from './account.ts';

/** What is known of the provider's payments here. */
export interface KnownPayments {
  /** Payments in wallets and of invoices. */
  readonly chargeIds: ReadonlySet<string>;
  /** The provider's customers that payers of ours have. */
  readonly customerIds: ReadonlySet<string>;
  /** Payers that couldn't be looked at: theirs are left alone. */
  readonly skippedPayers: ReadonlySet<string>;
  /** What was refunded of a payment, in smallest units. */
  readonly refunded: ReadonlyMap<string, number>;
}

/**
 * Payments that the provider took for us and that belong to no wallet, invoice or order, oldest first. What was refunded
 * whole is settled. Other businesses of the operator may share the account there: what names neither us nor a customer
 * of ours isn't ours. Null: payments are off. Throws `provider_unavailable`.
 */
export const unmatchedCharges = question(
  async (
    world,
    since: Date,
    until: Date,
    { chargeIds, customerIds, skippedPayers, refunded }: KnownPayments,
  ): Promise<readonly UnmatchedCharge[] | null> => {
    const { payments } = world;
    if (payments === null || payments === undefined) return null;
    const found: UnmatchedCharge[] = [];
    for (const charge of await ask(() => payments.charges.list({ since }))) {
      const { id, status, customerId, amountReceived, currency, createdAt, metadata } = charge;
      if (status !== 'succeeded' || createdAt > until || chargeIds.has(id)) continue;
      const payer = payerOf(metadata['payer']);
      if (payer !== null && skippedPayers.has(payer.id)) continue;
      if (payer === null && (customerId === null || !customerIds.has(customerId))) continue;
      if ((refunded.get(id) ?? 0) >= amountReceived || (await isOfOrder(world, charge))) continue;
      found.push({
        chargeId: id,
        customerId,
        amount: amountReceived,
        currency: currency.toUpperCase(),
        at: createdAt.toISOString(),
      });
    }
    return found.toReversed();
  },
);

/** An order's own, which it keeps or gives back. What is paid for funds has to be in a wallet once the order is done. */
async function isOfOrder(world: CommandServices, { id, metadata }: Charge): Promise<boolean> {
  const { success, data: orderId } = OrderId.safeParse(metadata['order']);
  if (!success) return false;
  const order = await world.loadState(streams.order(orderId), Order);
  if (order.status === 'none' || ![...order.charges.values()].includes(id)) return false;
  return !(order.isFunds && order.status === 'completed');
}
