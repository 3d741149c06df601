/** What two versions brought, and what can honestly be said of it. Pure numbers, no clock. */

/** So many of so many. `successes` beyond `trials` count as all of them. */
export interface Share {
  readonly successes: number;
  readonly trials: number;
}
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** Of the standard normal distribution, for 95 of 100 (two-sided). */
const z95 = 1.959963984540054;
/** For a power of 80 of 100 (one-sided). */
const z80 = 0.8416212335729143;

const shareOf = ({ successes, trials }: Share): number => (trials === 0 ? 0 : Math.min(successes, trials) / trials);

/**
 * Wilson's score interval of a proportion, 95 %, without continuity correction (Wilson 1927; Newcombe 1998, Statistics in
 * Medicine 17:857, method 3). Without trials anything is possible.
 */
export function wilson(share: Share): Interval {
  const n = share.trials;
  if (n === 0) return { low: 0, high: 1 };
  const p = shareOf(share);
  const z2 = z95 ** 2;
  const middle = 2 * n * p + z2;
  const reach = z95 * Math.sqrt(z2 + 4 * n * p * (1 - p));
  const wide = 2 * (n + z2);
  return { low: Math.max(0, (middle - reach) / wide), high: Math.min(1, (middle + reach) / wide) };
}

/**
 * Newcombe's interval of the difference `one` − `other` of two independent proportions, 95 % (Newcombe 1998, Statistics in
 * Medicine 17:873, method 10): made of the two Wilson intervals, good for small numbers and for none at all.
 */
export function newcombe(one: Share, other: Share): Interval & { readonly difference: number } {
  const [p1, p2] = [shareOf(one), shareOf(other)];
  const [w1, w2] = [wilson(one), wilson(other)];
  const difference = p1 - p2;
  return {
    difference,
    low: difference - Math.hypot(p1 - w1.low, w2.high - p2),
    high: difference + Math.hypot(w1.high - p1, p2 - w2.low),
  };
}

/**
 * How many of each are needed to find a difference between two proportions with a power of 80 % at a level of 5 %,
 * two-sided (Fleiss, Levin, Paik: Statistical Methods for Rates and Proportions, 3rd ed., formula 4.14, equal groups,
 * without continuity correction).
 */
export function sampleSize(p1: number, p2: number): number {
  if (p1 === p2) return Number.POSITIVE_INFINITY;
  const middle = (p1 + p2) / 2;
  const root = z95 * Math.sqrt(2 * middle * (1 - middle)) + z80 * Math.sqrt(p1 * (1 - p1) + p2 * (1 - p2));
  return Math.ceil(root ** 2 / (p1 - p2) ** 2);
}

/**
 * The smallest change that a test is planned for: half as much again as what the first version brings. A fifth would
 * take a small business years.
 */
export const plannedChange = 0.5;
/** What a page is taken to bring before anything is known of it. */
const usual = 0.1;
/** No smaller test says anything: a handful of entries is chance. */
const fewest = 100;

export interface Comparison {
  /** Of each version: its share and where it may really be. */
  readonly shares: readonly [ShareWithInterval, ShareWithInterval];
  /** What the second brings more (or less, below zero) than the first. */
  readonly difference: Interval & { readonly value: number };
  /** Visitors that each version needs before anything is said; planned for `plannedChange`. */
  readonly needed: number;
  /**
   * `early`: not enough visitors yet, whatever it looks like. `none`: enough, and no difference of that size to be
   * seen. `first`, `second`: that one is better, by more than chance.
   */
  readonly verdict: 'early' | 'none' | 'first' | 'second';
}
type ShareWithInterval = Share & Interval & { readonly share: number };

/**
 * Two versions side by side. Nobody wins before both have had the visitors that were planned for: who looks every day
 * and stops at the first good number is right by chance far more often than one time in twenty.
 */
export function compare(first: Share, second: Share): Comparison {
  const [one, two] = [first, second].map((share) => ({ ...share, ...wilson(share), share: shareOf(share) })) as [
    ShareWithInterval,
    ShareWithInterval,
  ];
  const base = clamp(first.trials < fewest ? usual : one.share, 0.005, 0.8);
  const needed = Math.max(fewest, sampleSize(base, base * (1 + plannedChange)));
  const { difference, low, high } = newcombe(second, first);
  const enough = Math.min(first.trials, second.trials) >= needed;
  const verdict =
    !enough ? 'early'
    : low > 0 ? 'second'
    : high < 0 ? 'first'
    : 'none';
  return { shares: [one, two], difference: { value: difference, low, high }, needed, verdict };
}

const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));
