import { z } from 'zod';
import { type EventOf, event } from '../kernel/event.ts';
import { OrderId, OrderPageId, PlanId, UserId } from '../kernel/ids.ts';
import { PlanInterval } from '../plans/fields.ts';
import { Buyer } from './fields.ts';

const order = { orderId: OrderId };
const providerId = z.string().min(1).max(255);

/** What is bought, as its buyer saw it. `planId` null: it is paid once. `interval` null: once. */
const offer = {
  planId: PlanId.nullable(),
  version: z.int().min(1),
  name: z.string(),
  amount: z.int().min(0),
  currency: z.string().regex(/^[A-Z]{3}$/),
  interval: PlanInterval.nullable(),
  trialDays: z.int().min(0),
  isFunds: z.boolean(),
} as const;
const discount = z.object({
  couponId: providerId,
  promotionCodeId: providerId.nullable(),
  percentOff: z.number().nullable(),
  /** In the currency's smallest unit. */
  amountOff: z.int().nullable(),
  duration: z.enum(['once', 'repeating', 'forever']),
});
export type OrderDiscount = Readonly<z.output<typeof discount>>;

/**
 * Someone new has said who they are and what they want. Who they are lies in the vault until they have an account, since
 * most who begin do not go on. `payerId`: of the agency or business that it becomes.
 */
export const OrderStarted = event(
  'OrderStarted',
  1,
  z.object({
    ...order,
    orderPageId: OrderPageId,
    buyer: Buyer,
    payerId: z.uuid().toLowerCase(),
    ownerId: UserId,
    customerId: providerId,
    ...offer,
    discount: discount.nullable(),
  }),
);
/** They pay with this card: said before the payment provider is asked, so that what was cut off is found again. */
export const OrderPaymentStarted = event(
  'OrderPaymentStarted',
  1,
  z.object({ ...order, attempt: z.int().min(1), methodId: providerId }),
);
/** What the payment provider made of it: a subscription, or a payment that is made once. */
export const OrderPaymentFound = event(
  'OrderPaymentFound',
  1,
  z.object({
    ...order,
    attempt: z.int().min(1),
    subscriptionId: providerId.nullable(),
    chargeId: providerId.nullable(),
  }),
);
/** Nothing was charged. `abandoned`: it was never confirmed at the bank. */
export const OrderPaymentRefused = event(
  'OrderPaymentRefused',
  1,
  z.object({ ...order, attempt: z.int().min(1), reason: z.enum(['declined', 'email', 'changed', 'abandoned']) }),
);
/** The money is there, or the trial has begun. From here on it ends in an account or in a refund. */
export const OrderPaid = event('OrderPaid', 1, z.object({ ...order, chargeId: providerId.nullable() }));
export const OrderCompleted = event('OrderCompleted', 1, z.object(order));
/** There can be no account: the money went back, and what was subscribed to has ended. */
export const OrderRefunded = event('OrderRefunded', 1, z.object({ ...order, reason: z.string().max(200) }));
/** No one went on with it. */
export const OrderExpired = event('OrderExpired', 1, z.object(order));

export const orderEvents = [
  OrderStarted,
  OrderPaymentStarted,
  OrderPaymentFound,
  OrderPaymentRefused,
  OrderPaid,
  OrderCompleted,
  OrderRefunded,
  OrderExpired,
] as const;
export type OrderEvent = EventOf<(typeof orderEvents)[number]>;
