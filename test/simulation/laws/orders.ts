import { payerKey } from '../../../domain/payments/payer.ts';
import { streams } from '../../../domain/streams.ts';
import { Order } from '../../../domain/orders/order.ts';
import { OrderId } from '../../../domain/kernel/ids.ts';
import { stateOf } from '../../../commands/kernel/unit-of-work.ts';
import type { Law } from '../action.ts';
import { keptOf } from './subscriptions.ts';

/** An order is one account that was paid once, or none and nothing paid; and an address opens one account. */
export const orders: Law = {
  name: 'an order is one account or none',
  async check(world) {
    if (world.stripe === null) return [];
    const { standIn } = world.stripe;
    const { core } = standIn;
    const events = await world.events();
    const problems: string[] = [];
    const tenants = events.filter(({ type }) => type === 'AgencyCreated' || type === 'BusinessCreated');
    for (const { orderId, page: nth, told } of world.orders) {
      const page = world.cast.market!.pages[nth]!;
      const order = stateOf(Order, await world.observer.store.read(streams.order(OrderId.parse(orderId))));
      const of = `the order ${orderId.slice(0, 8)}`;
      if (order.status === 'none') {
        if (told !== null) problems.push(`${of} is unknown, and was told: ${told}`);
        continue;
      }
      const { status, payerId, ownerId, buyer, customerId } = order;
      const made = tenants.filter(({ data }) => (data['businessId'] ?? data['agencyId']) === payerId);
      const owners = events.filter(({ type, data }) => type === 'UserRegistered' && data['userId'] === ownerId);
      const mine = core.all('payment_intent').filter(({ customer }) => customer === customerId);
      const kept = mine.map(({ id }) => keptOf(standIn, id)).filter((amount) => amount > 0);
      const key = payerKey({ kind: buyer, id: payerId } as Parameters<typeof payerKey>[0]);
      const bought = core
        .all('subscription')
        .filter(({ customer, status: one }) => customer === customerId && one !== 'incomplete_expired');
      const live = bought.filter(({ status: one }) => one !== 'canceled');
      const isTold = told === 'completed' || told === 'refunded' || told === 'expired';
      if (isTold && told !== status) problems.push(`${of} is ${status}, and was told: ${told}`);
      if (status === 'completed') {
        if (made.length !== 1) problems.push(`${of} is ${made.length} accounts`);
        if (owners.length !== 1) problems.push(`${of} has ${owners.length} owners`);
        if (page.plan !== null && bought.length !== 1) problems.push(`${of} bought ${bought.length} subscriptions`);
        if (bought.some(({ metadata }) => metadata['payer'] !== key))
          problems.push(`${of} is subscribed for somebody else`);
        // Months may have passed: each renewal is a payment of its own.
        const invoices = core
          .all('invoice')
          .filter(({ customer, status: one }) => customer === customerId && one === 'paid');
        const due = page.plan === null ? 1 : invoices.filter(({ amount_paid: amount }) => amount > 0).length;
        if (kept.length !== due) problems.push(`${of} is paid ${kept.length} times, and ${due} are due`);
        if (
          page.plan !== null &&
          invoices.filter(({ billing_reason: why }) => why === 'subscription_create').length !== 1
        )
          problems.push(`${of} is bought more than once`);
      } else if (status === 'refunded' || status === 'expired') {
        if (made.length > 0) problems.push(`${of} is ${status}, and has an account`);
        if (kept.length > 0) problems.push(`${of} is ${status}, and ${kept.join(' and ')} are kept`);
        if (live.length > 0) problems.push(`${of} is ${status}, and has a subscription`);
      } else problems.push(`${of} never comes to an end: ${status}`);
    }
    for (const [email, some] of Map.groupBy(world.orders, ({ email }) => email)) {
      const states = await Promise.all(
        some.map(async ({ orderId }) =>
          stateOf(Order, await world.observer.store.read(streams.order(OrderId.parse(orderId)))),
        ),
      );
      const completed = states.filter(({ status }) => status === 'completed').length;
      if (completed > 1) problems.push(`${email} has ${completed} accounts`);
      if (email === world.cast.market!.member.email && completed > 0) problems.push(`${email} had an account already`);
    }
    return problems;
  },
};
