import { fold } from '../../../domain/kernel/decider.ts';
import { PaymentAccount } from '../../../domain/payments/account.ts';
import type { PaymentEvent } from '../../../domain/payments/events.ts';
import { payerKey } from '../../../domain/payments/payer.ts';
import { streams } from '../../../domain/streams.ts';
import type { Law } from '../action.ts';

const keysLastS = 86_400;

/** Whatever was told late, twice or not at all: a payer is one customer of Stripe, and has the cards that Stripe has. */
export const cards: Law = {
  name: 'cards are those that Stripe has',
  async check(world) {
    if (world.stripe === null) return [];
    const { core } = world.stripe.standIn;
    const problems: string[] = [];
    for (const { payer, name } of world.cast.payers) {
      const customers = core.all('customer').filter(({ metadata }) => metadata['payer'] === payerKey(payer));
      const own = await world.observer.store.read(streams.payments(payer.id));
      const account = fold(PaymentAccount, own as unknown as readonly PaymentEvent[]);
      const things = [...core.all('payment_method'), ...core.all('subscription'), ...core.all('payment_intent')];
      // Stripe never attaches a card again that was removed: one that comes back was written by a look from before.
      const removed = new Set<string>();
      for (const { type, data } of own) {
        const methodId = String(data['methodId']);
        if (type === 'PaymentMethodRemoved') removed.add(methodId);
        if (type === 'PaymentMethodSaved' && removed.has(methodId))
          problems.push(`${name} has ${methodId} again, which was removed`);
      }
      // Stripe forgets a key after a day: a customer whose answer was lost may be made again then, and stays empty.
      for (const { id, created } of customers)
        if (id !== account.customerId && account.customerId !== null) {
          const known = customers.find((one) => one.id === account.customerId);
          const isForgotten = Math.abs((known?.created ?? created) - created) > keysLastS;
          if (!isForgotten || things.some(({ customer }) => customer === id)) problems.push(`${name} is also ${id}`);
        }
      const there = core.all('payment_method').filter(({ customer }) => customer === account.customerId);
      const said = (ids: readonly string[]): string => [...ids].sort().join(', ');
      const here = said(account.methods.map(({ methodId }) => methodId));
      if (account.customerId !== null && here !== said(there.map(({ id }) => id)))
        problems.push(`${name} has ${here}, and at Stripe ${said(there.map(({ id }) => id))}`);
      const preferred = customers.find(({ id }) => id === account.customerId)?.invoice_settings.default_payment_method;
      if (account.customerId !== null && account.defaultMethodId !== preferred)
        problems.push(`${name} pays with ${account.defaultMethodId}, and at Stripe with ${preferred}`);
    }
    return problems;
  },
};
