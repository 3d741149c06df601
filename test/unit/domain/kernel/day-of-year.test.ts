import { describe, expect, it } from 'vitest';
import { readDayOfYear } from '../../../../domain/kernel/fields.ts';

describe('a day of the year', () => {
  it('is read as people type it, mm/dd', () => {
    expect(['02/29', '2/9', '12-31', ' 7.4 '].map(readDayOfYear)).toEqual(['02-29', '02-09', '12-31', '07-04']);
  });

  it('is read as browsers fill it in: the year is left out', () => {
    expect(['1990-02-28', '2004-02-29', ' 1984-12-31 '].map(readDayOfYear)).toEqual(['02-28', '02-29', '12-31']);
  });

  it('that does not exist is none', () => {
    const typed = [
      '',
      '13/01',
      '02/30',
      '00/10',
      '1990-13-01',
      '1990-2-9',
      '90-02-09',
      '1990/02/09',
      '1990-02',
      '2/9/90',
    ];
    expect(typed.map(readDayOfYear)).toEqual(typed.map(() => null));
  });
});
