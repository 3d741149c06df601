import type { BusinessId } from '../kernel/ids.ts';
import { add, zero } from '../kernel/money.ts';
import type { SingleFee } from '../registrations/a2p/fields.ts';
import type { ChargedFee } from './events.ts';
import { nextMonth } from './fields.ts';
import type { Amounts } from './statement.ts';

/** Fees of registrations: a month's statement names those that the payer's wallet was charged in it. */

const monthOf = ({ day }: Pick<ChargedFee, 'day'>): string => day.slice(0, 7);

/**
 * The fees of a month, by the wallet's entries: each stands in one statement. Those of a closed month that it didn't know
 * stand in the month that is closed next.
 */
export function feesIn(
  month: string,
  charged: readonly ChargedFee[],
  closed: ReadonlyMap<string, { readonly fees?: readonly ChargedFee[] | undefined }>,
): readonly ChargedFee[] {
  const kept = closed.get(month);
  if (kept !== undefined) return kept.fees ?? [];
  const last = [...closed.keys()].at(-1);
  if (last === undefined || month > nextMonth(last)) return charged.filter((fee) => monthOf(fee) === month);
  if (month < last) return [];
  const named = new Set([...closed.values()].flatMap(({ fees = [] }) => fees.map(({ entryId }) => entryId)));
  return charged.filter((fee) => monthOf(fee) <= month && !named.has(fee.entryId));
}

/** Fees of a kind and a business together. `month`: in which they were charged, or booked back (`isReversed`). */
export interface FeeLine extends Amounts {
  readonly businessId: BusinessId;
  readonly what: SingleFee;
  readonly month: string;
  readonly isReversed: boolean;
  /** Below 0 for those that were booked back. */
  readonly quantity: number;
}

/** By business, month and kind. An agency charges its business what it pays itself: there is no other price of a fee. */
export function feeLines(fees: readonly ChargedFee[]): readonly FeeLine[] {
  const lines = new Map<string, FeeLine>();
  for (const { businessId, what, day, units } of fees) {
    const isReversed = units < 0;
    const month = day.slice(0, 7);
    const name = [businessId, month, what, isReversed].join('/');
    const before = lines.get(name);
    const sum = add(before?.price ?? zero, units);
    const quantity = (before?.quantity ?? 0) + (isReversed ? -1 : 1);
    lines.set(name, { businessId, what, month, isReversed, quantity, carrier: sum, price: sum, resale: sum });
  }
  return [...lines].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, line]) => line);
}
