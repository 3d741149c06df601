const whole = new Intl.NumberFormat('en-US');
const compactFormat = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 });

/** `12,480`; N/A for null. */
export const count = (value: number | null): string => (value === null ? 'N/A' : whole.format(value));
/** `12.5K`, for places without room. */
export const compact = (value: number): string =>
  Math.abs(value) < 10_000 ? whole.format(value) : compactFormat.format(value);

/** `$12.50`: two decimals always, N/A for null. `currency` is an ISO 4217 code. */
export const money = (value: number | null, currency: string): string =>
  value === null ? 'N/A' : (
    new Intl.NumberFormat('en-US', {
      style: 'currency',
      currency,
      currencyDisplay: 'narrowSymbol',
      minimumFractionDigits: 2,
      maximumFractionDigits: 2,
    }).format(value)
  );

/** `96.4%` of a share between 0 and 1; N/A for null. */
export const percent = (share: number | null): string =>
  share === null ? 'N/A' : `${(share * 100).toFixed(share > 0 && share < 0.1 ? 1 : 0)}%`;

/** `+1.2`, `−0.4`: points of a share, times a hundred. */
export const signed = (value: number): string =>
  `${
    value > 0 ? '+'
    : value < 0 ? '−'
    : '±'
  }${Math.abs(value).toFixed(1)}`;

export type Change =
  | { readonly kind: 'none' }
  | { readonly kind: 'new' }
  | { readonly kind: 'same' }
  | { readonly kind: 'up' | 'down'; readonly percent: number };

/** How a sum compares with the period before: nothing then and now, new, the same, or up or down by so many per cent (at least 1). */
export function change(now: number, before: number): Change {
  if (before === 0) return now === 0 ? { kind: 'none' } : { kind: 'new' };
  if (now === before) return { kind: 'same' };
  return {
    kind: now > before ? 'up' : 'down',
    percent: Math.max(1, Math.round((Math.abs(now - before) / before) * 100)),
  };
}

/** The plan's use: `ok`, `warning` from 90 %, `full` from 100 %; `unlimited` without a limit (specification, section 4). */
export function usageLevel(used: number, limit: number | null): 'unlimited' | 'ok' | 'warning' | 'full' {
  if (limit === null) return 'unlimited';
  if (used >= limit) return 'full';
  return used >= limit * 0.9 ? 'warning' : 'ok';
}
