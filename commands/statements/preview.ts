import type { Payer } from '../../domain/payments/payer.ts';
import { type Rates, type SupposedRate, supposeRates } from '../../domain/rates/rates.ts';
import type { UsageTerms } from '../../domain/rates/rating.ts';
import type { Rated } from '../../domain/statements/preview.ts';
import { givenFreeIn, statementOf } from '../../domain/statements/statement.ts';
import { bookedOf } from '../../domain/statements/statements.ts';
import { type Draft, draftStatement, type UsageBooks, type UsageReader } from './draft.ts';

/** Other prices, which are only supposed, and in whose list they stand. */
export interface OtherPrices {
  readonly list: 'platform' | 'agency';
  readonly asOf: string | null;
  readonly prices: readonly SupposedRate[];
}
export interface StatementPreview extends Pick<Draft, 'businesses' | 'currency'> {
  readonly isClosed: boolean;
  readonly before: Rated;
  readonly after: Rated;
}

/**
 * A payer's month as it was priced, or is until now, and as it would be under other prices. A closed month is taken at
 * the lists and terms it was closed with, and with what became known of it since. Writes nothing.
 */
export async function previewStatement(
  books: UsageBooks,
  reader: UsageReader,
  payer: Payer,
  month: string,
  now: Date,
  other: OtherPrices,
): Promise<StatementPreview> {
  const draft = await draftStatement(books, reader, payer, month, now);
  const kept = draft.closed.get(month);
  const [list, resale] =
    kept === undefined ?
      [draft.list, draft.resale]
    : await Promise.all([
        books.rates.priceList(null, kept.listVersion),
        payer.kind === 'agency' ? books.rates.priceList(payer.id, kept.resaleVersion) : null,
      ]);
  const currency = kept?.currency ?? draft.currency;
  const terms = (kept?.terms ?? draft.terms) as UsageTerms;
  const givenFree = kept === undefined ? draft.givenFree : givenFreeIn(bookedOf(month, draft.closed));
  const under = (platform: Rates, own: Rates | null): Rated =>
    statementOf(draft.measured, { currency, list: platform, resale: own, terms, givenFree });
  // As of a day that the list of then knows nothing of: today's list knows it.
  const supposed = (then: Rates, today: Rates): Rates => supposeRates(other.asOf === null ? then : today, other);
  const own = resale?.rates ?? null;
  const before = under(list.rates, own);
  const after =
    other.list === 'platform' ?
      under(supposed(list.rates, draft.list.rates), own)
    : under(list.rates, supposed(own ?? new Map(), draft.resale?.rates ?? new Map()));
  return { businesses: draft.businesses, currency, isClosed: kept !== undefined, before, after };
}
