import { z } from 'zod';
import { DomainError } from '../../domain/kernel/errors.ts';
import { Payer } from '../../domain/payments/payer.ts';
import type { CommandContext, CommandOutcome } from '../kernel/caller.ts';
import { command, question } from '../kernel/command.ts';
import { type CommandServices, startUnitOfWork } from '../kernel/unit-of-work.ts';
import { accountAt, ask, customerOf, paymentsOf, type Place, placeOf, refreshAccount } from './account.ts';

const payers = ['agency', 'business'] as const;
const MethodId = z.string().regex(/^pm_\w{1,100}$/, 'This is not a payment method.');
const gone = () => new DomainError('not_found', 'This payment method does not exist.');

/** Each step of a command has its own key at the provider, the same whenever the command is repeated. */
const keyOf = ({ commandId }: CommandContext, step: string): string => `${step}/${commandId}`;

/** A secret with which the browser saves a card: the number goes to the provider, and never here. */
export const setupPaymentMethod = command({
  input: z.object({ payer: Payer }),
  by: payers,
  async run({ world, context }, { payer }): Promise<CommandOutcome<{ clientSecret: string }>> {
    const place = await placeOf(world, context, payer);
    const work = startUnitOfWork(world, context, { tenant: place.tenant });
    const customer = await customerOf(world, work, place);
    const { clientSecret } = await ask(() => paymentsOf(world).methods.setup(customer, keyOf(context, 'setup')));
    return work.outcome({ clientSecret });
  },
});

/** Keeps a card that the browser saved. The first becomes the default. Another payer's does not exist. */
export const addPaymentMethod = command({
  input: z.object({ payer: Payer, methodId: MethodId }),
  by: payers,
  async run({ world, context }, { payer, methodId }) {
    const place = await placeOf(world, context, payer);
    const customer = await customerOf(world, startUnitOfWork(world, context, { tenant: place.tenant }), place);
    const { methods, customers } = paymentsOf(world);
    const method = await ask(() => methods.fetch(methodId));
    if (method === null || (method.customerId !== null && method.customerId !== customer)) throw gone();
    await ask(() => methods.attach(methodId, customer, keyOf(context, 'attach')));
    const known = await ask(() => customers.fetch(customer));
    if (known?.defaultMethodId === null)
      await ask(() => methods.makeDefault(methodId, customer, keyOf(context, 'default')));
    return refreshAccount(world, context, place);
  },
});

export const makeDefaultMethod = command({
  input: z.object({ payer: Payer, methodId: MethodId }),
  by: payers,
  async run({ world, context }, { payer, methodId }) {
    const { place, customerId } = await owned(world, context, payer, methodId);
    await ask(() => paymentsOf(world).methods.makeDefault(methodId, customerId, keyOf(context, 'default')));
    return refreshAccount(world, context, place);
  },
});

/** The default can only go when it is the last: otherwise nobody would know what is charged next. */
export const removePaymentMethod = command({
  input: z.object({ payer: Payer, methodId: MethodId }),
  by: payers,
  async run({ world, context }, { payer, methodId }) {
    const { place, isDefault, count } = await owned(world, context, payer, methodId);
    if (isDefault && count > 1)
      throw new DomainError('in_use', 'Make another payment method the default first, then remove this one.');
    await ask(() => paymentsOf(world).methods.detach(methodId, keyOf(context, 'detach')));
    return refreshAccount(world, context, place);
  },
});

async function owned(
  world: CommandServices,
  context: CommandContext,
  payer: Payer,
  methodId: string,
): Promise<{ place: Place; customerId: string; isDefault: boolean; count: number }> {
  const place = await placeOf(world, context, payer);
  const { customerId, methods, defaultMethodId } = await accountAt(world, place);
  if (customerId === null || !methods.some((one) => one.methodId === methodId)) throw gone();
  return { place, customerId, isDefault: defaultMethodId === methodId, count: methods.length };
}

/** What a payer can pay with, from its own stream. */
export const paymentAccount = question(async (world: CommandServices, context: CommandContext, payer: Payer) =>
  accountAt(world, await placeOf(world, context, payer)),
);
