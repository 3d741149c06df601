import { z } from 'zod';
import { DomainError } from '../../domain/kernel/errors.ts';
import { platformTenant } from '../../domain/kernel/event.ts';
import { line, optionalLine, timezone } from '../../domain/kernel/fields.ts';
import { OrderId, OrderPageId, namespaces, UserId, uuidV5 } from '../../domain/kernel/ids.ts';
import type { Currency } from '../../domain/kernel/money.ts';
import type { OrderDiscount } from '../../domain/orders/events.ts';
import { dueOf, existing, startOrder } from '../../domain/orders/order.ts';
import { Payer } from '../../domain/payments/payer.ts';
import { streams } from '../../domain/streams.ts';
import { userFields } from '../../domain/users/fields.ts';
import { EmailClaim } from '../../domain/users/user.ts';
import { anybody } from '../kernel/caller.ts';
import { command } from '../kernel/command.ts';
import { type CommandServices, startUnitOfWork } from '../kernel/unit-of-work.ts';
import { ask, paymentsOf } from '../payments/account.ts';
import { refuseGuessable } from '../users/guessing.ts';
import { changedOffer, goneOffer, soldAt } from './offer.ts';
import { keepDetails, orderAt, step } from './order-of.ts';

/** What people may enter; kept as the account will have it. */
export const orderFields = {
  email: userFields.email,
  firstName: userFields.firstName,
  lastName: userFields.lastName,
  company: line('The company', 120),
  password: userFields.newPassword,
  timezone,
  coupon: optionalLine('The code', 100),
} as const;

async function refuseTaken(world: CommandServices, email: string): Promise<void> {
  const claim = await world.loadState(streams.emailClaim(world.identifiers.emailHash(email)), EmailClaim);
  if (claim.status === 'free') return;
  const message =
    'We can’t open an account with this email address. If you have one, sign in. Otherwise use another address.';
  throw new DomainError('email_taken', message, { email: [message] });
}

/** What a code gives; refused at its field when there is no such code, or when it is in another currency. */
async function discountOf(
  world: CommandServices,
  code: string | null,
  currency: string,
): Promise<OrderDiscount | null> {
  if (code === null) return null;
  const refuse = (message: string) => new DomainError('validation_failed', message, { coupon: [message] });
  const found = await ask(() => paymentsOf(world).catalog.discount(code));
  if (found === null) throw refuse('This code is not valid.');
  const { couponId, promotionCodeId, percentOff, off, duration } = found;
  if (off !== null && off.currency.toUpperCase() !== currency) throw refuse(`This code is not valid in ${currency}.`);
  return { couponId, promotionCodeId, percentOff, amountOff: off?.amount ?? null, duration };
}

/**
 * Begins an order: who it is, what they want, and a secret with which the browser enters a card at the provider. Throws
 * `email_taken` where the caller lets the buyer be told; it is looked at again when a card is there.
 */
export const beginOrder = command({
  input: z.object({
    orderPageId: OrderPageId,
    /** The one that was shown. */
    version: z.int().min(1),
    /** Whether the buyer may be told now that the address can't be used, or only once a card is there. */
    tellsTaken: z.boolean().default(false),
    ...orderFields,
  }),
  by: anybody,
  async run({ world, context }, { orderPageId, version, tellsTaken, coupon, password, ...details }) {
    const orderId = OrderId.parse(uuidV5(namespaces.command, context.commandId, 'order'));
    const work = startUnitOfWork(world, context, { tenant: platformTenant });
    const before = await orderAt(world, orderId);
    if (before.status === 'none') {
      const { email, firstName, lastName, company } = details;
      const sold = await soldAt(world, orderPageId);
      if (sold === null) throw goneOffer();
      if (sold.offer.version !== version) throw changedOffer();
      if (tellsTaken) await refuseTaken(world, email);
      await refuseGuessable(password, [company, email, firstName, lastName]);
      const { buyer } = sold.page;
      const discount = await discountOf(world, coupon, sold.offer.currency);
      const payer = Payer.parse({ kind: buyer, id: uuidV5(namespaces.command, orderId, 'tenant') });
      const { id: customerId } = await ask(() => paymentsOf(world).customers.create({ payer, name: company, email }));
      await keepDetails(world, orderId, details, password);
      const ownerId = UserId.parse(uuidV5(namespaces.command, orderId, 'owner'));
      const started = { orderId, orderPageId, buyer, payerId: payer.id, ownerId, customerId, ...sold.offer, discount };
      await step(world, context, orderId, 'start', (order) => startOrder(started, order));
    }
    const order = existing(await orderAt(world, orderId));
    const setup = await ask(() => paymentsOf(world).methods.setup(order.customerId, `order/${orderId}/setup/0`));
    return work.outcome({
      orderId,
      clientSecret: setup.clientSecret,
      due: dueOf(order, order.discount),
      currency: order.currency as Currency,
    });
  },
});

/** A secret for another card, where the first was declined: a secret is good for one. */
export const prepareCard = command({
  input: z.object({ orderId: OrderId }),
  by: anybody,
  async run({ world, context }, { orderId }) {
    const order = existing(await orderAt(world, orderId));
    const work = startUnitOfWork(world, context, { tenant: platformTenant });
    const key = `order/${orderId}/setup/${order.attempt}`;
    const setup = await ask(() => paymentsOf(world).methods.setup(order.customerId, key));
    return work.outcome({ clientSecret: setup.clientSecret });
  },
});
