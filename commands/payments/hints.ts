import { z } from 'zod';
import { DomainError } from '../../domain/kernel/errors.ts';
import type { CommandContext } from '../kernel/caller.ts';
import { command } from '../kernel/command.ts';
import { type CommandServices, startUnitOfWork } from '../kernel/unit-of-work.ts';
import { platformTenant } from '../../domain/kernel/event.ts';
import { accountAt, ask, paymentsOf, placeOf, refreshAccount } from './account.ts';

const Hint = z.object({
  object: z.object({ type: z.string(), id: z.string().nullable() }),
  customerId: z.string().nullable(),
  previousCustomerId: z.string().nullable(),
});
type Hint = z.output<typeof Hint>;
type Listener = (world: CommandServices, context: CommandContext, hint: Hint) => Promise<boolean>;

/** The cards of the customers that are named are looked at again. */
const cards: Listener = async (world, context, { customerId, previousCustomerId }) => {
  let isOurs = false;
  for (const id of [customerId, previousCustomerId]) {
    const customer = id === null ? null : await ask(() => paymentsOf(world).customers.fetch(id));
    if (customer === null || customer.payer === null) continue;
    // A tenant that is gone, or whose agency pays by now, has nothing to be kept here.
    const place = await placeOf(world, context, customer.payer).catch((error: unknown) => {
      if (error instanceof DomainError && error.code === 'not_found') return null;
      throw error;
    });
    if (place === null) continue;
    // The customer says whose it is; our own record has the last word.
    if ((await accountAt(world, place)).customerId !== customer.id) continue;
    await refreshAccount(world, context, place);
    isOurs = true;
  }
  return isOurs;
};

/** Who looks when something happened to an object of a type. What is not here tells us nothing. */
const listeners: Readonly<Record<string, Listener>> = { customer: cards, payment_method: cards, setup_intent: cards };

/** Something happened at the provider: what it was is fetched, and written. `heard`: it was about one of ours. */
export const hearPaymentEvent = command({
  input: Hint,
  by: ['system'],
  async run({ world, context }, hint) {
    const listener = Object.hasOwn(listeners, hint.object.type) ? listeners[hint.object.type] : undefined;
    const heard = listener === undefined ? false : await listener(world, context, hint);
    return startUnitOfWork(world, context, { tenant: platformTenant }).outcome({ heard });
  },
});
