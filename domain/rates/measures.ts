import { z } from 'zod';

/**
 * What usage is measured and priced by. A quantity is a whole number of: segments (`sms`), messages (`mms`), emails
 * (`email`), started minutes (`voice`), numbers held in a month (`number`).
 */
export const channels = ['sms', 'mms', 'email', 'voice', 'number'] as const;
export const directions = ['out', 'in'] as const;
/** The kind of number that it went through: carriers charge each another fee. `other`: none, as with emails. */
export const carrierClasses = ['local', 'toll-free', 'short-code', 'other'] as const;

export const usageKey = {
  channel: z.enum(channels),
  direction: z.enum(directions),
  /** ISO 3166-1 alpha-2 of the other side; ZZ where no country counts, as with emails. */
  country: z.string().regex(/^[A-Z]{2}$/, 'Use a country code such as US.'),
  carrierClass: z.enum(carrierClasses),
} as const;
export type UsageKey = { readonly [Name in keyof typeof usageKey]: z.output<(typeof usageKey)[Name]> };

/** The same text for the same key. */
export const usageKeyText = ({ channel, direction, country, carrierClass }: UsageKey): string =>
  `${channel}/${direction}/${country}/${carrierClass}`;

export const quantity = z.int().min(0);
