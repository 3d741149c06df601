import { fold } from '../../../domain/kernel/decider.ts';
import { PaymentAccount } from '../../../domain/payments/account.ts';
import type { PaymentEvent } from '../../../domain/payments/events.ts';
import { payerKey } from '../../../domain/payments/payer.ts';
import { streams } from '../../../domain/streams.ts';
import type { Law } from '../action.ts';

/** Whatever was told late, twice or not at all: a payer is one customer of Stripe, and has the cards that Stripe has. */
export const cards: Law = {
  name: 'cards are those that Stripe has',
  async check(world) {
    if (world.stripe === null) return [];
    const { core } = world.stripe.standIn;
    const problems: string[] = [];
    for (const { payer, name } of world.cast.payers) {
      const customers = core.all('customer').filter(({ metadata }) => metadata['payer'] === payerKey(payer));
      if (customers.length > 1) problems.push(`${name} is ${customers.length} customers`);
      const own = await world.observer.store.read(streams.payments(payer.id));
      const account = fold(PaymentAccount, own as unknown as readonly PaymentEvent[]);
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
