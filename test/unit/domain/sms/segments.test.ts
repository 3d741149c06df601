import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  countSegments,
  gsmReplacement,
  splitSegments,
  straightenPunctuation,
} from '../../../../domain/sms/segments.ts';

const gsmCharacters = [...'@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCXYZÄÖÑÜ§¿abcxyzäöñüà'];
const extended = [...'\f^{}\\[~]|€'];
const gsmText = fc
  .array(fc.constantFrom(...gsmCharacters, ...extended), { maxLength: 700 })
  .map((characters) => characters.join(''));
const anyText = fc.oneof(
  gsmText,
  fc.string({ unit: 'binary', maxLength: 400 }),
  fc
    .array(fc.constantFrom('a', '😀', 'é', '\ud83d', '\ude00', '字', '{'), { maxLength: 300 })
    .map((parts) => parts.join('')),
);

describe('segments of a text', () => {
  it.each([
    ['', 'GSM-7', 0, 0, 160],
    ['a'.repeat(160), 'GSM-7', 160, 1, 0],
    ['a'.repeat(161), 'GSM-7', 161, 2, 145],
    ['a'.repeat(306), 'GSM-7', 306, 2, 0],
    ['a'.repeat(307), 'GSM-7', 307, 3, 152],
    ['€'.repeat(80), 'GSM-7', 160, 1, 0],
    // 76 signs of two septets fill 152 of 153: the last septet stays empty, for a sign is never parted.
    ['€'.repeat(153), 'GSM-7', 306, 3, 151],
    ['ж'.repeat(70), 'UCS-2', 70, 1, 0],
    ['ж'.repeat(71), 'UCS-2', 71, 2, 63],
    ['😀'.repeat(35), 'UCS-2', 70, 1, 0],
    // 33 emoji fill 66 of 67 units.
    ['😀'.repeat(67), 'UCS-2', 134, 3, 65],
    ['a'.repeat(69) + '😀', 'UCS-2', 71, 2, 63],
  ])('%j is %s, %i units, %i segments, %i left', (text, encoding, units, segments, remaining) => {
    expect(countSegments(text)).toMatchObject({ encoding, units, segments, remaining });
  });

  it('names every character that forces Unicode, where it stands, and what to write instead', () => {
    expect(countSegments('It’s 5 € … 😀á').unicode).toEqual([
      { character: '’', position: 2, replacement: "'" },
      { character: '…', position: 9, replacement: '...' },
      { character: '😀', position: 11, replacement: null },
      { character: 'á', position: 13, replacement: 'a' },
    ]);
  });

  it.each([
    ['“', '"'],
    ['–', '-'],
    ['\u00a0', ' '],
    ['\u200b', ''],
    ['\t', ' '],
    ['ç', 'c'],
    ['Ａ', 'A'],
    ['½', '1/2'],
    ['字', null],
  ])('for %j one can write %j', (character, replacement) => {
    expect(gsmReplacement(character)).toBe(replacement);
  });

  it('straightens quotes and leaves letters and emoji', () => {
    expect(straightenPunctuation('Bella’s “Trattoria” – çá 🍕')).toBe('Bella\'s "Trattoria" - çá 🍕');
  });

  it('never loses, adds or parts a character', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const parts = splitSegments(text);
        expect(parts.join('')).toBe(text.toWellFormed());
        expect(parts.length).toBe(countSegments(text).segments);
        expect(parts.every((part) => part.isWellFormed())).toBe(true);
      }),
    );
  });

  it('fills each segment up to the limit of its encoding, and the units of all are the units of the text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const { encoding, units, segments, remaining } = countSegments(text);
        const sizes = splitSegments(text).map((part) =>
          encoding === 'UCS-2' ? part.length : countSegments(part).units,
        );
        expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(units);
        const limit =
          encoding === 'GSM-7' ?
            segments > 1 ?
              153
            : 160
          : segments > 1 ? 67
          : 70;
        expect(sizes.every((size) => size <= limit)).toBe(true);
        expect(remaining).toBe(limit - (sizes.at(-1) ?? 0));
      }),
    );
  });

  it('more text never takes fewer segments, and units of one encoding add up', () => {
    fc.assert(
      fc.property(anyText, anyText, (first, second) => {
        const [a, b, both] = [
          first.toWellFormed(),
          second.toWellFormed(),
          first.toWellFormed() + second.toWellFormed(),
        ].map(countSegments);
        expect(both!.segments).toBeGreaterThanOrEqual(Math.max(a!.segments, b!.segments));
        if (a!.encoding === b!.encoding) expect(both!.units).toBe(a!.units + b!.units);
      }),
    );
  });

  it('the suggested replacements bring a text back to GSM-7', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('’', '…', '—', 'ç', '\u00a0', 'a', '½', '™', 'œ'), { maxLength: 50 }),
        (characters) => {
          const { unicode } = countSegments(characters.join(''));
          const replaced = characters
            .map((character) => unicode.find((found) => found.character === character)?.replacement ?? character)
            .join('');
          expect(countSegments(replaced).encoding).toBe('GSM-7');
        },
      ),
    );
  });
});
