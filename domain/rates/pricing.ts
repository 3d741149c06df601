import type { RateId } from '../kernel/ids.ts';
import type { LedgerAmount } from '../kernel/money.ts';
import type { UsageKey } from './measures.ts';
import type { ListedRate, Rates } from './rates.ts';
import { rater } from './rating.ts';

export interface PricedRate extends ListedRate {
  readonly rateId: RateId;
}
export const ratesIn = (rates: Rates, currency: string): readonly PricedRate[] =>
  [...rates].flatMap(([rateId, rate]) => (rate.currency === currency ? [{ ...rate, rateId }] : []));

/** Usage of one business on a day of its zone. */
type Use = UsageKey & { readonly businessId?: string; readonly day: string };

/**
 * What an agency's list says that a business pays per piece: its own price, else that of all. Null: nothing, then it
 * pays what its agency pays.
 */
export function resalePrices(rates: Rates | null, currency: string): (one: Use) => LedgerAmount | null {
  const own = rates === null ? [] : ratesIn(rates, currency);
  const ofAll = rater(own.filter(({ businessId }) => businessId === null));
  const ofOne = new Map<string | undefined, ReturnType<typeof rater<PricedRate>>>();
  for (const { businessId } of own)
    if (businessId !== null && !ofOne.has(businessId))
      ofOne.set(businessId, rater(own.filter((rate) => rate.businessId === businessId)));
  return (one) => (ofOne.get(one.businessId)?.(one, one.day) ?? ofAll(one, one.day))?.price ?? null;
}
