import { reservedMeaning } from './reserved-words.ts';
import { Keyword } from './values.ts';
import { plain, words } from './words.ts';

/**
 * A keyword's canonical form: upper case, without spaces, punctuation, accents, quotes and emoji: “free-pizza!”, “ＦＲＥＥ ＰＩＺＺＡ” and
 * `Free Pizza` are all FREEPIZZA. Null when nothing is left, or more than 40 characters.
 */
export function canonicalKeyword(text: string): Keyword | null {
  const letters = plain(text)
    .toUpperCase()
    .normalize('NFKD')
    .replace(/(?![\u3099\u309a])\p{M}/gu, '')
    .normalize('NFC')
    .replace(/[^\p{Lu}\p{Lo}\p{N}]/gu, '');
  const keyword = Keyword.safeParse(letters);
  return keyword.success ? keyword.data : null;
}

/**
 * The keywords that a text may be meant as, best first; whichever a campaign holds is the one.
 *
 * 1. The whole text is the keyword.
 * 2. Its first word is, and the text has at most three words (“pizza please!”), or the first word is written in capitals as
 *    advertised and the rest is not (“PIZZA I saw your poster”).
 *
 * Not every text that begins with a keyword: a keyword is a consent, and “Pizza was cold last night, what happened?” gives none.
 */
export function keywordCandidates(body: string): readonly Keyword[] {
  const whole = canonicalKeyword(body);
  const all = words(body);
  const first = all[0];
  if (first === undefined || all.length === 1) return whole === null ? [] : [whole];
  const candidate = all.length <= 3 || firstWordStandsOut(body) ? canonicalKeyword(first) : null;
  return [whole, candidate].filter((keyword): keyword is Keyword => keyword !== null);
}

/** True when a tenant can't have this keyword, because it would mean stop, start or help (see reserved-words). */
export const isReservedKeyword = (text: string): boolean => {
  const canonical = canonicalKeyword(text);
  return reservedMeaning(text) !== null || (canonical !== null && reservedMeaning(canonical) !== null);
};

function firstWordStandsOut(body: string): boolean {
  const [first = '', ...rest] = body.match(/[\p{L}\p{N}]+/gu) ?? [];
  const others = rest.join('');
  return (
    first.length > 1 &&
    first === first.toUpperCase() &&
    first !== first.toLowerCase() &&
    others !== others.toUpperCase()
  );
}
