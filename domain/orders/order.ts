import { type Aggregate, unchanged } from '../kernel/decider.ts';
import { DomainError } from '../kernel/errors.ts';
import type { EventOf } from '../kernel/event.ts';
import {
  OrderCompleted,
  type OrderDiscount,
  type OrderEvent,
  OrderExpired,
  OrderPaid,
  OrderPaymentFound,
  OrderPaymentRefused,
  OrderPaymentStarted,
  OrderRefunded,
  OrderStarted,
} from './events.ts';

type Started = Readonly<EventOf<typeof OrderStarted>['data']>;
export type RefusedPayment = EventOf<typeof OrderPaymentRefused>['data']['reason'];

/** `open`: it waits for a card. `paying`: the payment provider was asked. `paid`: the account is being made. */
export interface ExistingOrder extends Started {
  readonly status: 'open' | 'paying' | 'paid' | 'completed' | 'refunded' | 'expired';
  /** How often a card was given. */
  readonly attempt: number;
  /** The card of this attempt. */
  readonly methodId: string | null;
  /** Why the last attempt came to nothing. */
  readonly refused: RefusedPayment | null;
  /** Made at the first attempt, and paid by whichever succeeds. */
  readonly subscriptionId: string | null;
  readonly subscribedAt: number | null;
  /** Payments that are made once, by the attempt that asked for them. */
  readonly charges: ReadonlyMap<number, string>;
  /** The one that counts. */
  readonly chargeId: string | null;
}
export type Order = { readonly status: 'none' } | ExistingOrder;

export const Order: Aggregate<Order, OrderEvent> = {
  initial: { status: 'none' },
  evolve: (order, event) => {
    if (event.type === 'OrderStarted')
      return {
        ...event.data,
        status: 'open',
        attempt: 0,
        methodId: null,
        refused: null,
        subscriptionId: null,
        subscribedAt: null,
        charges: new Map(),
        chargeId: null,
      };
    if (order.status === 'none') return order;
    switch (event.type) {
      case 'OrderPaymentStarted': {
        const { attempt, methodId } = event.data;
        return { ...order, status: 'paying', attempt, methodId, refused: null };
      }
      case 'OrderPaymentFound': {
        const { attempt, subscriptionId, chargeId } = event.data;
        return {
          ...order,
          ...(subscriptionId === null ? {} : { subscriptionId, subscribedAt: attempt }),
          ...(chargeId === null ? {} : { charges: new Map(order.charges).set(attempt, chargeId) }),
        };
      }
      case 'OrderPaymentRefused':
        return { ...order, status: 'open', refused: event.data.reason };
      case 'OrderPaid':
        return { ...order, status: 'paid', chargeId: event.data.chargeId };
      case 'OrderCompleted':
        return { ...order, status: 'completed' };
      case 'OrderRefunded':
        return { ...order, status: 'refunded' };
      case 'OrderExpired':
        return { ...order, status: 'expired' };
      default:
        return unchanged(order, event);
    }
  },
};

export function existing(order: Order): ExistingOrder {
  if (order.status === 'none') throw new DomainError('not_found', 'This order does not exist.');
  return order;
}

export const startOrder = (started: Started, order: Order): readonly OrderEvent[] =>
  order.status === 'none' ? [OrderStarted.create(started)] : [];

/** A card is taken while none is being charged; the same click again is no second attempt. */
export function startPayment(methodId: string, order: Order): readonly OrderEvent[] {
  const { orderId, status, attempt } = existing(order);
  if (status === 'expired' || status === 'refunded')
    throw new DomainError('conflict', 'This order has expired. Start again.');
  return status === 'open' ? [OrderPaymentStarted.create({ orderId, attempt: attempt + 1, methodId })] : [];
}

/** What the provider made is kept, whatever has become of the order: it may have to be given back. */
export function foundPayment(
  { attempt, subscriptionId = null, chargeId = null }: PaymentNamed,
  order: Order,
): readonly OrderEvent[] {
  const { orderId, subscriptionId: known, charges } = existing(order);
  const isKnown = subscriptionId === null ? charges.get(attempt) === chargeId : known === subscriptionId;
  return isKnown ? [] : [OrderPaymentFound.create({ orderId, attempt, subscriptionId, chargeId })];
}
interface PaymentNamed {
  readonly attempt: number;
  readonly subscriptionId?: string | null;
  readonly chargeId?: string | null;
}

export function refusePayment(reason: RefusedPayment, of: number, order: Order): readonly OrderEvent[] {
  const { orderId, status, attempt } = existing(order);
  return status === 'paying' && attempt === of ? [OrderPaymentRefused.create({ orderId, attempt, reason })] : [];
}

export function pay(chargeId: string | null, order: Order): readonly OrderEvent[] {
  const { orderId, status } = existing(order);
  return status === 'paying' ? [OrderPaid.create({ orderId, chargeId })] : [];
}

export function complete(order: Order): readonly OrderEvent[] {
  const { orderId, status } = existing(order);
  return status === 'paid' ? [OrderCompleted.create({ orderId })] : [];
}

/** Only what was paid goes back, and never what has become an account. */
export function refund(reason: string, order: Order): readonly OrderEvent[] {
  const { orderId, status } = existing(order);
  return status === 'paid' ? [OrderRefunded.create({ orderId, reason: reason.slice(0, 200) })] : [];
}

export function expire(order: Order): readonly OrderEvent[] {
  const { orderId, status } = existing(order);
  return status === 'open' ? [OrderExpired.create({ orderId })] : [];
}

/**
 * What is paid today and later, in the currency's smallest unit. `later` null: it is paid once. A discount is taken as
 * Stripe takes it: a percentage rounded half up, an amount down to nothing. A trial leaves today free.
 */
export function dueOf(
  { amount, interval, trialDays }: Pick<Started, 'amount' | 'interval' | 'trialDays'>,
  discount: OrderDiscount | null,
): { readonly today: number; readonly later: number | null } {
  const off =
    discount === null ? 0
    : discount.percentOff !== null ? Math.round((amount * discount.percentOff) / 100)
    : (discount.amountOff ?? 0);
  const reduced = Math.max(0, amount - off);
  if (interval === null) return { today: reduced, later: null };
  // A discount that is taken once is used up by the first invoice, which for a trial is that of its first day.
  const later = discount?.duration === 'forever' || discount?.duration === 'repeating' ? reduced : amount;
  return trialDays > 0 ? { today: 0, later } : { today: reduced, later };
}
