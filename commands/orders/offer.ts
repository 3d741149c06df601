import { DomainError } from '../../domain/kernel/errors.ts';
import type { OrderPageId } from '../../domain/kernel/ids.ts';
import type { ExistingOrder } from '../../domain/orders/order.ts';
import { type OrderPage, OrderPages } from '../../domain/orders/pages.ts';
import type { PlanTerms } from '../../domain/plans/fields.ts';
import { Plans } from '../../domain/plans/plans.ts';
import { streams } from '../../domain/streams.ts';
import type { CommandServices } from '../kernel/unit-of-work.ts';

type Offer = Pick<
  ExistingOrder,
  'planId' | 'version' | 'name' | 'amount' | 'currency' | 'interval' | 'trialDays' | 'isFunds'
>;
export interface Sold {
  readonly page: OrderPage;
  readonly offer: Offer;
  /** Null: it is paid once. */
  readonly terms: PlanTerms | null;
}

/** What an order page sells now; null: it is closed, or its plan is no longer for sale. */
export async function soldAt(world: CommandServices, orderPageId: OrderPageId): Promise<Sold | null> {
  const page = (await world.loadState(streams.orderPages(), OrderPages)).get(orderPageId);
  if (page?.terms.isOpen !== true) return null;
  const { product } = page.terms;
  if (product !== null) {
    const { name, amount, currency, isFunds } = product;
    const once = { planId: null, interval: null, trialDays: 0 } as const;
    return { page, terms: null, offer: { ...once, version: page.version, name, amount, currency, isFunds } };
  }
  const { planId } = page;
  const plan = planId === null ? undefined : (await world.loadState(streams.plans(page.buyer), Plans)).get(planId);
  if (planId === null || plan?.isForSale !== true) return null;
  const { version, terms } = plan;
  const { name, amount, currency, interval, trialDays } = terms;
  return { page, terms, offer: { planId, version, name, amount, currency, interval, trialDays, isFunds: false } };
}

export const changedOffer = (): DomainError =>
  new DomainError('overtaken', 'This offer has changed, and nothing was charged. Look at it again.');
export const goneOffer = (): DomainError =>
  new DomainError('overtaken', 'This is no longer for sale, and nothing was charged.');
