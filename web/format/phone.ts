import { parsePhoneNumberFromString } from 'libphonenumber-js/min';

/** National format for US and CA, else international: `(415) 555-0100`, `+44 20 7946 0958`. Short codes and what cannot be parsed stay as they are; N/A for null. */
export function phone(number: string | null): string {
  if (number === null) return 'N/A';
  const parsed = parsePhoneNumberFromString(number);
  if (!parsed) return number;
  // Numbers that no country's plan knows (555 ranges of tests among them) still follow the North American shape when they start with +1.
  const northAmerican =
    parsed.country === 'US' ||
    parsed.country === 'CA' ||
    (parsed.countryCallingCode === '1' && parsed.country === undefined);
  return northAmerican ? parsed.formatNational() : parsed.formatInternational();
}

/** A number typed by a person as E.164, null when it is none yet. Without a country code it is taken as North American. */
export function dialable(text: string): string | null {
  const parsed = parsePhoneNumberFromString(text, 'US');
  return parsed?.isPossible() && /^[\d\s()+.-]+$/.test(text.trim()) ? parsed.number : null;
}
