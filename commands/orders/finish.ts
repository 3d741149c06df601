import { DomainError } from '../../domain/kernel/errors.ts';
import { BusinessId } from '../../domain/kernel/ids.ts';
import * as orders from '../../domain/orders/order.ts';
import type { ExistingOrder } from '../../domain/orders/order.ts';
import { linkCustomer, PaymentAccount } from '../../domain/payments/account.ts';
import { AgencyId } from '../../domain/kernel/ids.ts';
import { createAgency } from '../agencies/edit.ts';
import { createBusiness } from '../businesses/create.ts';
import type { CommandContext } from '../kernel/caller.ts';
import { execute } from '../kernel/command.ts';
import { type CommandServices, startUnitOfWork } from '../kernel/unit-of-work.ts';
import { placeOf, refreshAccount } from '../payments/account.ts';
import { lookAtFunds } from '../payments/funds.ts';
import { refreshSubscriptions } from '../subscriptions/follow.ts';
import { asSystem, detailsOf, forgetDetails, passwordOf, payerOf, step } from './order-of.ts';
import { giveBack } from './payment.ts';

/** The currencies that businesses reckon in; others are shown in dollars. */
const businessCurrencies = ['USD', 'EUR', 'GBP', 'ZAR'] as const;

/** Makes the account of a paid order and what belongs to it. Every step is named by the order: repeated, it goes on. */
export async function finish(world: CommandServices, context: CommandContext, order: ExistingOrder): Promise<void> {
  const { orderId } = order;
  try {
    await makeTenant(world, context, order);
  } catch (error) {
    // What would be refused again and again can't become an account.
    if (!(error instanceof DomainError) || error.code === 'conflict' || error.code.endsWith('unavailable')) throw error;
    await giveBack(world, order);
    await step(world, context, orderId, 'refund', (now) => orders.refund(error.message, now));
    return;
  }
  const payer = payerOf(order);
  const system = asSystem(context, orderId, 'account');
  const place = await placeOf(world, system, payer);
  await startUnitOfWork(world, system, { tenant: place.tenant }).change({
    stream: place.stream,
    aggregate: PaymentAccount,
    decide: (account) => linkCustomer(payer, order.customerId, account),
  });
  await refreshAccount(world, asSystem(context, orderId, 'cards'), place);
  await refreshSubscriptions(world, asSystem(context, orderId, 'subscriptions'), place);
  if (order.isFunds && order.chargeId !== null)
    await lookAtFunds(world, asSystem(context, orderId, 'funds'), 'payment_intent', order.chargeId);
  await step(world, context, orderId, 'complete', orders.complete);
  await forgetDetails(world, orderId);
}

async function makeTenant(world: CommandServices, context: CommandContext, order: ExistingOrder): Promise<void> {
  const { orderId, ownerId, payerId, buyer } = order;
  const { email, firstName, lastName, company, timezone } = await detailsOf(world, orderId);
  const call = { world, context: asSystem(context, orderId, 'tenant') };
  const common = {
    ownerId,
    name: company,
    email,
    firstName,
    lastName,
    timezone,
    password: { keptAt: passwordOf(orderId) },
    isTemplate: false,
    isActiveLivechat: false,
    isActiveLoop: false,
  };
  // What the plan includes follows from the subscription; nothing is given away here.
  if (buyer === 'agency')
    await execute(createAgency, call, {
      ...common,
      agencyId: AgencyId.parse(payerId),
      phone: null,
      website: null,
      freeFee: false,
      freeNumbers: 0,
      freeMessages: 0,
      freeCalls: 0,
    });
  else
    await execute(createBusiness, call, {
      ...common,
      businessId: BusinessId.parse(payerId),
      agencyId: null,
      uniqueId: null,
      currency: businessCurrencies.find((one) => one === order.currency) ?? 'USD',
      dateFormat: 'MM/DD/YYYY',
      isEnabledLivechat: false,
      isEnabledLoop: false,
      isActiveMms: false,
      templateContent: null,
      monthlyMessages: null,
      contactLimit: null,
    });
}
