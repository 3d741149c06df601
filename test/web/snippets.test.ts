import { describe, expect, test } from 'vitest';
import { askedAt, matching, wordsOf } from '../../web/screens/business/livechat/snippets.ts';

const snippet = (name: string, body = name) => ({ id: name, name, body });

describe('a slash in a text', () => {
  test.each([
    ['/', 1, { from: 0, asked: '' }],
    ['Hi /Ho', 6, { from: 3, asked: 'ho' }],
    ['Hi /ho there', 6, { from: 3, asked: 'ho' }],
    ['one\n/ö', 6, { from: 4, asked: 'ö' }],
    ['and/or', 6, null],
    ['https://x.test', 14, null],
    ['/ho there', 9, null],
    ['', 0, null],
  ])('%j at %d', (text, caret, asked) => {
    expect(askedAt(text, caret)).toEqual(asked);
  });

  test('finds by name first, then by words, and never too many', () => {
    const all = [snippet('hours'), snippet('ready', 'see you in half an hour'), snippet('sorry')];
    expect(matching(all, 'ho').map(({ name }) => name)).toEqual(['hours', 'ready']);
    expect(
      matching(
        Array.from({ length: 20 }, (_, nth) => snippet(`n${nth}`)),
        '',
      ),
    ).toHaveLength(8);
  });

  test('gives the words for whom they are written to; what can not be filled in stays as it was written', () => {
    expect(wordsOf(snippet('a', 'Hi {{first_name|there}}!'), { first_name: 'Ada' })).toBe('Hi Ada!');
    expect(wordsOf(snippet('a', 'Hi {{nonsense}}!'), {})).toBe('Hi {{nonsense}}!');
  });
});
