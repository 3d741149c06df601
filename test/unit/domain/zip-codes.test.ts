import { describe, expect, it } from 'vitest';
import { contactFields } from '../../../domain/contact/fields.ts';
import { placeOfState, placeOfZip } from '../../../domain/sms/zip-codes.ts';

const stateOf = (zip: string): string | null => placeOfZip(zip)?.region ?? null;

describe('where a ZIP code is', () => {
  it.each([
    // Both sides of a border, and codes that lie beyond the one of their prefix.
    ['06380', 'US-CT'],
    ['06390', 'US-NY'],
    ['00501', 'US-NY'],
    ['02861', 'US-RI'],
    ['02760', 'US-MA'],
    ['05501', 'US-MA'],
    ['05602', 'US-VT'],
    ['20001', 'US-DC'],
    ['20101', 'US-VA'],
    ['20301', 'US-DC'],
    ['20588', 'US-MD'],
    ['20598', 'US-VA'],
    ['30001', 'US-GA'],
    ['39813', 'US-GA'],
    ['39701', 'US-MS'],
    ['56901', 'US-DC'],
    ['73949', 'US-OK'],
    ['73960', 'US-TX'],
    ['73301', 'US-TX'],
    ['83452', 'US-ID'],
    ['83414', 'US-WY'],
    ['87654', 'US-NM'],
    ['88510', 'US-TX'],
    ['86515', 'US-AZ'],
    // Territories
    ['00601', 'US-PR'],
    ['00802', 'US-VI'],
    ['00901', 'US-PR'],
    ['96799', 'US-AS'],
    ['96910', 'US-GU'],
    ['96950', 'US-MP'],
    // States in free association
    ['96940', 'PW'],
    ['96943', 'FM'],
    ['96960', 'MH'],
  ])('%s is in %s', (zip, region) => {
    expect(stateOf(zip)).toBe(region);
  });
  it.each(['09012', '34002', '96205', '00000', '99', 'M5V 1A1'])('%j is nowhere', (zip) => {
    expect(placeOfZip(zip)).toBeNull();
  });
  it.each([
    // Phenix City keeps the time of Columbus, Georgia.
    ['36867', ['America/Chicago', 'America/New_York']],
    ['37723', ['America/New_York', 'America/Chicago']],
    ['46968', ['America/New_York', 'America/Chicago']],
    ['32541', ['America/Chicago']],
    ['32301', ['America/New_York']],
    ['96941', ['Pacific/Pohnpei']],
  ])('the clocks of %s', (zip, zones) => {
    expect(new Set(placeOfZip(zip)!.zones)).toEqual(new Set(zones));
  });
  it('a soldier’s address is one, and has no law of a state', () => {
    expect(contactFields.state.parse('AE')).toBe('AE');
    expect(contactFields.state.parse('Armed Forces Pacific')).toBe('AP');
    expect(placeOfState('AE')).toBeNull();
  });
});
