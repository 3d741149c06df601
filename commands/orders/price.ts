import { planAt } from '../../domain/plans/plans.ts';
import type { ExistingOrder } from '../../domain/orders/order.ts';
import { streams } from '../../domain/streams.ts';
import type { CommandContext } from '../kernel/caller.ts';
import type { CommandServices } from '../kernel/unit-of-work.ts';
import { paymentsOf } from '../payments/account.ts';

/** The provider's price of what is ordered, and what its subscription says of it. */
export async function priceOf(
  world: CommandServices,
  _context: CommandContext,
  { buyer, planId, version }: ExistingOrder,
) {
  const sold = planAt(await world.events.read(streams.plans(buyer)), planId!, version)!;
  const { catalog } = paymentsOf(world);
  const { section, terms } = sold;
  const { name, amount, currency, interval } = terms;
  const of = { plan: sold.planId, kind: buyer, section };
  const product = await catalog.createProduct({ name, metadata: of }, `product/${sold.planId}`);
  const price = await catalog.createPrice(
    {
      productId: product.id,
      amount,
      currency: currency.toLowerCase(),
      recurring: { interval },
      metadata: { ...of, version: String(version) },
    },
    `price/${sold.planId}/${version}`,
  );
  return { priceId: price.id, metadata: { section, plan: sold.planId, version: String(version) } };
}
