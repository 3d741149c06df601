import type { z } from 'zod';
import { type Currency, decimalsOf } from '../../domain/kernel/money.ts';
import type { PlanView } from '../../projections/plans/queries.ts';
import type { OrderPageView } from '../../projections/orders/queries.ts';
import { OrderOffer, type OrderPage } from '../contract/orders.ts';
import { as } from './as.ts';

const quantities = as(OrderOffer.shape.plan.unwrap());

export const presentOrderPage = (
  { id, buyer, planId, version, revision, createdAt, terms }: OrderPageView,
  url: string,
): OrderPage => ({
  id,
  buyer,
  plan_id: planId,
  product: productOf(terms.product),
  slug: terms.slug,
  brand_id: terms.brandId,
  headline: terms.headline,
  text: terms.text,
  terms_url: terms.termsUrl,
  is_open: terms.isOpen,
  url,
  version,
  revision,
  created_at: createdAt,
});

function productOf(product: OrderPageView['terms']['product']): OrderPage['product'] {
  if (product === null) return null;
  const { isFunds, ...said } = product;
  return { ...said, is_funds: isFunds };
}

/** What a page sells today; null: its plan is no longer for sale. */
export function presentOffer(page: OrderPageView, plan: PlanView | null): z.output<typeof OrderOffer> | null {
  const { product, slug } = page.terms;
  const of = { page_id: page.id, slug };
  if (product !== null) {
    const { name, description, amount, currency } = product;
    return {
      ...of,
      version: page.version,
      decimals: decimalsOf(currency as Currency),
      name,
      description,
      amount,
      currency,
      interval: null,
      trial_days: 0,
      plan: null,
    };
  }
  if (plan === null) return null;
  const { name, description, amount, currency, interval, trialDays } = plan.terms;
  return {
    ...of,
    version: plan.version,
    decimals: decimalsOf(currency as Currency),
    name,
    description,
    amount,
    currency,
    interval,
    trial_days: trialDays,
    plan: quantities(plan.terms),
  };
}
