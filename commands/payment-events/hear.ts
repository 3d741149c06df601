import { platformTenant } from '../../domain/kernel/event.ts';
import { command } from '../kernel/command.ts';
import { startUnitOfWork } from '../kernel/unit-of-work.ts';
import { cards } from './cards.ts';
import { funds } from './funds.ts';
import { invoices, refunds } from './invoices.ts';
import { Hint, type Listener } from './hint.ts';
import { subscriptions } from './subscriptions.ts';

/** Who looks when something happened to an object of a type, in this order. What is not here tells us nothing. */
const listeners: Readonly<Record<string, readonly Listener[]>> = {
  customer: [cards],
  payment_method: [cards],
  setup_intent: [cards],
  payment_intent: [funds('payment_intent')],
  refund: [funds('refund'), refunds],
  dispute: [funds('dispute')],
  subscription: [subscriptions],
  invoice: [subscriptions, invoices],
  'checkout.session': [subscriptions],
};

/** Something happened at the provider: what it was is fetched, and written. `heard`: it was about one of ours. */
export const hearPaymentEvent = command({
  input: Hint,
  by: ['system'],
  async run({ world, context }, hint) {
    const looking = Object.hasOwn(listeners, hint.object.type) ? listeners[hint.object.type]! : [];
    let heard = false;
    for (const listener of looking) heard = (await listener(world, context, hint)) || heard;
    return startUnitOfWork(world, context, { tenant: platformTenant }).outcome({ heard });
  },
});
