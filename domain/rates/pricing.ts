import { RateId } from '../kernel/ids.ts';
import { type LedgerAmount, zero } from '../kernel/money.ts';
import type { UsageKey } from './measures.ts';
import type { ListedRate, Rates } from './rates.ts';
import { type Overage, rater } from './rating.ts';

export interface PricedRate extends ListedRate {
  readonly rateId: RateId;
}
export const ratesIn = (rates: Rates, currency: string): readonly PricedRate[] =>
  [...rates].flatMap(([rateId, rate]) => (rate.currency === currency ? [{ ...rate, rateId }] : []));

/** The price of a contact, which stands in the plan and in no list. */
const contactRateId = RateId.parse('00000000-0000-4000-8000-00000000c047');
/** What is charged for a month: the list, and what the plan alone has a price for. */
export const ratesUnder = (rates: Rates, currency: string, { contact }: Overage): readonly PricedRate[] =>
  contact === undefined || contact === null ?
    ratesIn(rates, currency)
  : [
      ...ratesIn(rates, currency),
      {
        rateId: contactRateId,
        businessId: null,
        currency,
        channel: 'contact',
        direction: 'out',
        country: null,
        carrierClass: null,
        from: '0001-01-01',
        until: null,
        carrier: zero,
        price: contact,
      },
    ];

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
