/**
 * A text reduced to what people mean by it: lower case, without accents, quotes, emoji and punctuation. Sentences are kept apart,
 * since “Stop. I’m not interested” and “I can’t stop eating” differ by just that.
 */
const folds: ReadonlyMap<string, string> = new Map([
  ['ø', 'o'],
  ['ł', 'l'],
  ['đ', 'd'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['ß', 'ss'],
  ['ı', 'i'],
  ['ð', 'd'],
  ['þ', 'th'],
]);

/** Lower case, compatibility forms unified (full-width letters), accents gone. */
export function plain(text: string): string {
  const bare = text
    .normalize('NFKD')
    .replace(/(?![\u3099\u309a])\p{M}/gu, '')
    .toLowerCase()
    .normalize('NFKD')
    .replace(/(?![\u3099\u309a])\p{M}/gu, '')
    .normalize('NFC');
  return bare.replace(/[øłđæœßıðþ]/gu, (letter) => folds.get(letter)!);
}

/** The words of a text. An apostrophe inside a word goes (“don’t” is `dont`); everything else that is no letter or digit parts words. */
export function words(text: string): readonly string[] {
  return plain(text.replace(/['’‘ʼ`´′]/gu, '')).match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** The words of each sentence; sentences end at . ! ? ; , : a dash between spaces, or a line break. Empty ones are left out. */
export function sentences(text: string): readonly (readonly string[])[] {
  return text
    .split(/[.!?;,:…。！？、，\n\r]+|\s[-–—]+\s/u)
    .map(words)
    .filter((sentence) => sentence.length > 0);
}
