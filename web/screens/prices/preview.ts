import type { PreviewedMonth, PreviewLine } from '../../../api/contract/statements.ts';
import type { UsageRate } from '../../../api/contract/rates.ts';
import { hasPlace, type ListOf, priceOn, type Use } from './model.ts';

type Amounts = PreviewLine['before'];
/** What the price of the list is about: what payers pay the platform, or businesses their agency. */
export const paidOf = ({ price, resale }: Amounts, of: ListOf): number => (of === 'agency' ? (resale ?? price) : price);

/** Of one currency: nothing is added up across currencies. */
export interface Sum {
  readonly currency: string;
  readonly before: number;
  readonly after: number;
  readonly marginBefore: number | null;
  readonly marginAfter: number | null;
}
export function sumsOf(payers: readonly PreviewedMonth[], of: ListOf): readonly Sum[] {
  const sums = new Map<string, Sum>();
  for (const { currency, before, after } of payers) {
    const known = sums.get(currency);
    sums.set(currency, {
      currency,
      before: (known?.before ?? 0) + paidOf(before, of),
      after: (known?.after ?? 0) + paidOf(after, of),
      marginBefore: before.margin === null ? null : (known?.marginBefore ?? 0) + before.margin,
      marginAfter: after.margin === null ? null : (known?.marginAfter ?? 0) + after.margin,
    });
  }
  return [...sums.values()];
}

/** One usage of all payers that are shown. */
export interface UseSum extends Use {
  readonly key: string;
  readonly currency: string;
  readonly country: string;
  readonly quantity: number;
  readonly before: number;
  readonly after: number;
  readonly unpricedBefore: number;
  readonly unpricedAfter: number;
}
export function sumsByUse(payers: readonly PreviewedMonth[], of: ListOf): readonly UseSum[] {
  const sums = new Map<string, UseSum>();
  for (const { currency, lines } of payers)
    for (const line of lines) {
      const { channel, direction, country, carrier_class } = line;
      const key = [channel, direction, country, carrier_class, currency].join('/');
      const known = sums.get(key);
      sums.set(key, {
        key,
        channel,
        direction,
        country,
        carrier_class,
        currency,
        quantity: (known?.quantity ?? 0) + line.quantity,
        before: (known?.before ?? 0) + paidOf(line.before, of),
        after: (known?.after ?? 0) + paidOf(line.after, of),
        unpricedBefore: (known?.unpricedBefore ?? 0) + line.unpriced_before,
        unpricedAfter: (known?.unpricedAfter ?? 0) + line.unpriced_after,
      });
    }
  return [...sums.values()].toSorted((one, other) => other.before - one.before || (one.key < other.key ? -1 : 1));
}

/**
 * What a price that is tried for a line stands for in the list: the same as the price that covers the line now, where no
 * other line is covered by it; otherwise exactly the line.
 */
export function targetOf(line: UseSum, lines: readonly UseSum[], rates: readonly UsageRate[], day: string): Use {
  const { channel, direction } = line;
  const rate = priceOn(rates, line, day);
  if (rate !== null && lines.filter((one) => priceOn(rates, one, day) === rate).length === 1)
    return { channel, direction, country: rate.country, carrier_class: rate.carrier_class };
  return {
    channel,
    direction,
    country: hasPlace(channel) ? line.country : null,
    carrier_class: hasPlace(channel) ? line.carrier_class : null,
  };
}
