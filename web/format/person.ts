import { phone } from './phone.ts';

interface Named {
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly phone: string | null;
  readonly email?: string | null;
}

/** First and last name as far as known, else the phone number, else the email address. */
export const displayName = (person: Named): string =>
  fullName(person) ?? (person.phone === null && person.email ? person.email : phone(person.phone));
export function fullName(person: Named): string | null {
  const name = [person.first_name, person.last_name]
    .map((part) => part?.trim())
    .filter(Boolean)
    .join(' ');
  return name === '' ? null : name;
}
/** One or two letters for an avatar, or null where there is only a number. */
export function initials(person: Named): string | null {
  const letters = [person.first_name, person.last_name]
    .map((part) => [...(part?.trim() ?? '')][0])
    .filter(Boolean)
    .join('');
  return letters === '' ? null : letters.toLocaleUpperCase();
}
/** The same of a name that is one text. */
export const initialsOf = (name: string): string =>
  name
    .trim()
    .split(/\s+/)
    .map((part) => [...part][0] ?? '')
    .slice(0, 2)
    .join('')
    .toLocaleUpperCase();
/** 0 to 7, always the same for one id: which of the avatar colours. */
export const hueOf = (id: string): number =>
  [...id].reduce((sum, letter) => (sum * 31 + letter.codePointAt(0)!) % 9973, 7) % 8;
/** At most `limit` characters (code points), with an ellipsis where something was cut. */
export function preview(text: string, limit: number): string {
  const letters = [...text.replace(/\s+/g, ' ').trim()];
  return letters.length <= limit ?
      letters.join('')
    : `${letters
        .slice(0, limit - 1)
        .join('')
        .trimEnd()}…`;
}
