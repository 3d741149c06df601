import { describe, expect, it } from 'vitest';
import { PositionText as OfTheApi } from '../../../../api/contract/common.ts';
import { optionalLine, PositionText, timezone } from '../../../../domain/kernel/fields.ts';

describe('fields of several aggregates', () => {
  it('a position is what a 64-bit integer can hold, and the same for the API', () => {
    const most = '9223372036854775807';
    for (const good of ['0', '17', most]) expect(PositionText.safeParse(good).success).toBe(true);
    for (const bad of ['', '-1', '1.5', '9223372036854775808', `${most}0`, '１'])
      expect(PositionText.safeParse(bad).success).toBe(false);
    expect(OfTheApi).toBe(PositionText);
  });
  it('a time zone is one that can be reckoned with', () => {
    expect(['America/New_York', 'UTC', 'Mars/Olympus', ''].map((zone) => timezone.safeParse(zone).success)).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
  it('an optional line that is left empty is none', () => {
    const city = optionalLine('The city', 5);
    expect([' Rome ', '  ', null].map((given) => city.parse(given))).toEqual(['Rome', null, null]);
    expect(city.safeParse('Carthage').error?.issues[0]?.message).toBe('The city can have at most 5 characters.');
  });
});
