import { z } from 'zod';
import { countryOfAreaCode } from '../sms/area-codes.ts';
import { countryOf } from '../sms/phone.ts';
import type { E164 } from '../sms/values.ts';

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

/** Where no country counts. */
export const noCountry = 'ZZ';

/** The country that usage of a number is priced by; `ZZ`: it says none, as a short code. */
export function countryOfNumber(number: string): string {
  // A broadcast asks this twice a recipient: an area code is looked up, and the library is slow.
  const ofAreaCode = number.startsWith('+1') ? countryOfAreaCode(number.slice(2, 5)) : null;
  return ofAreaCode ?? countryOf(number as E164) ?? noCountry;
}

/** The country of the other side where it is not that of our own number, as events of messages say it. */
export function otherCountry(own: string, other: string): { readonly country?: string } {
  const country = countryOfNumber(other);
  return country === countryOfNumber(own) ? {} : { country };
}

const tollFree = /^\+18(?:00|33|44|55|66|77|88)\d{7}$/;
export const carrierClassOf = (own: string): UsageKey['carrierClass'] =>
  !own.startsWith('+') ? 'short-code'
  : tollFree.test(own) ? 'toll-free'
  : 'local';
