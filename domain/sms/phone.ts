import { type CountryCode, Metadata, parsePhoneNumberFromString } from 'libphonenumber-js';
import { DomainError } from '../kernel/errors.ts';
import { E164 } from './values.ts';

export type Country = CountryCode;

/**
 * A number as people type it, as E.164. Without a leading plus it is read as a number of `country`.
 * Throws `validation_failed` on the given field when it can't be one.
 */
export function parsePhone(text: string, country: Country, field = 'phone'): E164 {
  const number = readPhone(text, country);
  if (number === null) {
    const message = `“${shortened(text)}” is not a valid phone number. Write it with its country code, for example +1 415 555 0100.`;
    throw new DomainError('validation_failed', message, { [field]: [message] });
  }
  return number;
}

/** A number as people type it, as E.164; null: it can't be one. Without a leading plus it is read as one of `country`. */
export function readPhone(text: string, country: Country): E164 | null {
  const american = plainAmerican.exec(text);
  if (american !== null && (text.startsWith('+') || country === 'US' || country === 'CA')) {
    const [, enclosed, area = enclosed, exchange, line] = american;
    const national = `${area}${exchange}${line}`;
    if ((usFixedLine ??= fixedLineOf('US')).test(national)) return `+1${national}` as E164;
  }
  const parsed = parsePhoneNumberFromString(text, { defaultCountry: country, extract: false });
  return parsed !== undefined && parsed.isPossible() && parsed.isValid() && E164.safeParse(parsed.number).success ?
      (parsed.number as unknown as E164)
    : null;
}

/**
 * Most of what a list has, a tenth of the time: the library builds each pattern of each country of +1 anew for every
 * number. The United States are the first country of +1, so whom their own pattern fits is theirs; all else it is asked.
 */
const plainAmerican = /^(?:\+?1[ .-]?)?(?:\((\d{3})\) ?|(\d{3})[ .-]?)(\d{3})[ .-]?(\d{4})$/;
let usFixedLine: RegExp | null = null;
function fixedLineOf(country: Country): RegExp {
  const metadata = new Metadata();
  metadata.selectNumberingPlan(country);
  const plan = metadata.numberingPlan as unknown as { type(name: string): { pattern(): string } };
  return new RegExp(`^(?:${plan.type('FIXED_LINE').pattern()})$`);
}

/** A number from a carrier: E.164, or null for short codes and sender names. */
export function carrierNumber(text: string): E164 | null {
  const number = E164.safeParse(text.trim());
  return number.success ? number.data : null;
}

/** The country a number belongs to; for +1 numbers whose area code says nothing (toll-free) it is `US`. */
export function countryOf(number: E164): Country | null {
  const parsed = parsePhoneNumberFromString(number);
  return parsed?.country ?? (number.startsWith('+1') ? 'US' : null);
}

/** The country that numbers without a country code are read in: that of the business's own number, else that of its currency. */
export function defaultCountry(business: { readonly number: E164 | null; readonly currency: string }): Country {
  const own = business.number === null ? null : countryOf(business.number);
  if (own !== null) return own;
  switch (business.currency) {
    case 'GBP':
      return 'GB';
    case 'ZAR':
      return 'ZA';
    case 'EUR':
      return 'IE';
    default:
      return 'US';
  }
}

/** How a number is shown: `(415) 555-0100` for the US and Canada, otherwise `+44 20 7946 0018` (specification, section 9). */
export function formatPhone(number: string): string {
  const parsed = parsePhoneNumberFromString(number);
  if (parsed === undefined) return number;
  return (
      parsed.countryCallingCode === '1' &&
        (parsed.country === undefined || parsed.country === 'US' || parsed.country === 'CA')
    ) ?
      parsed.formatNational()
    : parsed.formatInternational();
}

const shortened = (text: string): string => (text.length > 40 ? `${text.slice(0, 40)}…` : text);
