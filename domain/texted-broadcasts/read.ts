import { canonicalKeyword } from '../sms/keywords.ts';
import type { Keyword } from '../sms/values.ts';

/** A keyword, and the words that follow it. */
export interface Called {
  readonly keyword: Keyword;
  readonly body: string;
}
/** As many words as a keyword is written in at most: “FREE PIZZA NIGHT” is FREEPIZZANIGHT. */
const maxKeywordWords = 3;

/** What a text may ask to have sent, the longest keyword first; whichever keyword a campaign has is the one. */
export function requestsIn(text: string): readonly Called[] {
  return Array.from({ length: maxKeywordWords }, (_, index) => maxKeywordWords - index).flatMap((length) => {
    const [, first = '', rest = ''] =
      new RegExp(`^\\s*((?:\\S+\\s+){${length - 1}}\\S+)\\s(.*)$`, 'su').exec(text) ?? [];
    const keyword = canonicalKeyword(first);
    const body = rest.replace(/^[\s:–—-]+/u, '').trim();
    return keyword === null || body === '' ? [] : [{ keyword, body }];
  });
}

/** An answer to the question whether to send: with a code, or without one. `bare`: a code and no word. */
export type Answer =
  { readonly kind: 'yes'; readonly code: string | null; readonly bare: boolean } | { readonly kind: 'no' };
export function answerIn(text: string): Answer | null {
  const [, yes, code] = /^\s*(yes|y)?\W*(\d{4})?\W*$/iu.exec(text) ?? [];
  if (yes !== undefined || code !== undefined) return { kind: 'yes', code: code ?? null, bare: yes === undefined };
  return /^\s*(?:no|nope|n)\W*$/iu.test(text) ? { kind: 'no' } : null;
}
