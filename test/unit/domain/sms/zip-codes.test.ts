import { IANAZone } from 'luxon';
import { describe, expect, it } from 'vitest';
import { contactFields } from '../../../../domain/contacts/fields.ts';
import { placeOfState, placeOfZip } from '../../../../domain/sms/zip-codes.ts';

describe('where a ZIP code is', () => {
  it.each([
    ['10001', 'US-NY', ['America/New_York']],
    ['94110', 'US-CA', ['America/Los_Angeles']],
    ['94110-1234', 'US-CA', ['America/Los_Angeles']],
    ['02903', 'US-RI', ['America/New_York']],
    ['06390', 'US-NY', ['America/New_York']],
    ['06510', 'US-CT', ['America/New_York']],
    ['32501', 'US-FL', ['America/Chicago']],
    ['32401', 'US-FL', ['America/New_York', 'America/Chicago']],
    ['33101', 'US-FL', ['America/New_York']],
    ['37402', 'US-TN', ['America/New_York']],
    ['37201', 'US-TN', ['America/Chicago']],
    ['46402', 'US-IN', ['America/Chicago']],
    ['46201', 'US-IN', ['America/New_York']],
    ['57701', 'US-SD', ['America/Denver']],
    ['79901', 'US-TX', ['America/Denver']],
    ['75201', 'US-TX', ['America/Chicago']],
    ['83814', 'US-ID', ['America/Los_Angeles']],
    ['85001', 'US-AZ', ['America/Phoenix']],
    ['96801', 'US-HI', ['Pacific/Honolulu']],
    ['96799', 'US-AS', ['Pacific/Pago_Pago']],
    ['96910', 'US-GU', ['Pacific/Guam']],
    ['00901', 'US-PR', ['America/Puerto_Rico']],
    ['99501', 'US-AK', ['America/Anchorage', 'America/Adak']],
  ])('%s', (zip, region, zones) => {
    expect(placeOfZip(zip)).toEqual({ region, zones });
  });
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
    expect(placeOfZip(zip)!.region).toBe(region);
  });
  it.each(['', '1000', '09012', '34002', '96201', 'SW1A 1AA', '941101', '00000'])('%j says nothing', (zip) => {
    expect(placeOfZip(zip)).toBeNull();
  });
  it('every prefix is in one state, in zones that there are, of which its state has all', () => {
    const prefixes = Array.from({ length: 1_000 }, (_, nth) => String(nth).padStart(3, '0'));
    const found = prefixes.flatMap((prefix) => placeOfZip(`${prefix}55`) ?? []);
    expect(found.length).toBeGreaterThan(880);
    const regions = new Set(found.map(({ region }) => region));
    // The fifty, the capital, and three territories with prefixes of their own.
    expect(regions.size).toBe(54);
    for (const { region, zones } of found) {
      expect(zones.length).toBeGreaterThan(0);
      for (const zone of zones) {
        expect(IANAZone.isValidZone(zone)).toBe(true);
        // East Alabama keeps the time of Columbus, Georgia, by custom alone.
        if (region !== 'US-AL') expect(placeOfState(region.slice(3))!.zones).toContain(zone);
      }
    }
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
