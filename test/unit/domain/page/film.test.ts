import { describe, expect, it } from 'vitest';
import { filmOf, video } from '../../../../domain/pages/field.ts';
import { filmAddress } from '../../../../web/pages/address.ts';

describe('a film of somebody else’s', () => {
  it.each([
    ['https://www.youtube.com/watch?v=dQw4w9WgXcQ', 'youtube:dQw4w9WgXcQ'],
    ['https://youtube.com/watch?list=PL1&v=dQw4w9WgXcQ&t=3', 'youtube:dQw4w9WgXcQ'],
    ['youtu.be/dQw4w9WgXcQ?si=x', 'youtube:dQw4w9WgXcQ'],
    ['https://m.youtube.com/shorts/dQw4w9WgXcQ', 'youtube:dQw4w9WgXcQ'],
    ['https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ', 'youtube:dQw4w9WgXcQ'],
    ['https://vimeo.com/76979871', 'vimeo:76979871'],
    ['https://player.vimeo.com/video/76979871?h=1', 'vimeo:76979871'],
    [' youtube:dQw4w9WgXcQ ', 'youtube:dQw4w9WgXcQ'],
  ])('is known by any of its addresses: %s', (typed, film) => {
    expect(filmOf(typed)).toBe(film);
    expect(video().schema.parse(typed)).toBe(film);
  });

  it.each([
    'https://evil.test/watch?v=dQw4w9WgXcQ',
    'https://youtube.com.evil.test/watch?v=dQw4w9WgXcQ',
    'https://evil.test/https://youtu.be/dQw4w9WgXcQ',
    'javascript:alert(1)//youtu.be/dQw4w9WgXcQ',
    'youtube:"><script>',
    'https://youtu.be/short',
    'https://youtu.be/dQw4w9WgXcQtoolong',
    'https://vimeo.com/about',
  ])('is nothing else: %s', (typed) => {
    expect(filmOf(typed)).toBeNull();
    expect(video().schema.safeParse(typed).success).toBe(false);
  });

  it('leads to where it is, and nowhere else', () => {
    expect(filmAddress('youtube:dQw4w9WgXcQ')?.url).toBe('https://www.youtube.com/watch?v=dQw4w9WgXcQ');
    expect(filmAddress('vimeo:76979871')?.url).toBe('https://vimeo.com/76979871');
    expect(filmAddress('/media/abcdefghijklmnopqrstuv')).toBeNull();
    expect(filmAddress('youtube:a"onclick=1')).toBeNull();
  });
});
