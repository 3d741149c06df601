import { z } from 'zod';
import { DomainError } from '../../domain/kernel/errors.ts';
import { platformTenant } from '../../domain/kernel/event.ts';
import { namespaces, type OrderId, uuidV5 } from '../../domain/kernel/ids.ts';
import type { OrderEvent } from '../../domain/orders/events.ts';
import { type ExistingOrder, Order } from '../../domain/orders/order.ts';
import { Payer } from '../../domain/payments/payer.ts';
import { streams } from '../../domain/streams.ts';
import type { CommandContext } from '../kernel/caller.ts';
import { type CommandServices, startUnitOfWork, stateOf } from '../kernel/unit-of-work.ts';

/** Who orders, as they said it. It lies in the vault until they have an account. */
export const Details = z.object({
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  company: z.string(),
  timezone: z.string(),
});
export type Details = z.output<typeof Details>;

const places = (orderId: OrderId) => ({ details: `order/${orderId}/details`, password: `order/${orderId}/password` });
export const passwordOf = (orderId: OrderId): string => places(orderId).password;

export async function keepDetails(
  { vault, passwords }: CommandServices,
  orderId: OrderId,
  details: Details,
  password: string,
): Promise<void> {
  const { details: place, password: secret } = places(orderId);
  await vault.put(place, JSON.stringify(details));
  await vault.put(secret, await passwords.hash(password));
}

export async function detailsOf({ vault }: CommandServices, orderId: OrderId): Promise<Details> {
  const kept = await vault.get(places(orderId).details);
  if (kept === null) throw new DomainError('conflict', 'This order has expired. Start again.');
  return Details.parse(JSON.parse(kept));
}

export async function forgetDetails({ vault }: CommandServices, orderId: OrderId): Promise<void> {
  const { details, password } = places(orderId);
  await Promise.all([vault.delete(details), vault.delete(password)]);
}

export const orderAt = async (world: CommandServices, orderId: OrderId): Promise<Order> =>
  stateOf(Order, await world.events.read(streams.order(orderId)));

/**
 * One step of an order. Its command is named by the order and the step, so that whoever takes it, a browser or the
 * worker, and however often, it is taken once.
 */
export async function step(
  world: CommandServices,
  context: CommandContext,
  orderId: OrderId,
  name: string,
  decide: (order: Order) => readonly OrderEvent[],
): Promise<void> {
  const commandId = uuidV5(namespaces.command, orderId, name);
  const work = startUnitOfWork(world, context, { tenant: platformTenant, commandId });
  await work.change({ stream: streams.order(orderId), aggregate: Order, decide });
}

/** What an order does to others is done by the product itself, under ids that come from the order. */
export const asSystem = (context: CommandContext, orderId: OrderId, name: string): CommandContext => ({
  ...context,
  caller: { role: 'system', actor: { kind: 'system', name: 'orders' }, tenant: platformTenant },
  commandId: uuidV5(namespaces.command, orderId, name),
});

export const payerOf = ({ buyer, payerId }: ExistingOrder): Payer => Payer.parse({ kind: buyer, id: payerId });
