import type { LedgerAmount } from '../../domain/kernel/money.ts';
import { Payer } from '../../domain/payments/payer.ts';
import type { UsageKey } from '../../domain/rates/fields.ts';
import { rater } from '../../domain/rates/rating.ts';
import { ratesIn } from '../../domain/rates/pricing.ts';
import { itemsOf } from '../../domain/statements/items.ts';
import type { StatementLine } from '../../domain/statements/statement.ts';
import { draftStatement, type UsageBooks, type UsageReader } from './draft.ts';
import { closedPrices, isOf, pricesOf } from './items.ts';

/** A text that counts in a month. `position`: where in the log that was said. */
export interface CountedText extends UsageKey {
  readonly id: string;
  readonly businessId: string;
  /** Null: the business pays itself. */
  readonly agencyId: string | null;
  readonly day: string;
  readonly quantity: number;
  readonly position: string;
}
export interface TextPrice {
  readonly price: LedgerAmount;
  readonly currency: string;
}
interface Reader extends UsageReader {
  /** Of each of these texts of a line, how many pieces of the line came before it. */
  usageBefore(
    line: UsageKey & {
      readonly businessId: string;
      readonly days: readonly string[];
      readonly since: null;
      readonly upTo: string | null;
    },
    ids: readonly string[],
  ): Promise<readonly { readonly id: string; readonly before: number }[]>;
}

/**
 * What texts cost their payers, by id, as the lines of their statements take them apart. Without one are those that no
 * price covers, and those that became known after their month was closed: they are in a later month's difference.
 */
export async function priceTexts(
  books: UsageBooks,
  reader: Reader,
  texts: readonly CountedText[],
  now: Date,
): Promise<ReadonlyMap<string, TextPrice>> {
  const prices = new Map<string, TextPrice>();
  const months = Map.groupBy(texts, ({ agencyId, businessId, day }) => `${agencyId ?? businessId} ${day.slice(0, 7)}`);
  for (const own of months.values()) {
    const [{ agencyId, businessId, day }] = own as [CountedText];
    const month = day.slice(0, 7);
    const payer = Payer.parse(
      agencyId === null ? { kind: 'business', id: businessId } : { kind: 'agency', id: agencyId },
    );
    const draft = await draftStatement(books, reader, payer, month, now, { lateOf: null });
    const kept = draft.closed.get(month);
    const list = kept === undefined ? pricesOf(draft) : await closedPrices(books, payer, kept);
    const lines = (kept?.lines ?? draft.lines) as readonly StatementLine[];
    const rateOn = rater(ratesIn(list.list, list.currency));
    const upTo = kept?.position ?? null;
    const counted = own.filter(({ position }) => upTo === null || BigInt(position) <= BigInt(upTo));
    const lineOf = (text: CountedText): StatementLine | undefined => {
      const rateId = rateOn(text, text.day)?.rateId;
      return rateId === undefined ? undefined : lines.find((line) => isOf(line, { ...text, rateId }));
    };
    for (const [line, found] of Map.groupBy(counted, lineOf)) {
      if (line === undefined) continue;
      const { days, priceOf } = itemsOf(line, month, list);
      // Only a line that is included in part charges its first texts otherwise than its last.
      const inPart = line.included > 0 && line.included < line.quantity;
      const places =
        inPart ?
          await reader.usageBefore(
            { ...line, days, since: null, upTo },
            found.map(({ id }) => id),
          )
        : [];
      const before = new Map(places.map((one) => [one.id, one.before]));
      for (const text of found)
        prices.set(text.id, { price: priceOf(text, before.get(text.id) ?? 0).price, currency: list.currency });
    }
  }
  return prices;
}
