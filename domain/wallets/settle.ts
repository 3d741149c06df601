import type { BusinessId } from '../kernel/ids.ts';
import { add, type Currency, type LedgerAmount, ledgerAmount, negative } from '../kernel/money.ts';
import type { Payer } from '../payments/payer.ts';
import type { UsageKey } from '../rates/measures.ts';
import { posting } from './accounts.ts';
import type { Draft } from './book.ts';
import { MonthSettled, UsageSettled } from './events.ts';
import { creditFirst, usageLevels } from './holds.ts';
import type { BookedLine } from './state.ts';
import { bookedName } from './wallet.ts';

/*
 * A month's statement says what usage cost, and the wallet pays it. What was held and captured is booked already; all
 * else is the difference, which is booked to the unit.
 */

/** Whether money is kept for it before it leaves. All else is booked after the fact, while the month goes on. */
export const isHeldFor = ({ channel, direction }: Pick<UsageKey, 'channel' | 'direction'>): boolean =>
  direction === 'out' && (channel === 'sms' || channel === 'mms' || channel === 'email');

const amounts = ['quantity', 'included', 'carrier', 'price', 'resale'] as const;

/** What the statement says beyond what was booked, by business, key by key. */
function differences(
  said: readonly BookedLine[],
  booked: Iterable<readonly [string, BookedLine]>,
  counts: (line: UsageKey) => boolean,
): ReadonlyMap<BusinessId, readonly BookedLine[]> {
  const all = new Map<string, BookedLine>();
  const put = (line: BookedLine, sign: 1 | -1): void => {
    if (!counts(line)) return;
    const before = all.get(bookedName(line));
    const moved = (units: LedgerAmount): LedgerAmount => (sign === 1 ? units : negative(units));
    all.set(bookedName(line), {
      ...line,
      quantity: (before?.quantity ?? 0) + sign * line.quantity,
      included: (before?.included ?? 0) + sign * line.included,
      carrier: add(before?.carrier ?? ledgerAmount(0), moved(line.carrier)),
      price: add(before?.price ?? ledgerAmount(0), moved(line.price)),
      resale: add(before?.resale ?? ledgerAmount(0), moved(line.resale)),
    });
  };
  for (const line of said) put(line, 1);
  for (const [, line] of booked) put(line, -1);
  const found = [...all.values()].filter((line) => amounts.some((name) => line[name] !== 0));
  return Map.groupBy(found, ({ businessId }) => businessId);
}

export interface Settling {
  readonly payer: Payer;
  readonly currency: Currency;
  /** By its first day. */
  readonly month: string;
  /** What the statement says of it, less what was used before there was a wallet. */
  readonly lines: readonly BookedLine[];
  /** The statement is closed: all of it is settled, and the month with it. Otherwise what can't be held beforehand. */
  readonly isClosed: boolean;
}

/**
 * Books what a statement says and the wallet has not, once per business, at all its levels. Without a wallet nothing is
 * booked; a month that was settled is no news. Never refused: it has been used.
 */
export function settle({ payer, currency, month, lines, isClosed }: Settling, draft: Draft): void {
  const { wallet } = draft;
  if (wallet.currency === null || (wallet.settled !== null && month <= wallet.settled)) return;
  const about = `statement-${month.slice(0, 7)}`;
  if (wallet.currency !== currency) {
    draft.park(payer, { code: 'another-currency', about, expected: null, found: null });
    return;
  }
  const counts = isClosed ? () => true : (line: UsageKey) => !isHeldFor(line);
  for (const [businessId, own] of differences(lines, wallet.books.get(month)?.entries() ?? [], counts))
    draft.bookOrPark(payer, about, null, () => {
      const sum = (name: 'carrier' | 'price' | 'resale') => add(...own.map((line) => line[name]));
      const [carrier, price, resale] = [sum('carrier'), sum('price'), sum('resale')];
      const { fromCredit, fromWallet } = creditFirst(draft.wallet, price);
      const legs = posting(currency, [
        ['credit', negative(fromCredit)],
        ['wallet', negative(fromWallet)],
        ...usageLevels(payer, businessId, { carrier, price, resale }),
      ]);
      draft.put(
        UsageSettled.create({
          ...draft.booking(payer, legs),
          businessId,
          month,
          why: isClosed ? 'difference' : 'used',
          lines: own.map(({ businessId: _, ...line }) => line),
          units: price,
        }),
      );
    });
  if (isClosed) draft.put(MonthSettled.create({ payer, month }));
}
