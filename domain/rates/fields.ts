import { z } from 'zod';
import { Currency } from '../kernel/money.ts';
import { highestOverage } from '../plans/fields.ts';

/**
 * What usage is measured and priced by. A quantity is a whole number of: segments (`sms`), messages (`mms`), emails
 * (`email`), started minutes (`voice`), numbers held in a month (`number`), contacts at the end of a month's highest day
 * (`contact`), which a plan prices and no list.
 */
export const channels = ['sms', 'mms', 'email', 'voice', 'number', 'contact'] as const;
export const listedChannels = channels.filter((channel) => channel !== 'contact');
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

/** So many prices a list may hold, those that have ended included. */
export const maxRates = 5000;

export const storedDay = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);
const storedUnits = z.number().int().min(0);

/**
 * What events say of a price. Null matches every country, or every class of number. `from`: the first day that it
 * holds on, in the zone of who uses it. `carrier` and `price`: per piece, in 1/10,000 of the currency's smallest unit.
 */
export const storedRate = {
  channel: usageKey.channel,
  direction: usageKey.direction,
  country: usageKey.country.nullable(),
  carrierClass: usageKey.carrierClass.nullable(),
  currency: z.string().regex(/^[A-Z]{3}$/),
  from: storedDay,
  carrier: storedUnits,
  price: storedUnits,
} as const;

const units = z
  .number('The price is a number.')
  .int('The price has too many digits after the point.')
  .min(0, 'The price can’t be negative.')
  .max(highestOverage, 'This price is too high.')
  .brand('LedgerAmount');
export const dayField = z.iso.date('Enter a date like 2026-11-01.');

/** What people may enter. */
export const rateFields = {
  channel: z.enum(listedChannels) as z.ZodType<UsageKey['channel'], UsageKey['channel']>,
  direction: usageKey.direction,
  country: usageKey.country.nullable(),
  carrierClass: usageKey.carrierClass.nullable(),
  currency: Currency,
  from: dayField,
  carrier: units,
  price: units,
} as const;
