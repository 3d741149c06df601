import { type Country, readPhone } from '../sms/phone.ts';
import type { E164 } from '../sms/values.ts';

/** What a cell says; `more`: there are others in it, which are left out. */
export interface Found<T> {
  readonly value: T | null;
  readonly more: boolean;
}

const scheme = /^(?:tel|sms|callto|phone|whatsapp):(?:\/\/)?/i;
const label =
  /^(?:(?:mobile|cell(?:ular)?|phone|telephone|tel|home|work|office|main|other|iphone|fax|sms|whatsapp|handy|mobil|tel[eé]fono|m[oó]vil|t[eé]l)(?:\s+(?:phone|number|no))?\.?|[mcphtw])\s*[:#.]\s*/i;
const remark =
  /\s*\(\s*(?:mobile|cell(?:ular)?|phone|home|work|office|main|other|iphone|sms|whatsapp|handy|mobil)\s*\)\s*$|\s+(?:mobile|cell|home|work|office)\s*$/i;
/** What stands between two numbers in a cell. Google has ` ::: `. */
const between = /\s*(?::::|[;,|\n]|\s+(?:or|and|und|ou|o|y)\s+|\s+[/&]\s+|(?<=\d{7})\/(?=\+?\d{7}))\s*/i;
const powerOfTen = /^\+?(\d)[.,](\d{6,15})E\+?(\d{1,2})$/i;

function onePhone(written: string, country: Country): E164 | null {
  let text = written.trim();
  if (!plainPhone.test(text)) text = text.replace(scheme, '').replace(label, '').replace(remark, '').trim();
  // A number that a program took for an amount.
  if (amount.test(text)) text = text.replace(/\.0+$/, '');
  const power = powerOfTen.exec(text);
  if (power !== null && power[2]!.length <= Number(power[3]))
    text = `${power[1]}${power[2]!.padEnd(Number(power[3]), '0')}`;
  const read = readPhone(text, country);
  if (read !== null) return read;
  // How abroad begins in most countries; 001 is how it does from Asia to the United States.
  return /^\(?00[1-9]/.test(text) ? readPhone(text.replace('00', '+'), country) : null;
}
const plainPhone = /^\+?[\d ().-]+$/;
const amount = /^\+?\d{7,15}\.0{1,2}$/;

/** The phone number of a cell, as people, phones and programs write it; of several the first that is one. */
export function phoneIn(cell: string, country: Country): Found<E164> {
  const parts =
    plainPhone.test(cell) ? [] : cell.split(between).filter((part) => /\d{4}/.test(part.replace(/\D/g, '')));
  if (parts.length > 1) {
    const numbers = parts.map((part) => onePhone(part, country)).filter((one) => one !== null);
    if (numbers.length > 0) return { value: numbers[0]!, more: new Set(numbers).size > 1 };
  }
  return { value: onePhone(cell, country), more: false };
}

const named = /^[^<>]*<\s*([^<>\s]+@[^<>\s]+)\s*>$/;
function oneEmail(written: string): string {
  const text = written.trim();
  const enclosed = named.exec(text)?.[1] ?? text;
  return enclosed
    .replace(/^mailto:([^?]*).*$/i, '$1')
    .replace(/^[<"']+|[>"'.,;]+$/g, '')
    .trim();
}

/** The address of a cell: `mailto:`, `Ann <ann@example.com>`; of several the first. Whether it is one is not said. */
export function emailIn(cell: string): { readonly value: string; readonly more: boolean } {
  const parts = cell
    .split(/\s*(?::::|[;,|\n]|\s\/\s|\s+(?:or|and)\s+)\s*/i)
    .map(oneEmail)
    .filter((part) => part.includes('@'));
  return { value: parts[0] ?? oneEmail(cell), more: new Set(parts.map((one) => one.toLowerCase())).size > 1 };
}

/** Everybody who can be found by a cell: all of its numbers and addresses, as an import could read them. */
export function identitiesIn(
  cell: string,
  country: Country,
): readonly ({ readonly phone: E164 } | { readonly email: string })[] {
  const text = tidy(cell);
  if (text.length < 5 || text.length > maxCell) return [];
  if (text.includes('@'))
    return text
      .split(/[\s;,|/]+/)
      .map(oneEmail)
      .filter((one) => one.includes('@') && one.length <= 254)
      .map((email) => ({ email }));
  if (!/\d{4}/.test(text.replace(/\D/g, ''))) return [];
  const phones = [text, ...text.split(between)].map((part) => onePhone(part, country)).filter((one) => one !== null);
  return [...new Set(phones)].map((phone) => ({ phone }));
}
const maxCell = 2_000;

/** Marks that nobody sees. Some belong to letters of Persian, Hindi and their like, and to faces. */
const unseen =
  /[\u00ad\u200b\u2060\u2061-\u2064\ufeff\u180e]|[\u200c\u200d](?![^\0-\u024f])|(?<![^\0-\u024f])[\u200c\u200d]/gu;
const control = /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;
const plainText = /^[\w+@.()/:;,&#*!?-]+(?: [\w+@.()/:;,&#*!?-]+)*$/;

/** Without what nobody can see; spaces in a row are one. A quote in front that a spreadsheet put there goes as well. */
export function tidy(cell: string): string {
  const text = cell.trim();
  if (text === '' || plainText.test(text)) return text;
  return text
    .toWellFormed()
    .replace(unseen, '')
    .replace(control, ' ')
    .replace(/\s+/gu, ' ')
    .trim()
    .replace(/^'(?=[=+\-@\d])/, '');
}
