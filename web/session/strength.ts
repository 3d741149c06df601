/** How well a password withstands guessing: `short` of the rule, then `weak`, `fair`, `strong`. */
export type Strength = 'short' | 'weak' | 'fair' | 'strong';

/** The fewest characters a password has (the API's rule). */
export const shortest = 8;

/**
 * A hint, no rule: length counts most, then different characters and kinds of them; rows such as `aaaa`, `1234` and
 * parts of the e-mail address count for nothing.
 */
export function strengthOf(password: string, email = ''): Strength {
  const letters = [...password];
  if (letters.length < shortest) return 'short';
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9]/].filter((kind) => kind.test(password)).length;
  const inRow = letters.filter(
    (letter, index) => index > 0 && Math.abs(letter.codePointAt(0)! - letters[index - 1]!.codePointAt(0)!) <= 1,
  ).length;
  const name = email.split('@')[0]?.toLowerCase() ?? '';
  const named = name.length >= 3 && password.toLowerCase().includes(name) ? name.length : 0;
  const different = new Set(letters).size;
  const worth = letters.length - inRow - named + Math.min(4, kinds * 1.5) + Math.min(0, different - 6) * 2;
  if (worth >= 16) return 'strong';
  return worth >= 11 ? 'fair' : 'weak';
}
