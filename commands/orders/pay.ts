import { z } from 'zod';
import { platformTenant } from '../../domain/kernel/event.ts';
import { OrderId } from '../../domain/kernel/ids.ts';
import * as orders from '../../domain/orders/order.ts';
import { streams } from '../../domain/streams.ts';
import { anybody, type CommandContext, type CommandOutcome } from '../kernel/caller.ts';
import { command } from '../kernel/command.ts';
import { type CommandServices, startUnitOfWork } from '../kernel/unit-of-work.ts';
import { ask } from '../payments/account.ts';
import { finish } from './finish.ts';
import { forgetDetails, orderAt, step } from './order-of.ts';
import { giveBack, lookAtPayment, releaseAddress } from './payment.ts';

/** So long may someone take to confirm at their bank, and so long may an order lie open. In ms. */
const confirmWithinMs = 30 * 60_000;
export const openForMs = 2 * 3_600_000;

/** How an order stands for its buyer. */
export type OrderStanding =
  | { readonly kind: 'open' }
  | { readonly kind: 'confirm'; readonly clientSecret: string; readonly methodId: string }
  | { readonly kind: 'refused'; readonly field: 'email' | 'payment_method' | 'page'; readonly message: string }
  | { readonly kind: 'completed' }
  | { readonly kind: 'refunded' }
  | { readonly kind: 'expired' };

const fieldOf = { declined: 'payment_method', abandoned: 'payment_method', email: 'email', changed: 'page' } as const;

/** Takes an order as far as it goes now. Whoever asks, a browser or the worker, comes to the same. */
async function advance(world: CommandServices, context: CommandContext, orderId: OrderId): Promise<OrderStanding> {
  for (;;) {
    const order = orders.existing(await orderAt(world, orderId));
    switch (order.status) {
      case 'open':
        return { kind: 'open' };
      case 'paying': {
        const { attempt } = order;
        const payment = await lookAtPayment(world, context, order);
        if (payment.kind === 'confirm') return { ...payment, methodId: order.methodId! };
        if (payment.kind === 'paid') {
          await step(world, context, orderId, `paid/${attempt}`, (now) => orders.pay(payment.chargeId, now));
          continue;
        }
        const { reason, message } = payment;
        if (reason !== 'email') await releaseAddress(world, context, order);
        await step(world, context, orderId, `refused/${attempt}`, (now) => orders.refusePayment(reason, attempt, now));
        return { kind: 'refused', field: fieldOf[reason], message };
      }
      case 'paid':
        await finish(world, context, order);
        continue;
      case 'completed':
      case 'refunded':
      case 'expired':
        return { kind: order.status };
    }
  }
}

/**
 * Pays an order with a card that the browser has saved, or, without one, looks how it stands: after 3-D Secure, or
 * when an answer was lost. The same click twice is one payment.
 */
export const payOrder = command({
  input: z.object({
    orderId: OrderId,
    methodId: z
      .string()
      .regex(/^pm_\w{1,100}$/, 'This is not a payment method.')
      .nullable(),
  }),
  by: anybody,
  async run({ world, context }, { orderId, methodId }): Promise<CommandOutcome<OrderStanding>> {
    const work = startUnitOfWork(world, context, { tenant: platformTenant });
    if (methodId !== null)
      await work.change({
        stream: streams.order(orderId),
        aggregate: orders.Order,
        decide: (order) => orders.startPayment(methodId, order),
      });
    return work.outcome(await ask(() => advance(world, context, orderId)));
  },
});

/**
 * What the worker does with an order: finishes what was cut off, and closes what no one goes on with. Answers whether it
 * is to be looked at again.
 */
export const tendOrder = command({
  input: z.object({ orderId: OrderId }),
  by: ['system'],
  async run({ world, context }, { orderId }): Promise<CommandOutcome<{ again: boolean }>> {
    const work = startUnitOfWork(world, context, { tenant: platformTenant });
    const standing = await ask(() => advance(world, context, orderId));
    const stored = await world.events.read(streams.order(orderId));
    const order = orders.existing(await orderAt(world, orderId));
    const since = (event: (typeof stored)[number] | undefined) =>
      world.now().getTime() - Date.parse(event?.metadata.occurredAt ?? '');
    if (standing.kind === 'confirm') {
      if (since(stored.findLast(({ type }) => type === 'OrderPaymentStarted')) < confirmWithinMs)
        return work.outcome({ again: true });
      // Ended first, so that it can't be confirmed afterwards.
      await giveBack(world, order);
      await releaseAddress(world, context, order);
      const { attempt } = order;
      await step(world, context, orderId, `abandoned/${attempt}`, (now) =>
        orders.refusePayment('abandoned', attempt, now),
      );
    }
    if (standing.kind === 'completed' || standing.kind === 'refunded') {
      // A payment that was confirmed late, beside the one that counts, goes back.
      await giveBack(world, order, standing.kind === 'completed' ? (order.chargeId ?? '') : null);
      return work.outcome({ again: false });
    }
    const now = orders.existing(await orderAt(world, orderId));
    if (now.status !== 'open') return work.outcome({ again: now.status === 'paying' || now.status === 'paid' });
    if (since(stored[0]) < openForMs) return work.outcome({ again: true });
    await giveBack(world, now);
    await step(world, context, orderId, 'expire', orders.expire);
    await forgetDetails(world, orderId);
    return work.outcome({ again: false });
  },
});
