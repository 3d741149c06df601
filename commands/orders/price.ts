import type { ExistingOrder } from '../../domain/orders/order.ts';
import { planAt } from '../../domain/plans/plans.ts';
import { streams } from '../../domain/streams.ts';
import type { CommandContext } from '../kernel/caller.ts';
import type { CommandServices } from '../kernel/unit-of-work.ts';
import { priceOf } from '../subscriptions/prices.ts';

/** The provider's price of what is ordered, and what its subscription says of it. */
export async function orderedPrice(
  world: CommandServices,
  context: CommandContext,
  { buyer, planId, version }: ExistingOrder,
): Promise<{ readonly priceId: string; readonly metadata: Readonly<Record<string, string>> }> {
  const sold = planAt(await world.events.read(streams.plans(buyer)), planId!, version)!;
  const priceId = await priceOf(world, context, buyer, sold);
  return { priceId, metadata: { section: sold.section, plan: sold.planId, version: String(version) } };
}
