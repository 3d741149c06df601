import type { BusinessId, RateId } from '../kernel/ids.ts';
import { add, type LedgerAmount, negative, zero } from '../kernel/money.ts';
import { ratesUnder, resalePrices } from '../rates/pricing.ts';
import type { Rates } from '../rates/rates.ts';
import { usageKeyText, type UsageKey } from '../rates/measures.ts';
import { type GivenFree, type Measured, rateMonth, usageName, type UsageTerms } from '../rates/rating.ts';

/**
 * What a month of a payer costs: pure over measured quantities, price lists and what is included, so that the same
 * quantities under the same list give the same cents however long ago they were measured.
 */

export interface StatementLine extends UsageKey {
  readonly businessId: BusinessId;
  readonly rateId: RateId;
  readonly quantity: number;
  readonly included: number;
  /** What the carrier takes, what the payer is charged, and what the payer charges its business. */
  readonly carrier: LedgerAmount;
  readonly price: LedgerAmount;
  readonly resale: LedgerAmount;
}
export interface Unrated extends UsageKey {
  readonly businessId: BusinessId;
  readonly quantity: number;
}
export interface Amounts {
  readonly carrier: LedgerAmount;
  readonly price: LedgerAmount;
  readonly resale: LedgerAmount;
}

/** Usage of one business. */
export type UsedBy = Measured & { readonly businessId: BusinessId };
export interface Prices {
  readonly currency: string;
  /** The platform's list. */
  readonly list: Rates;
  /** An agency's own, for its businesses; null: the payer is a business. */
  readonly resale: Rates | null;
  readonly terms: UsageTerms;
  /** What the payer's wallet let go as included. */
  readonly givenFree?: GivenFree;
}

/** Whether contacts beyond what a plan includes are charged. */
export const sellsContacts = ({ overage }: UsageTerms): boolean => typeof overage.contact === 'number';

/** One line a business, key and rate; what no rate covers is listed apart. */
export function statementOf(
  measured: readonly UsedBy[],
  { currency, list, resale, terms, givenFree }: Prices,
): { readonly lines: readonly StatementLine[]; readonly unrated: readonly Unrated[] } {
  const { lines, unrated } = rateMonth(
    // A plan that sells no more contacts does not charge for them, whatever was measured.
    measured.filter(({ channel }) => channel !== 'contact' || sellsContacts(terms)),
    ratesUnder(list, currency, terms.overage),
    terms,
    resalePrices(resale, currency),
    givenFree,
  );
  return {
    lines: lines.map(({ rate, businessId, ...line }) => ({
      ...line,
      businessId: businessId as BusinessId,
      rateId: rate.rateId,
    })),
    unrated: summedUp(unrated as readonly UsedBy[]),
  };
}

function summedUp(rows: readonly UsedBy[]): readonly Unrated[] {
  const all = new Map<string, Unrated>();
  for (const { businessId, channel, direction, country, carrierClass, quantity } of rows) {
    const key = { businessId, channel, direction, country, carrierClass };
    const name = `${businessId}/${usageKeyText(key)}`;
    all.set(name, { ...key, quantity: (all.get(name)?.quantity ?? 0) + quantity });
  }
  return [...all.values()];
}

/** What lines included, so that rating them again gives the same pieces for nothing. */
export function givenFreeIn(
  lines: readonly (UsageKey & { readonly businessId: string; readonly included: number })[],
): GivenFree {
  const all = new Map<string, number>();
  for (const line of lines) all.set(usageName(line), (all.get(usageName(line)) ?? 0) + line.included);
  return all;
}

export const totalOf = (lines: readonly Amounts[]): Amounts => ({
  carrier: add(...lines.map(({ carrier }) => carrier)),
  price: add(...lines.map(({ price }) => price)),
  resale: add(...lines.map(({ resale }) => resale)),
});

/** What of a month was not booked yet: the lines as they are now, less those that were. Amounts may be negative. */
export function differenceOf(
  now: readonly StatementLine[],
  booked: readonly StatementLine[],
): readonly StatementLine[] {
  const all = new Map<string, StatementLine>();
  const put = (line: StatementLine, sign: 1 | -1): void => {
    const name = `${line.businessId}/${usageKeyText(line)}/${line.rateId}`;
    const before = all.get(name);
    const signed = (units: LedgerAmount): LedgerAmount => (sign === 1 ? units : negative(units));
    all.set(name, {
      ...line,
      quantity: (before?.quantity ?? 0) + sign * line.quantity,
      included: (before?.included ?? 0) + sign * line.included,
      carrier: add(before?.carrier ?? zero, signed(line.carrier)),
      price: add(before?.price ?? zero, signed(line.price)),
      resale: add(before?.resale ?? zero, signed(line.resale)),
    });
  };
  for (const line of now) put(line, 1);
  for (const line of booked) put(line, -1);
  return [...all.values()].filter((line) =>
    [line.quantity, line.included, line.carrier, line.price, line.resale].some((value) => value !== 0),
  );
}
