import fc from 'fast-check';
import { DateTime } from 'luxon';
import { describe, expect, it } from 'vitest';
import { placeOf } from '../../../../domain/sms/area-codes.ts';
import { isHoliday, isStateHoliday, stateHolidays } from '../../../../domain/sms/holidays.ts';
import { type Home, quietHours, stateHours } from '../../../../domain/sms/quiet-hours.ts';
import { rollingLimits } from '../../../../domain/sms/rolling-limit.ts';

const at = (to: string, iso: string) => {
  const answer = quietHours({ to, at: new Date(iso), fallbackZone: 'America/Los_Angeles' });
  return answer.kind === 'allowed' ? 'allowed' : answer.until.toISOString().replace('.000', '');
};
const newYork = '+12125550123';
const [florida, texas, rhodeIsland, connecticut, panhandle, tollFree, london] = [
  '+13055550123',
  '+12145550123',
  '+14015550123',
  '+12035550123',
  '+18505550123',
  '+18005550123',
  '+447700900123',
];

describe('quiet hours', () => {
  it.each([
    ['noon', newYork, '2026-11-20T17:00:00Z', 'allowed'],
    ['8:00 sharp', newYork, '2026-11-20T13:00:00Z', 'allowed'],
    ['7:59', newYork, '2026-11-20T12:59:00Z', '2026-11-20T13:00:00Z'],
    ['20:59', newYork, '2026-11-21T01:59:00Z', 'allowed'],
    ['21:00 sharp', newYork, '2026-11-21T02:00:00Z', '2026-11-21T13:00:00Z'],
    ['Florida closes at 20:00', florida!, '2026-11-21T01:00:00Z', '2026-11-21T13:00:00Z'],
    ['Connecticut opens at 9:00', connecticut!, '2026-11-20T13:30:00Z', '2026-11-20T14:00:00Z'],
    ['Texas on a Sunday opens at noon', texas!, '2026-11-22T16:00:00Z', '2026-11-22T18:00:00Z'],
    ['Texas on a Saturday opens at 9:00', texas!, '2026-11-21T16:00:00Z', 'allowed'],
    [
      'Rhode Island on a Friday evening waits for Saturday 10:00',
      rhodeIsland!,
      '2026-11-20T23:30:00Z',
      '2026-11-21T15:00:00Z',
    ],
    ['Rhode Island on a Sunday waits for Monday 9:00', rhodeIsland!, '2026-11-22T16:30:00Z', '2026-11-23T14:00:00Z'],
    [
      'an area code of two zones must be allowed in both: 8:30 Eastern is 7:30 Central',
      panhandle!,
      '2026-11-20T13:30:00Z',
      '2026-11-20T14:00:00Z',
    ],
    ['and 20:30 Eastern is too late in one of them', panhandle!, '2026-11-21T01:30:00Z', '2026-11-21T14:00:00Z'],
    ['a toll-free number may be in Hawaii: 7:59 there', tollFree!, '2026-11-20T17:59:00Z', '2026-11-20T18:00:00Z'],
    ['or in New York: 21:00 there', tollFree!, '2026-11-21T02:00:00Z', '2026-11-21T18:00:00Z'],
    ['and is awake when both are', tollFree!, '2026-11-20T20:00:00Z', 'allowed'],
    ['so is one of an area code that nobody knows', '+15325550123', '2026-11-20T17:59:00Z', '2026-11-20T18:00:00Z'],
    ['a country of many zones goes by all', '+61412345678', '2026-11-20T22:30:00Z', '2026-11-21T00:00:00Z'],
    [
      'a country that nobody listed goes by the business’s zone',
      '+99555123456',
      '2026-11-20T15:00:00Z',
      '2026-11-20T16:00:00Z',
    ],
    [
      'a test number rings nowhere: by the business’s zone',
      '+15005550006',
      '2026-11-20T15:00:00Z',
      '2026-11-20T16:00:00Z',
    ],
    ['London', london!, '2026-11-20T07:00:00Z', '2026-11-20T08:00:00Z'],
    ['the night that clocks go forward is an hour shorter', newYork, '2026-03-08T04:00:00Z', '2026-03-08T12:00:00Z'],
    ['the night that they go back is an hour longer', newYork, '2026-11-01T04:00:00Z', '2026-11-01T13:00:00Z'],
    ['29 February', newYork, '2028-02-29T04:30:00Z', '2028-02-29T13:00:00Z'],
  ])('%s', (_, to, iso, expected) => {
    expect(at(to, iso)).toBe(expected);
  });

  // One number of each state, an hour that its law closes, and when it opens next (2026-11-20 is a Friday).
  it.each([
    ['Washington after 20:00', '+12065550123', '2026-11-21T04:00:00Z', '2026-11-21T16:00:00Z'],
    ['Washington before 20:00', '+12065550123', '2026-11-21T03:59:00Z', 'allowed'],
    ['Massachusetts after 20:00', '+16175550123', '2026-11-21T01:00:00Z', '2026-11-21T13:00:00Z'],
    ['Nevada before 9:00', '+17025550123', '2026-11-20T16:30:00Z', '2026-11-20T17:00:00Z'],
    ['Nevada after 20:00', '+17025550123', '2026-11-21T04:00:00Z', '2026-11-21T17:00:00Z'],
    ['Kentucky before 10:00', '+15025550123', '2026-11-20T14:59:00Z', '2026-11-20T15:00:00Z'],
    ['Michigan before 9:00', '+13135550123', '2026-11-20T13:30:00Z', '2026-11-20T14:00:00Z'],
    ['Minnesota before 9:00', '+16125550123', '2026-11-20T14:30:00Z', '2026-11-20T15:00:00Z'],
    ['New Mexico before 9:00', '+15055550123', '2026-11-20T15:30:00Z', '2026-11-20T16:00:00Z'],
    ['Louisiana on a Sunday', '+15045550123', '2026-11-22T18:00:00Z', '2026-11-23T14:00:00Z'],
    ['Louisiana after 20:00', '+15045550123', '2026-11-20T02:00:00Z', '2026-11-20T14:00:00Z'],
    ['Alabama on Thanksgiving', '+12055550123', '2026-11-26T18:00:00Z', '2026-11-27T14:00:00Z'],
    ['Alabama on the Sunday after', '+12055550123', '2026-11-29T18:00:00Z', '2026-11-30T14:00:00Z'],
    ['Mississippi on a Sunday', '+16015550123', '2026-11-22T18:00:00Z', '2026-11-23T14:00:00Z'],
    ['Pennsylvania on a Sunday', '+12155550123', '2026-11-22T18:00:00Z', '2026-11-23T13:00:00Z'],
    ['Pennsylvania at 20:30 on a Friday', '+12155550123', '2026-11-21T01:30:00Z', 'allowed'],
    ['Mississippi on a holiday', '+16015550123', '2026-11-26T18:00:00Z', 'allowed'],
    ['Oregon after 20:00', '+15035550123', '2026-11-21T04:00:00Z', '2026-11-21T16:00:00Z'],
    ['Wyoming after 20:00', '+13075550123', '2026-11-21T03:00:00Z', '2026-11-21T15:00:00Z'],
    ['Pennsylvania on Flag Day', '+12155550123', '2027-06-14T16:00:00Z', '2027-06-15T12:00:00Z'],
    ['Louisiana on Election Day', '+15045550123', '2026-11-03T18:00:00Z', '2026-11-04T14:00:00Z'],
    ['South Dakota on a Saturday', '+16055550123', '2026-11-21T18:00:00Z', '2026-11-23T16:00:00Z'],
    ['South Dakota on a Sunday', '+16055550123', '2026-11-22T18:00:00Z', '2026-11-23T16:00:00Z'],
    ['Utah on a Saturday night, before a Sunday', '+18015550123', '2026-11-22T04:00:00Z', '2026-11-23T15:00:00Z'],
    ['Utah on the Friday that July 4 is observed', '+18015550123', '2026-07-03T18:00:00Z', '2026-07-06T14:00:00Z'],
    ['Rhode Island on New Year’s Day', rhodeIsland!, '2027-01-01T16:00:00Z', '2027-01-02T15:00:00Z'],
    ['Louisiana on Mardi Gras', '+15045550123', '2026-02-17T18:00:00Z', '2026-02-18T14:00:00Z'],
    ['Utah on Pioneer Day', '+18015550123', '2026-07-24T18:00:00Z', '2026-07-25T14:00:00Z'],
    ['New York on Mardi Gras', newYork, '2026-02-17T17:00:00Z', 'allowed'],
    ['New York on Thanksgiving', newYork, '2026-11-26T17:00:00Z', 'allowed'],
  ])('state law: %s', (_, to, iso, expected) => {
    expect(at(to, iso)).toBe(expected);
  });

  it('a law holds from its day on', () => {
    // By the clocks there: 20:30 of December 31, and of January 1, the first evening.
    expect(at('+15035550123', '2026-01-01T04:30:00Z')).toBe('allowed');
    expect(at('+15035550123', '2026-01-02T04:30:00Z')).toBe('2026-01-02T16:00:00Z');
    // A Sunday before Pennsylvania closed on them, and one after.
    expect(at('+12155550123', '2026-10-11T17:00:00Z')).toBe('allowed');
    expect(at('+12155550123', '2026-10-18T17:00:00Z')).toBe('2026-10-19T12:00:00Z');
  });

  it('every law says where it was read', () => {
    for (const laws of [...Object.values(stateHours).flat(), ...Object.values(rollingLimits)])
      expect([laws.source, laws.checked]).toEqual([expect.stringMatching(/\w/u), expect.stringMatching(/\d{4}/u)]);
  });

  it('a general election is one of even years', () => {
    const tuesday = (iso: string) => isStateHoliday('US-RI', DateTime.fromISO(iso, { zone: 'utc' }));
    expect([tuesday('2026-11-03'), tuesday('2027-11-02'), tuesday('2028-11-07')]).toEqual([true, false, true]);
  });

  it('knows the federal holidays of a year', () => {
    const days = Array.from({ length: 365 }, (_, day) =>
      DateTime.fromISO('2026-01-01', { zone: 'utc' }).plus({ days: day }),
    );
    expect(days.filter(isHoliday).map((day) => day.toFormat('LL-dd'))).toEqual([
      ...['01-01', '01-19', '02-16', '05-25', '06-19', '07-03', '07-04', '09-07', '10-12', '11-11', '11-26', '12-25'],
    ]);
  });

  it('knows the holidays of states, with their source', () => {
    const days = Array.from({ length: 365 }, (_, day) =>
      DateTime.fromISO('2026-01-01', { zone: 'utc' }).plus({ days: day }),
    );
    const of = (region: string) =>
      days.filter((day) => isStateHoliday(region, day)).map((day) => day.toFormat('LL-dd'));
    expect(Object.fromEntries(Object.keys(stateHolidays).map((region) => [region, of(region)]))).toEqual({
      'US-AL': ['04-27', '06-01'],
      'US-LA': ['02-17', '04-03', '11-01', '11-03'],
      'US-PA': ['04-03', '06-14', '11-03'],
      'US-RI': ['08-10', '11-03'],
      'US-UT': ['07-24'],
    });
    for (const { source } of Object.values(stateHolidays)) expect(source).not.toBe('');
  });

  it('a business’s own hours narrow the law’s, and never widen them', () => {
    const ask = (from: number, to: number) =>
      quietHours({ to: newYork, at: new Date('2026-11-20T13:30:00Z'), fallbackZone: 'UTC', hours: { from, to } });
    expect(ask(10, 18)).toEqual({ kind: 'wait', until: new Date('2026-11-20T15:00:00Z') });
    expect(ask(0, 24)).toEqual({ kind: 'allowed' });
    expect(
      quietHours({
        to: florida!,
        at: new Date('2026-11-21T01:30:00Z'),
        fallbackZone: 'UTC',
        hours: { from: 0, to: 24 },
      }).kind,
    ).toBe('wait');
  });

  describe('where somebody says that they live', () => {
    const of = (to: string, home: Home, iso: string) => {
      const answer = quietHours({ to, home, at: new Date(iso), fallbackZone: 'America/New_York' });
      return answer.kind === 'allowed' ? 'allowed' : answer.until.toISOString().replace('.000', '');
    };
    const living = (state: string | null, zip: string | null): Home => ({ state, zip });
    it.each([
      [
        'a New York number in San Francisco: 7:00 there',
        newYork,
        null,
        '94110',
        '2026-11-20T15:00:00Z',
        '2026-11-20T16:00:00Z',
      ],
      ['and 21:00 in New York', newYork, null, '94110', '2026-11-21T02:00:00Z', '2026-11-21T16:00:00Z'],
      ['and both awake', newYork, null, '94110-1234', '2026-11-20T20:00:00Z', 'allowed'],
      [
        'a state alone: all its zones, and its law',
        newYork,
        'TX',
        null,
        '2026-11-22T17:00:00Z',
        '2026-11-22T19:00:00Z',
      ],
      ['a ZIP within a state says which zone', newYork, 'TX', '75201', '2026-11-22T17:00:00Z', '2026-11-22T18:00:00Z'],
      [
        'a ZIP and a state that contradict: both',
        newYork,
        'FL',
        '94110',
        '2026-11-21T01:30:00Z',
        '2026-11-21T16:00:00Z',
      ],
      ['a toll-free number of somebody in New York', tollFree!, 'NY', null, '2026-11-20T14:00:00Z', 'allowed'],
      ['what says nothing', newYork, 'ZZ', 'abc', '2026-11-20T14:00:00Z', 'allowed'],
    ])('%s', (_, to, state, zip, iso, expected) => {
      expect(of(to, living(state, zip), iso)).toBe(expected);
    });
    it('law: it narrows the hours of the number, and never widens them', () => {
      fc.assert(
        fc.property(
          fc.constantFrom(newYork, florida!, texas!, panhandle!, tollFree!, '+18085550123'),
          fc.constantFrom(...['94110', '10001', '96801', '99501', '32401', '02903', '70112', '99999']),
          fc.constantFrom(null, 'CA', 'UT', 'RI', 'HI', 'AL'),
          fc.date({ min: new Date('2026-01-01'), max: new Date('2028-01-01'), noInvalidDate: true }),
          (to, zip, state, now) => {
            const ask = (home?: Home) =>
              quietHours({ to, at: now, fallbackZone: 'America/Chicago', ...(home === undefined ? {} : { home }) });
            if (ask(living(state, zip)).kind === 'allowed' && placeOf(to) !== null) expect(ask().kind).toBe('allowed');
          },
        ),
      );
    });
  });

  it('law: the next time is later, allowed, and less than four days away', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(newYork, florida!, texas!, rhodeIsland!, panhandle!, tollFree!, '+17755550123', '+17095550123'),
        fc.date({ min: new Date('2026-01-01'), max: new Date('2029-01-01'), noInvalidDate: true }),
        (to, now) => {
          const answer = quietHours({ to, at: now, fallbackZone: 'America/Chicago' });
          if (answer.kind === 'allowed') return;
          expect(answer.until.getTime()).toBeGreaterThan(now.getTime());
          // From a Thursday evening in Rhode Island over an Independence Day that is a Saturday.
          expect(answer.until.getTime() - now.getTime()).toBeLessThan(4 * 86_400_000);
          expect(quietHours({ to, at: answer.until, fallbackZone: 'America/Chicago' }).kind).toBe('allowed');
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it('knows where area codes are', () => {
    expect(placeOf('+14155550100')).toMatchObject({ region: 'US-CA', zones: ['America/Los_Angeles'] });
    expect(placeOf('+18005550100')).toBeNull();
  });
});
