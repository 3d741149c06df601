import { add, type LedgerAmount, times, zero } from '../kernel/money.ts';
import type { PlanTerms } from '../plans/fields.ts';
import { type UsageKey, usageKeyText } from './measures.ts';

/**
 * What usage costs: a pure function over measured quantities and a price list that says when it holds. The same
 * quantities under the same list give the same amounts to the unit, however long ago they were measured.
 */

/** What one piece costs from one day to another. Null matches every country, or every class of number. */
export interface Rate {
  readonly channel: UsageKey['channel'];
  readonly direction: UsageKey['direction'];
  readonly country: string | null;
  readonly carrierClass: UsageKey['carrierClass'] | null;
  /** Days, `2026-11-01`: the first that it holds on, and the first that it doesn't any more; null: until further notice. */
  readonly from: string;
  readonly until: string | null;
  /** Per piece, in ledger units: what the carrier takes, and what the payer is charged. */
  readonly carrier: LedgerAmount;
  readonly price: LedgerAmount;
}

const holdsOn = (rate: Rate, day: string): boolean => rate.from <= day && (rate.until === null || day < rate.until);
const covers = (rate: Rate, key: UsageKey): boolean =>
  rate.channel === key.channel &&
  rate.direction === key.direction &&
  (rate.country === null || rate.country === key.country) &&
  (rate.carrierClass === null || rate.carrierClass === key.carrierClass);
/** A country says more than a class of number. */
const detail = ({ country, carrierClass }: Rate): number =>
  (country === null ? 0 : 2) + (carrierClass === null ? 0 : 1);

/**
 * The rate of a key on a day: of those that cover it the one that says most, of equals the one that began last. Null:
 * the list has none, and whoever asks must not take that for free.
 */
export function rateFor(rates: readonly Rate[], key: UsageKey, day: string): Rate | null {
  return rates
    .filter((rate) => holdsOn(rate, day) && covers(rate, key))
    .reduce<Rate | null>(
      (best, rate) =>
        best === null || detail(rate) > detail(best) || (detail(rate) === detail(best) && rate.from > best.from) ?
          rate
        : best,
      null,
    );
}

/** A quantity of one key on one day (of the tenant's zone). */
export interface Measured extends UsageKey {
  readonly day: string;
  readonly quantity: number;
}

/** What a plan or an agency's allowance includes in a month, by channel; what is missing includes nothing, null everything. */
export type Included = Readonly<Partial<Record<UsageKey['channel'], number | null>>>;

/** What one more costs beyond what is included, by channel; what is missing or null costs its rate. */
export type Overage = Readonly<Partial<Record<UsageKey['channel'], LedgerAmount | null>>>;

export interface UsageTerms {
  readonly included: Included;
  readonly overage: Overage;
}

/** What a plan's version says of usage. */
export const usageTermsOf = (terms: PlanTerms): UsageTerms => ({
  included: { sms: terms.messages, mms: terms.mms, email: terms.emails, number: terms.numbers, voice: terms.minutes },
  overage: {
    sms: terms.overageMessages as LedgerAmount | null,
    mms: terms.overageMms as LedgerAmount | null,
    email: terms.overageEmails as LedgerAmount | null,
    number: terms.overageNumbers as LedgerAmount | null,
    voice: terms.overageMinutes as LedgerAmount | null,
  },
});

/** Plans include texts and emails that are sent. What comes in is charged by its rate. */
export const isIncludable = ({ channel, direction }: Pick<UsageKey, 'channel' | 'direction'>): boolean =>
  direction === 'out' || channel === 'voice';

/** What one piece costs beyond what is included. */
export const priceBeyond = (rate: Rate, key: UsageKey, overage: Overage): LedgerAmount =>
  (isIncludable(key) ? overage[key.channel] : null) ?? rate.price;

export interface RatedLine extends UsageKey {
  readonly rate: Rate;
  readonly quantity: number;
  /** Of it, what was included and costs the payer nothing. The carrier takes its part of all. */
  readonly included: number;
  readonly carrier: LedgerAmount;
  readonly price: LedgerAmount;
}

export interface Rated {
  readonly lines: readonly RatedLine[];
  /** What no rate covers: it is not free, a person has to complete the list. */
  readonly unrated: readonly Measured[];
  readonly carrier: LedgerAmount;
  readonly price: LedgerAmount;
}

const noTerms: UsageTerms = { included: {}, overage: {} };

const inOrder = (a: Measured, b: Measured): number =>
  a.day === b.day ?
    usageKeyText(a) < usageKeyText(b) ?
      -1
    : 1
  : a.day < b.day ? -1
  : 1;

/**
 * Rates a month: what is included is used up first, day by day and within a day by key, then each piece costs its rate of
 * its day. The order in which quantities were measured, and how they are cut into rows, doesn't matter.
 */
export function rateMonth(
  measured: readonly Measured[],
  rates: readonly Rate[],
  { included, overage }: UsageTerms = noTerms,
): Rated {
  const left = new Map(Object.entries(included));
  const unrated: Measured[] = [];
  const lines = new Map<string, RatedLine>();
  for (const one of summed(measured)) {
    const rate = rateFor(rates, one, one.day);
    if (rate === null) {
      unrated.push(one);
      continue;
    }
    const rest = isIncludable(one) ? left.get(one.channel) : 0;
    const free = rest === null ? one.quantity : Math.min(rest ?? 0, one.quantity);
    if (typeof rest === 'number') left.set(one.channel, left.get(one.channel)! - free);
    const name = `${usageKeyText(one)}@${rates.indexOf(rate)}`;
    const before = lines.get(name);
    const { channel, direction, country, carrierClass } = one;
    lines.set(name, {
      channel,
      direction,
      country,
      carrierClass,
      rate,
      quantity: (before?.quantity ?? 0) + one.quantity,
      included: (before?.included ?? 0) + free,
      carrier: add(before?.carrier ?? zero, times(rate.carrier, one.quantity)),
      price: add(before?.price ?? zero, times(priceBeyond(rate, one, overage), one.quantity - free)),
    });
  }
  const rated = [...lines.values()];
  return {
    lines: rated,
    unrated,
    carrier: add(...rated.map((line) => line.carrier)),
    price: add(...rated.map((line) => line.price)),
  };
}

/** One row per day and key, in one order. */
function summed(measured: readonly Measured[]): readonly Measured[] {
  const rows = new Map<string, Measured>();
  for (const one of measured) {
    const name = `${one.day}/${usageKeyText(one)}`;
    rows.set(name, { ...one, quantity: (rows.get(name)?.quantity ?? 0) + one.quantity });
  }
  return [...rows.values()].filter(({ quantity }) => quantity > 0).sort(inOrder);
}
