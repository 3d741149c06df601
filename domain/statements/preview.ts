import { add, zero } from '../kernel/money.ts';
import { usageKeyText, type UsageKey } from '../rates/measures.ts';
import type { Amounts, StatementLine, Unrated } from './statement.ts';

/** A month under one price list. */
export interface Rated {
  readonly lines: readonly StatementLine[];
  readonly unrated: readonly Unrated[];
}
/** What one usage came to, and what it would come to. `unrated…`: how much of it has no price. */
export interface Compared {
  readonly quantity: number;
  readonly before: Amounts;
  readonly after: Amounts;
  readonly unratedBefore: number;
  readonly unratedAfter: number;
}

const nothing: Compared = {
  quantity: 0,
  before: { carrier: zero, price: zero, resale: zero },
  after: { carrier: zero, price: zero, resale: zero },
  unratedBefore: 0,
  unratedAfter: 0,
};
const plus = (one: Amounts, other: Amounts): Amounts => ({
  carrier: add(one.carrier, other.carrier),
  price: add(one.price, other.price),
  resale: add(one.resale, other.resale),
});
const sum = (one: Compared, other: Compared): Compared => ({
  quantity: one.quantity + other.quantity,
  before: plus(one.before, other.before),
  after: plus(one.after, other.after),
  unratedBefore: one.unratedBefore + other.unratedBefore,
  unratedAfter: one.unratedAfter + other.unratedAfter,
});

/** The same quantities under two lists, grouped by what `of` says of them. */
export function compareBy<G>(
  before: Rated,
  after: Rated,
  of: (one: UsageKey & { readonly businessId: string }) => { readonly name: string; readonly group: G },
): readonly (Compared & { readonly group: G })[] {
  const rows = new Map<string, Compared & { readonly group: G }>();
  const put = (one: UsageKey & { readonly businessId: string }, change: Partial<Compared>): void => {
    const { name, group } = of(one);
    rows.set(name, { ...sum(rows.get(name) ?? nothing, { ...nothing, ...change }), group });
  };
  for (const line of before.lines) put(line, { quantity: line.quantity, before: line });
  for (const line of before.unrated) put(line, { quantity: line.quantity, unratedBefore: line.quantity });
  // The quantities are the same, so they are counted once.
  for (const line of after.lines) put(line, { after: line });
  for (const line of after.unrated) put(line, { unratedAfter: line.quantity });
  return [...rows.values()];
}

/** By what was used. */
export const compareByUse = (before: Rated, after: Rated) =>
  compareBy(before, after, ({ channel, direction, country, carrierClass }) => {
    const group = { channel, direction, country, carrierClass };
    return { name: usageKeyText(group), group };
  });
/** By who used it. */
export const compareByBusiness = (before: Rated, after: Rated) =>
  compareBy(before, after, ({ businessId }) => ({ name: businessId, group: { businessId } }));

export const totalsOf = (rows: readonly Compared[]): Compared => rows.reduce(sum, nothing);
