import { describe, expect, it } from 'vitest';
import { withPrefix } from '../../../../domain/sms/prefix.ts';
import { countSegments } from '../../../../domain/sms/segments.ts';

describe('the prefix of a text', () => {
  it('is put before it once', () => {
    const once = withPrefix('Bella’s Pizza', 'Two for one today.');
    expect(once).toBe("Bella's Pizza: Two for one today.");
    expect(withPrefix('Bella’s Pizza', once)).toBe(once);
  });

  it.each(['BELLA’S PIZZA: hello', "Bella's  Pizza - hello", 'Bella’s Pizza'])('is there already in “%s”', (body) => {
    expect(withPrefix('Bella’s Pizza', body)).toBe(body);
  });

  it('is not there where a longer name begins alike', () => {
    expect(withPrefix('Bella', 'Bellas is open.')).toBe('Bella: Bellas is open.');
  });

  it('is left out of a text without words, and where there is none', () => {
    expect([withPrefix('Bella', ' '), withPrefix(null, 'Hello')]).toEqual([' ', 'Hello']);
  });

  it('makes no text Unicode, and counts', () => {
    const words = 'x'.repeat(150);
    expect(countSegments(words).segments).toBe(1);
    expect(countSegments(withPrefix('Bella’s Pizza', words))).toMatchObject({ encoding: 'GSM-7', segments: 2 });
  });
});
