import type { PlanTerms } from '../plans/fields.ts';

/** For how long the costs of a change are what was shown. */
export const quoteHoldsMs = 3_600_000;

const perYear = ({ amount, interval }: PlanTerms): number => (interval === 'year' ? amount : amount * 12);

/**
 * What a change to other terms is. `upgrade`: it is charged and takes effect now, with the unused time given back.
 * `downgrade`: it takes effect at the renewal. `after-end`: the provider can't turn a paid year into months.
 */
export function changeKind(from: PlanTerms, to: PlanTerms): 'upgrade' | 'downgrade' | 'after-end' | 'other-currency' {
  if (from.currency !== to.currency) return 'other-currency';
  if (from.interval === 'year' && to.interval === 'month') return 'after-end';
  if (from.interval === 'month' && to.interval === 'year') return 'upgrade';
  return perYear(to) >= perYear(from) ? 'upgrade' : 'downgrade';
}

/** The end of a period that begins then: the same day of the month, or its last where it has no such day. */
export function afterPeriod(start: Date, interval: PlanTerms['interval']): Date {
  const end = new Date(start);
  end.setUTCDate(1);
  end.setUTCMonth(end.getUTCMonth() + (interval === 'year' ? 12 : 1));
  const last = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate();
  end.setUTCDate(Math.min(start.getUTCDate(), last));
  return end;
}

/** What a discount leaves of an amount, in the currency's smallest unit. */
export function discounted(
  amount: number,
  discount: { readonly percentOff: number | null; readonly off: { readonly amount: number } | null } | null,
): number {
  if (discount === null) return amount;
  const off =
    discount.percentOff === null ? (discount.off?.amount ?? 0) : Math.round((amount * discount.percentOff) / 100);
  return Math.max(0, amount - off);
}
