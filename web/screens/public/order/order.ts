import type { BeginOrder, OrderOffer, OrderState, PublicOrderPage } from '../../../../api/contract/orders.ts';
import type { z } from 'zod';
import type { Client } from '../../../api/client.ts';
import { t } from './texts.ts';

export type Offer = OrderOffer;
export type Page = PublicOrderPage;
type Begin = z.input<typeof BeginOrder>;
type Continue = { readonly order: string; readonly payment_method?: string | null; readonly device?: string };

/** Which call an offer is ordered with. */
export type Path = '/order' | '/business/order' | '/order-onetime';
export const pathOf = (buyer: Page['buyer'], offer: Offer): Path =>
  offer.interval === null ? '/order-onetime'
  : buyer === 'agency' ? '/order'
  : '/business/order';

export async function send(client: Client, path: Path, body: Begin | Continue): Promise<OrderState> {
  const options = { body, quiet: true } as const;
  const { data } =
    path === '/order' ? await client.post('/order', options)
    : path === '/business/order' ? await client.post('/business/order', options)
    : await client.post('/order-onetime', options);
  return data;
}

/** `decimals`: how many digits of the amount stand behind the point. Whole prices show none. */
export function price(amount: number, { currency, decimals }: Pick<Offer, 'currency' | 'decimals'>): string {
  const value = amount / 10 ** decimals;
  const digits = Number.isInteger(value) ? 0 : decimals;
  return new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(value);
}

const quantities = ['messages', 'mms', 'emails', 'contacts', 'numbers', 'minutes'] as const;
/** What a plan includes, in lines. */
export function includes({ plan }: Offer): readonly string[] {
  if (plan === null) return [];
  return [
    ...quantities.flatMap((quantity) => {
      const count = plan[quantity];
      if (count === 0) return [];
      return [count === null ? t(`order.all.${quantity}`) : t(`order.has.${quantity}`, { count })];
    }),
    ...plan.features.map((feature) => t(`order.feature.${feature}`)),
  ];
}

/** What is paid later, in words; empty: nothing is. */
export function laterOf({ interval, trial_days: count, ...offer }: Offer, later: number | null): string {
  if (interval === null || later === null) return '';
  const words = { price: price(later, offer) };
  return count > 0 ? t(`order.laterAfter.${interval}`, { ...words, count }) : t(`order.later.${interval}`, words);
}

/** An order that this browser began, so that a page that was closed goes on. */
const keyOf = (page: string) => `order:${page}`;
export const keptOrder = (page: string): string | null => sessionStorage.getItem(keyOf(page));
export const keepOrder = (page: string, order: string): void => {
  sessionStorage.setItem(keyOf(page), order);
};
export const forgetOrder = (page: string): void => {
  sessionStorage.removeItem(keyOf(page));
};
