import { add, type LedgerAmount, times, zero } from '../kernel/money.ts';
import type { PlanQuantity } from '../plans/fields.ts';
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

/** Of two that hold, the one that says more; of equals the one that began last. */
const closest = (one: Rate, other: Rate): number => detail(other) - detail(one) || (other.from > one.from ? 1 : -1);

/** Finds rates in a list, which is sorted once for each key. */
export function rater<R extends Rate>(rates: readonly R[]): (key: UsageKey, day: string) => R | null {
  const known = new Map<string, readonly R[]>();
  return (key, day) => {
    const name = usageKeyText(key);
    let candidates = known.get(name);
    if (candidates === undefined) {
      candidates = rates.filter((rate) => covers(rate, key)).sort(closest);
      known.set(name, candidates);
    }
    return candidates.find((rate) => holdsOn(rate, day)) ?? null;
  };
}

/**
 * The rate of a key on a day: of those that cover it the one that says most, of equals the one that began last. Null:
 * the list has none, and whoever asks must not take that for free.
 */
export const rateFor = <R extends Rate>(rates: readonly R[], key: UsageKey, day: string): R | null =>
  rater(rates)(key, day);

export interface Unpriced<M extends UsageKey> {
  readonly key: M;
  /** The first day that no price holds on. */
  readonly firstDay: string;
  readonly quantity: number;
  /** The most payers that it has on one day. */
  readonly payers: number;
}
/** What no rate covers, of what payers used on days, by key and currency. */
export function unpricedOf<
  M extends UsageKey & {
    readonly currency: string;
    readonly day: string;
    readonly quantity: number;
    readonly payers: number;
  },
>(used: readonly M[], rates: readonly (Rate & { readonly currency: string })[]): readonly Unpriced<M>[] {
  const raters = new Map<string, ReturnType<typeof rater>>();
  const found = new Map<string, Unpriced<M>>();
  for (const one of used) {
    const { currency, day, quantity, payers } = one;
    const rateOf = raters.get(currency) ?? rater(rates.filter((rate) => rate.currency === currency));
    raters.set(currency, rateOf);
    if (rateOf(one, day) !== null) continue;
    const name = `${usageKeyText(one)}/${currency}`;
    const before = found.get(name);
    found.set(name, {
      key: one,
      firstDay: before !== undefined && before.firstDay < day ? before.firstDay : day,
      quantity: (before?.quantity ?? 0) + quantity,
      payers: Math.max(before?.payers ?? 0, payers),
    });
  }
  return [...found.values()].sort((one, other) => other.quantity - one.quantity);
}

/** A quantity of one key on one day (of the tenant's zone). `businessId`: who used it, where a payer has many. */
export interface Measured extends UsageKey {
  readonly businessId?: string;
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

type Quantities = Readonly<Record<PlanQuantity, number | null>>;
const ofPlan = { sms: 'messages', mms: 'mms', email: 'emails', number: 'numbers', voice: 'minutes' } as const;
const byChannel = <T>(of: (quantity: PlanQuantity) => T): Readonly<Record<keyof typeof ofPlan, T>> => ({
  sms: of(ofPlan.sms),
  mms: of(ofPlan.mms),
  email: of(ofPlan.email),
  voice: of(ofPlan.voice),
  number: of(ofPlan.number),
});
/**
 * What a plan's version, or an allowance, says of usage. `included` null: nothing is. Contacts count only where the plan
 * sells more of them: otherwise what it includes is a limit.
 */
export function usageTermsOf(included: Quantities | null, overage: Quantities): UsageTerms {
  const sellsContacts = typeof included?.contacts === 'number' && overage.contacts !== null;
  return {
    included: {
      ...(included === null ? {} : byChannel((quantity) => included[quantity])),
      ...(sellsContacts ? { contact: included.contacts } : {}),
    },
    overage: {
      ...byChannel((quantity) => overage[quantity] as LedgerAmount | null),
      ...(sellsContacts ? { contact: overage.contacts as LedgerAmount } : {}),
    },
  };
}

/** Plans include texts and emails that are sent. What comes in is charged by its rate. */
export const isIncludable = ({ channel, direction }: Pick<UsageKey, 'channel' | 'direction'>): boolean =>
  direction === 'out' || channel === 'voice';

/** What one piece costs beyond what is included. */
export const priceBeyond = (rate: Rate, key: UsageKey, overage: Overage): LedgerAmount =>
  (isIncludable(key) ? overage[key.channel] : null) ?? rate.price;

const noTerms: UsageTerms = { included: {}, overage: {} };

export interface RatedLine<R extends Rate = Rate> extends UsageKey {
  readonly businessId?: string;
  readonly rate: R;
  readonly quantity: number;
  /** Of it, what was included and costs the payer nothing. The carrier takes its part of all. */
  readonly included: number;
  readonly carrier: LedgerAmount;
  readonly price: LedgerAmount;
  /** What who used it pays the payer: the same, unless the payer has prices of its own. */
  readonly resale: LedgerAmount;
}

export interface Rated<R extends Rate = Rate> {
  readonly lines: readonly RatedLine<R>[];
  /** What no rate covers: it is not free, a person has to complete the list. */
  readonly unrated: readonly Measured[];
  readonly carrier: LedgerAmount;
  readonly price: LedgerAmount;
}

/** Whose usage of what, as text. */
export const usageName = (one: UsageKey & { readonly businessId?: string }): string =>
  one.businessId === undefined ? usageKeyText(one) : `${usageKeyText(one)}/${one.businessId}`;

/** Pieces that were given for nothing when they were sent, by `usageName`. */
export type GivenFree = ReadonlyMap<string, number>;

/**
 * Rates a month: what is included is used up first, day by day and within a day by key, then each piece costs its rate of
 * its day. The order in which quantities were measured, and how they are cut into rows, doesn't matter. Businesses of
 * one payer share what is included. `resaleOf`: what a piece of it costs who used it; null: what it costs the payer.
 * `givenFree`: what a wallet has let go as included stays so, whatever the plan is now; it comes before all others.
 */
export function rateMonth<R extends Rate>(
  measured: readonly Measured[],
  rates: readonly R[],
  { included, overage }: UsageTerms = noTerms,
  resaleOf: (one: Measured) => LedgerAmount | null = () => null,
  givenFree: GivenFree = new Map(),
): Rated<R> {
  const unrated: Measured[] = [];
  const lines = new Map<string, RatedLine<R>>();
  const rateOf = rater(rates);
  const numbers = new Map(rates.map((rate, index) => [rate, index]));
  const rows = summed(measured);
  const { given, left } = sharesOf(rows, included, givenFree, (one) => rateOf(one, one.day) !== null);
  for (const one of rows) {
    const rate = rateOf(one, one.day);
    if (rate === null) {
      unrated.push(one);
      continue;
    }
    const sooner = Math.min(given.get(usageName(one)) ?? 0, one.quantity);
    if (sooner > 0) given.set(usageName(one), given.get(usageName(one))! - sooner);
    const rest = isIncludable(one) ? left.get(one.channel) : undefined;
    const free = rest === null ? one.quantity : sooner + Math.min(rest ?? 0, one.quantity - sooner);
    if (typeof rest === 'number') left.set(one.channel, rest - (free - sooner));
    const name = `${usageName(one)}@${numbers.get(rate)}`;
    const before = lines.get(name);
    const charged = times(priceBeyond(rate, one, overage), one.quantity - free);
    const own = resaleOf(one);
    const { day: _, quantity, ...key } = one;
    lines.set(name, {
      ...key,
      rate,
      quantity: (before?.quantity ?? 0) + quantity,
      included: (before?.included ?? 0) + free,
      carrier: add(before?.carrier ?? zero, times(rate.carrier, quantity)),
      price: add(before?.price ?? zero, charged),
      resale: add(before?.resale ?? zero, own === null ? charged : times(own, quantity)),
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

/** Of what was given for nothing what was used, by name, and what of the month is left for all others, by channel. */
function sharesOf(
  rows: readonly Measured[],
  included: Included,
  givenFree: GivenFree,
  isPriced: (one: Measured) => boolean,
) {
  const left = new Map(Object.entries(included));
  const given = new Map<string, number>();
  if (givenFree.size === 0) return { given, left };
  for (const one of rows) {
    const name = usageName(one);
    const taken = given.get(name) ?? 0;
    const more = isPriced(one) ? Math.min((givenFree.get(name) ?? 0) - taken, one.quantity) : 0;
    if (more <= 0) continue;
    given.set(name, taken + more);
    const rest = left.get(one.channel);
    if (typeof rest === 'number') left.set(one.channel, Math.max(0, rest - more));
  }
  return { given, left };
}

/** One row per day and key, in one order. */
function summed(measured: readonly Measured[]): readonly Measured[] {
  const rows = new Map<string, Measured>();
  for (const one of measured) {
    const name = `${one.day}/${usageName(one)}`;
    rows.set(name, { ...one, quantity: (rows.get(name)?.quantity ?? 0) + one.quantity });
  }
  return [...rows]
    .filter(([, { quantity }]) => quantity > 0)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, row]) => row);
}
