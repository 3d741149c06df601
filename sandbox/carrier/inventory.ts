import { badRequest } from './errors.ts';
import { places, tollFreeCodes, type Place } from './geography.ts';
import { availableResource } from './resources.ts';
import type { CarrierState } from './state.ts';

/**
 * The numbers the carrier could sell: in every area code the hundred that are set aside for fiction, 555-0100 to 555-0199
 * (https://www.nanpa.com/numbering/555-line-numbers), so that nobody is ever texted by mistake.
 */
const lines = Array.from({ length: 100 }, (_, i) => `5550${100 + i}`);

const keypad: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({ 2: 'ABC', 3: 'DEF', 4: 'GHI', 5: 'JKL', 6: 'MNO', 7: 'PQRS', 8: 'TUV', 9: 'WXYZ' }).flatMap(
    ([digit, letters]) => [...letters].map((letter) => [letter, digit]),
  ),
);

/** `Contains`: digits, letters as on a keypad, and `*` for any one digit. Without a leading plus it may match anywhere. */
function pattern(text: string): RegExp {
  const asDigits = [...text.toUpperCase()].map((character) => keypad[character] ?? character).join('');
  if (!/^\+?[\d*]{2,16}$/.test(asDigits)) throw badRequest(21403, `Invalid Contains: ${text}`);
  const body = asDigits.replace('+', '\\+').replaceAll('*', '\\d');
  return new RegExp(asDigits.startsWith('+') ? `^${body}` : body);
}

const isTrue = (text: string | null) => text === null || text.toLowerCase() === 'true';

/** What AvailablePhoneNumbers answers; null where the carrier has no such country or kind. */
export function searchNumbers(
  state: CarrierState,
  country: string,
  kind: string,
  query: URLSearchParams,
): Record<string, unknown>[] | null {
  const isLocal = kind === 'Local';
  if (!['US', 'CA'].includes(country) || !(isLocal || kind === 'TollFree')) return null;
  const areaCode = query.get('AreaCode');
  const region = query.get('InRegion')?.toUpperCase() ?? null;
  const locality = query.get('InLocality')?.toLowerCase() ?? null;
  const postalCode = query.get('InPostalCode')?.toUpperCase() ?? null;
  const contains = query.get('Contains');
  const wanted = contains === null || contains === '' ? null : pattern(contains);
  if (areaCode !== null && !/^\d{3}$/.test(areaCode)) throw badRequest(21451, `Invalid area code: ${areaCode}`);
  // Every number of this carrier can do texts, pictures and calls, and none needs an address; asking for less finds nothing.
  if (
    ![query.get('SmsEnabled'), query.get('MmsEnabled'), query.get('VoiceEnabled')].every(isTrue) ||
    query.get('FaxEnabled') === 'true'
  )
    return [];
  const size = Math.min(1_000, Math.max(1, Number(query.get('PageSize') ?? 50) || 50));

  const fits = (place: Place) =>
    place.country === country &&
    (areaCode === null || place.areaCode === areaCode) &&
    (region === null || place.region === region) &&
    (locality === null || place.city.toLowerCase() === locality) &&
    (postalCode === null || place.postalCode.startsWith(postalCode));
  const codes: readonly { code: string; place: Place | null }[] =
    isLocal ?
      places.filter(fits).map((place) => ({ code: place.areaCode, place }))
    : tollFreeCodes.filter((code) => areaCode === null || code === areaCode).map((code) => ({ code, place: null }));

  const found: Record<string, unknown>[] = [];
  // Line by line over all the codes, so that an open search shows many places.
  for (const line of lines) {
    for (const { code, place } of codes) {
      const number = `+1${code}${line}`;
      if (found.length === size) return found;
      if (state.numbers.has(number) || (wanted !== null && !wanted.test(number))) continue;
      found.push(availableResource(number, place, country));
    }
  }
  return found;
}

/** Whether the carrier could sell this number now. */
export function isForSale(state: CarrierState, number: string): boolean {
  const code = number.slice(2, 5);
  const known = tollFreeCodes.includes(code) || places.some((place) => place.areaCode === code);
  return known && number.startsWith('+1') && lines.includes(number.slice(5)) && !state.numbers.has(number);
}

/** The first free number of an area code, or null. */
export function anyOf(state: CarrierState, areaCode: string): string | null {
  return lines.map((line) => `+1${areaCode}${line}`).find((number) => isForSale(state, number)) ?? null;
}
