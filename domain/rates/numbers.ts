import { countryOfAreaCode } from '../sms/area-codes.ts';
import { countryOf } from '../sms/phone.ts';
import type { E164 } from '../sms/values.ts';
import { noCountry, type UsageKey } from './measures.ts';

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
