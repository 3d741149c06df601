import { type LedgerAmount, times, zero } from '../kernel/money.ts';
import { ratesUnder, resalePrices } from '../rates/pricing.ts';
import { priceBeyond, rater } from '../rates/rating.ts';
import { daysIn } from './fields.ts';
import type { Amounts, Prices, StatementLine } from './statement.ts';

/** One text, email or number of a line, with what it costs. `included`: of `quantity`, what costs nothing. */
export interface PricedItem extends Amounts {
  readonly included: number;
}
export interface LineItems {
  /** The days of the month on which the line's price holds: another price is another line. */
  readonly days: readonly string[];
  /**
   * What an item costs. `before`: how many pieces of the line came before it, by day and time. What is included is used
   * up first, so that the items of a line cost together what the line says.
   */
  readonly priceOf: (item: { readonly day: string; readonly quantity: number }, before: number) => PricedItem;
}

/**
 * Whether a difference of an earlier month is made of what was added to it: only then can it be opened. One that moves
 * what is included, or takes something off, has no items of its own.
 */
export const isAdded = ({ channel, quantity, included }: StatementLine): boolean =>
  channel !== 'number' && channel !== 'contact' && included >= 0 && included <= quantity && quantity > 0;

/** Takes a line of a statement apart, by the prices it was made with. */
export function itemsOf(line: StatementLine, month: string, { currency, list, resale, terms }: Prices): LineItems {
  const rates = ratesUnder(list, currency, terms.overage);
  const rateOn = rater(rates);
  const rate = rates.find(({ rateId }) => rateId === line.rateId);
  const resaleOn = resalePrices(resale, currency);
  const all = Array.from({ length: daysIn(month) }, (_, day) => `${month}-${String(day + 1).padStart(2, '0')}`);
  const each: LedgerAmount = rate === undefined ? zero : priceBeyond(rate, line, terms.overage);
  return {
    days: all.filter((day) => rateOn(line, day)?.rateId === line.rateId),
    priceOf: ({ day, quantity }, before) => {
      const included = Math.max(0, Math.min(quantity, line.included - before));
      const price = times(each, quantity - included);
      const own = resaleOn({ ...line, day });
      return {
        included,
        carrier: times(rate?.carrier ?? zero, quantity),
        price,
        resale: own === null ? price : times(own, quantity),
      };
    },
  };
}
