import type { A2pBrandKind, SingleFee } from './fields.ts';

/** What carriers take for a registration, in US cents, from a day on. Sources: Twilio 1260803965530; The Campaign Registry, August 2025. */
interface Fee {
  readonly what: FeeName;
  readonly cents: number;
  readonly from: string;
}
/** Part of the A2P subscription. */
type MonthlyFee = 'campaign-month' | 'campaign-month-low-volume' | 'campaign-month-sole-proprietor';
export type FeeName = SingleFee | MonthlyFee;

const fees: readonly Fee[] = [
  { what: 'brand-low-volume', cents: 450, from: '2025-08-01' },
  { what: 'brand-standard', cents: 4600, from: '2025-08-01' },
  { what: 'brand-sole-proprietor', cents: 450, from: '2025-08-01' },
  { what: 'campaign-vetting', cents: 1500, from: '2023-01-26' },
  { what: 'campaign-month', cents: 1000, from: '2021-06-01' },
  { what: 'campaign-month-low-volume', cents: 150, from: '2023-03-01' },
  { what: 'campaign-month-sole-proprietor', cents: 200, from: '2023-03-01' },
];
export const brandFee = (kind: A2pBrandKind): SingleFee => `brand-${kind}`;

/** In US cents on a day (`2026-11-27`); null: none was set by then. */
export const feeOn = (what: FeeName, day: string): number | null =>
  fees
    .filter((fee) => fee.what === what && fee.from <= day)
    .toSorted((one, other) => (one.from < other.from ? 1 : -1))[0]?.cents ?? null;

/** How long each part usually takes, in days. */
export const expectedDays = {
  brand: { from: 1, to: 7 },
  campaign: { from: 10, to: 15 },
  numbers: { from: 1, to: 3 },
} as const;
