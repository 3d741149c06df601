/**
 * How a text is cut into segments, which is what carriers bill (3GPP TS 23.038 and 23.040).
 *
 * - Only characters of the GSM-7 alphabet: 160 septets in one segment, 153 in each of several (7 go to the header that joins them).
 *   A character of the extension table costs two septets, which are never parted.
 * - Anything else makes the whole text UCS-2: 70 units of 16 bits in one segment, 67 in each of several. A surrogate pair
 *   (an emoji) is two units, which are never parted.
 *
 * Runs in the browser too: no imports.
 */

export type Encoding = 'GSM-7' | 'UCS-2';

/** A character that makes the text Unicode. `position` is an index into the text (UTF-16 units). */
export interface UnicodeCharacter {
  readonly character: string;
  readonly position: number;
  /** What to write instead to stay in GSM-7: for ’ it is ', for … three dots, for an invisible character nothing ('').
   *  Null: there is nothing like it (an emoji, another script). */
  readonly replacement: string | null;
}

export interface Segments {
  readonly encoding: Encoding;
  /** Septets (GSM-7) or 16-bit units (UCS-2) of the whole text. */
  readonly units: number;
  /** 0 for an empty text. */
  readonly segments: number;
  /** Units still free in the last segment; 160 for an empty text. */
  readonly remaining: number;
  /** Why it is Unicode, in order; empty for GSM-7. */
  readonly unicode: readonly UnicodeCharacter[];
}

const basic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
const extension = new Set('\f^{}\\[~]|€');

const sizes = { 'GSM-7': { single: 160, joined: 153 }, 'UCS-2': { single: 70, joined: 67 } } as const;

/** What typists' software puts in by itself, and what it stands for. */
const lookalikes: ReadonlyMap<string, string> = new Map([
  ...[...'‘’‚‛`´ʼ′'].map((character) => [character, "'"] as const),
  ...[...'“”„‟«»″'].map((character) => [character, '"'] as const),
  ...[...'‐‑‒–—―−'].map((character) => [character, '-'] as const),
  ...[...'\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000\t'].map(
    (character) => [character, ' '] as const,
  ),
  ...[...'\u00ad\u200b\u200c\u200d\u200e\u200f\u2060\ufeff\ufe0e\ufe0f'].map((character) => [character, ''] as const),
  ...[...'\u2028\u2029\u0085'].map((character) => [character, '\n'] as const),
  ['…', '...'],
  ['•', '*'],
  ['·', '*'],
  ['‣', '*'],
  ['‹', '<'],
  ['›', '>'],
  ['×', 'x'],
  ['÷', '/'],
  ['™', '(TM)'],
  ['®', '(R)'],
  ['©', '(C)'],
  ['¼', '1/4'],
  ['½', '1/2'],
  ['¾', '3/4'],
  ['°', ' deg'],
  ['№', 'No.'],
  ['ł', 'l'],
  ['Ł', 'L'],
  ['đ', 'd'],
  ['Đ', 'D'],
  ['œ', 'oe'],
  ['Œ', 'OE'],
  ['ı', 'i'],
]);

/** Septets that a character takes in GSM-7, 0 when it isn't in the alphabet. */
const septets = (character: string): 0 | 1 | 2 =>
  basic.has(character) ? 1
  : extension.has(character) ? 2
  : 0;

/** What to write instead of a character to stay in GSM-7, null when nothing fits. */
export function gsmReplacement(character: string): string | null {
  const known = lookalikes.get(character);
  if (known !== undefined) return known;
  const plain = character.normalize('NFKD').replace(/\p{M}/gu, '');
  return plain !== '' && plain !== character && [...plain].every((letter) => septets(letter) > 0) ? plain : null;
}

/** Replaces quotes, dashes, spaces and invisible characters that cost a text its GSM-7, and leaves letters and emoji as they are. */
export function straightenPunctuation(text: string): string {
  let straight = '';
  for (const character of text)
    straight +=
      septets(character) === 0 && !/[\p{L}\p{N}]/u.test(character) ?
        (lookalikes.get(character) ?? character)
      : character;
  return straight;
}

/** The last text that was counted: one text is asked about several times in a row, and a broadcast's are mostly one. */
let last: { readonly text: string; readonly counted: Segments } | null = null;

/** Encoding, units, segments and what forces Unicode. Lone surrogates count as U+FFFD. */
export function countSegments(text: string): Segments {
  if (last?.text !== text) last = { text, counted: counted(text) };
  return last.counted;
}

function counted(text: string): Segments {
  const { encoding, costs, unicode } = measure(text);
  const { single, joined } = sizes[encoding];
  let units = 0;
  for (const cost of costs) units += cost;
  if (units === 0) return { encoding, units, segments: 0, remaining: single, unicode };
  if (units <= single) return { encoding, units, segments: 1, remaining: single - units, unicode };
  let segments = 1;
  let used = 0;
  for (const cost of costs) {
    if (used + cost > joined) {
      segments += 1;
      used = 0;
    }
    used += cost;
  }
  return { encoding, units, segments, remaining: joined - used, unicode };
}

/** The text as the segments a carrier would make of it; joined they are the text. */
export function splitSegments(text: string): readonly string[] {
  const { encoding, costs, characters } = measure(text);
  const { single, joined } = sizes[encoding];
  const total = costs.reduce((sum, cost) => sum + cost, 0);
  if (total === 0) return [];
  const limit = total <= single ? single : joined;
  const parts: string[] = [];
  let part = '';
  let used = 0;
  characters.forEach((character, index) => {
    const cost = costs[index]!;
    if (used + cost > limit) {
      parts.push(part);
      part = '';
      used = 0;
    }
    part += character;
    used += cost;
  });
  parts.push(part);
  return parts;
}

function measure(text: string): {
  encoding: Encoding;
  characters: string[];
  costs: number[];
  unicode: UnicodeCharacter[];
} {
  const characters: string[] = [];
  const gsm: number[] = [];
  const unicode: UnicodeCharacter[] = [];
  let position = 0;
  for (const raw of text) {
    const character = raw.length === 1 && raw >= '\ud800' && raw <= '\udfff' ? '\ufffd' : raw;
    const cost = septets(character);
    if (cost === 0) unicode.push({ character, position, replacement: gsmReplacement(character) });
    characters.push(character);
    gsm.push(cost);
    position += raw.length;
  }
  return unicode.length === 0 ?
      { encoding: 'GSM-7', characters, costs: gsm, unicode }
    : { encoding: 'UCS-2', characters, costs: characters.map((character) => character.length), unicode };
}
