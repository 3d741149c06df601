import { isAdded, type LineItems, itemsOf } from '../../domain/statements/items.ts';
import type { Payer } from '../../domain/payments/payer.ts';
import type { UsageKey } from '../../domain/rates/fields.ts';
import type { UsageTerms } from '../../domain/rates/rating.ts';
import type { StatementLine } from '../../domain/statements/statement.ts';
import { type Draft, draftStatement, resaleList, type UsageBooks, type UsageReader } from './draft.ts';

/** Which line of a month: what it is of, and the price that it was charged by. */
export interface LineKey extends UsageKey {
  readonly businessId: string;
  readonly rateId: string;
}
export interface OpenedLine extends LineItems {
  readonly line: StatementLine;
  readonly currency: string;
  /** Of a difference: from where on in the log, since the last month that was closed. Null: from the beginning. */
  readonly since: string | null;
  /** Of a closed month: up to where in the log it was measured. What came later is in a later month. Null: all. */
  readonly upTo: string | null;
  /** Of contacts: the day of the month that they are charged for. */
  readonly countedOn?: string | undefined;
}

/**
 * A line of a payer's month, ready to be taken apart; null: the month has no such line, or it has no items. `lateOf`: it
 * is a difference of that earlier month.
 */
export async function openLine(
  books: UsageBooks,
  reader: UsageReader,
  payer: Payer,
  month: string,
  now: Date,
  key: LineKey,
  lateOf: string | null = null,
): Promise<OpenedLine | null> {
  const draft = await draftStatement(books, reader, payer, month, now, { lateOf });
  const kept = draft.closed.get(month);
  if (lateOf !== null) return openLate(books, payer, draft, { month, lateOf, key });
  const line = (kept?.lines ?? draft.lines).find((one) => isOf(one, key)) as StatementLine | undefined;
  if (line === undefined) return null;
  const { currency, list, resale, terms } =
    kept === undefined ? pricesOf(draft) : await closedPrices(books, payer, kept);
  return {
    line,
    currency,
    since: null,
    upTo: kept?.position ?? null,
    countedOn: draft.measured.find((one) => one.channel === 'contact' && one.businessId === line.businessId)?.day,
    ...itemsOf(line, month, { currency, list, resale, terms }),
  };
}

/** What became known of an earlier month since the last one was closed, at the prices that it was closed with. */
async function openLate(
  books: UsageBooks,
  payer: Payer,
  { closed, late }: Draft,
  { month, lateOf, key }: { readonly month: string; readonly lateOf: string; readonly key: LineKey },
): Promise<OpenedLine | null> {
  const kept = closed.get(month);
  const then = closed.get(lateOf);
  const before = [...closed.values()].findLast((one) => one.month < month);
  const line = late.find((one) => one.month === lateOf && isOf(one, key)) as StatementLine | undefined;
  if (line === undefined || then === undefined || before === undefined || !isAdded(line)) return null;
  const { currency, list, resale, terms } = await closedPrices(books, payer, then);
  return {
    line,
    currency,
    since: before.position,
    upTo: kept?.position ?? null,
    ...itemsOf(line, lateOf, { currency, list, resale, terms }),
  };
}

export const isOf = (line: LineKey, key: LineKey): boolean =>
  line.businessId === key.businessId &&
  line.rateId === key.rateId &&
  line.channel === key.channel &&
  line.direction === key.direction &&
  line.country === key.country &&
  line.carrierClass === key.carrierClass;

export const pricesOf = ({ currency, list, resale, terms }: Draft) => ({
  currency,
  list: list.rates,
  resale: resale?.rates ?? null,
  terms,
});
/** The lists as they were when the month was closed. */
export async function closedPrices(
  books: UsageBooks,
  payer: Payer,
  { currency, listVersion, resaleVersion, terms }: NonNullable<ReturnType<Draft['closed']['get']>>,
) {
  const [list, resale] = await Promise.all([
    books.rates.priceList(null, listVersion),
    resaleList(books, payer, resaleVersion),
  ]);
  return { currency, list: list.rates, resale: resale?.rates ?? null, terms: terms as UsageTerms };
}
