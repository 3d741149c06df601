import { areaCodes, type Place } from './area-codes.ts';

/**
 * Where a ZIP code is, by its first three digits: the U.S. Postal Service's labeling list L002 (3-digit ZIP code prefix
 * matrix), with the time zones of 49 CFR part 71. A prefix that lies on both sides of a border has both zones, and the
 * strictest counts. Military email (09, 340, 962–966) is nowhere. Data, to be corrected as prefixes are added;
 * compared with all ZIP codes of GeoNames and of the npm package `zipcodes` 8.0.0 in November 2026.
 */
const states: readonly (readonly [state: string, prefixes: string])[] = [
  ['AL', '350-352 354-369'],
  ['AK', '995-999'],
  ['AZ', '850-853 855-857 859-860 863-865'],
  ['AR', '716-729'],
  ['CA', '900-908 910-928 930-961'],
  ['CO', '800-816'],
  ['CT', '060-069'],
  ['DE', '197-199'],
  ['DC', '200 202-205 569'],
  ['FL', '320-339 341-342 344 346-347 349'],
  ['GA', '300-319 398-399'],
  ['HI', '967-968'],
  ['ID', '832-838'],
  ['IL', '600-620 622-629'],
  ['IN', '460-479'],
  ['IA', '500-516 520-528'],
  ['KS', '660-662 664-679'],
  ['KY', '400-418 420-427'],
  ['LA', '700-701 703-708 710-714'],
  ['ME', '039-049'],
  ['MD', '206-212 214-219'],
  ['MA', '010-027 055'],
  ['MI', '480-499'],
  ['MN', '550-551 553-567'],
  ['MS', '386-397'],
  ['MO', '630-631 633-641 644-658'],
  ['MT', '590-599'],
  ['NE', '680-681 683-693'],
  ['NV', '889-891 893-895 897-898'],
  ['NH', '030-038'],
  ['NJ', '070-089'],
  ['NM', '870-875 877-884'],
  ['NY', '005 100-149'],
  ['NC', '270-289'],
  ['ND', '580-588'],
  ['OH', '430-459'],
  ['OK', '730-731 734-741 743-749'],
  ['OR', '970-979'],
  ['PA', '150-196'],
  ['RI', '028-029'],
  ['SC', '290-299'],
  ['SD', '570-577'],
  ['TN', '370-385'],
  ['TX', '733 750-770 772-799 885'],
  ['UT', '840-847'],
  ['VT', '050-054 056-059'],
  ['VA', '201 220-246'],
  ['WA', '980-986 988-994'],
  ['WV', '247-268'],
  ['WI', '530-532 534-535 537-549'],
  ['WY', '820-831'],
  ['PR', '006-007 009'],
  ['VI', '008'],
  ['GU', '969'],
];

/** Whole codes that lie elsewhere than the rest of their prefix: border towns, federal mailrooms, far islands. */
const exceptions: Readonly<Record<string, string | Place>> = {
  '06390': 'NY',
  '20588': 'MD',
  '20598': 'VA',
  '73960': 'TX',
  '83414': 'WY',
  '87654': 'NM',
  '96799': 'AS',
  '96950': 'MP',
  '96951': 'MP',
  '96952': 'MP',
  // States in free association, whose email the Postal Service carries.
  '96939': abroad('PW', 'Pacific/Palau'),
  '96940': abroad('PW', 'Pacific/Palau'),
  '96941': abroad('FM', 'Pacific/Pohnpei'),
  '96942': abroad('FM', 'Pacific/Chuuk'),
  '96943': abroad('FM', 'Pacific/Chuuk'),
  '96944': abroad('FM', 'Pacific/Kosrae'),
  '96960': abroad('MH', 'Pacific/Majuro'),
  '96970': abroad('MH', 'Pacific/Majuro'),
  '96898': abroad('US-UM', 'Pacific/Wake'),
};
function abroad(region: string, zone: string): Place {
  return { region, zones: [zone] };
}

const eastern = 'America/New_York';
const central = 'America/Chicago';
const mountain = 'America/Denver';
const arizona = 'America/Phoenix';
const pacific = 'America/Los_Angeles';

/** Where a state keeps more than one time: each of its prefixes, or the zone of those that are not named (`rest`). */
const split: Readonly<
  Record<string, { readonly rest: readonly string[] } & Readonly<Record<string, readonly string[]>>>
> = {
  AL: { rest: [central], '368': [central, eastern] },
  AK: { rest: ['America/Anchorage'], '995': ['America/Anchorage', 'America/Adak'] },
  AZ: { rest: [arizona], '860': [arizona, mountain], '865': [arizona, mountain] },
  FL: { rest: [eastern], '324': [eastern, central], '325': [central] },
  ID: { rest: [mountain], '835': [mountain, pacific], '838': [pacific] },
  IN: {
    rest: [eastern],
    '463': [central],
    '464': [central],
    '465': [eastern, central],
    '469': [eastern, central],
    '475': [eastern, central],
    '476': [eastern, central],
    '477': [central],
    '479': [eastern, central],
  },
  KS: { rest: [central], '677': [central, mountain], '678': [central, mountain] },
  KY: {
    rest: [eastern],
    '401': [eastern, central],
    '420': [central],
    '421': [central],
    '422': [central],
    '423': [central],
    '424': [central],
    '426': [eastern, central],
    '427': [eastern, central],
  },
  MI: { rest: [eastern], '498': [eastern, central], '499': [eastern, central] },
  NE: {
    rest: [central],
    '690': [central, mountain],
    '691': [central, mountain],
    '692': [central, mountain],
    '693': [mountain],
  },
  NV: { rest: [pacific], '898': [pacific, mountain] },
  ND: { rest: [central], '585': [central, mountain], '586': [central, mountain], '588': [central, mountain] },
  OR: { rest: [pacific], '979': [pacific, mountain] },
  SD: { rest: [central], '575': [central, mountain], '576': [central, mountain], '577': [mountain] },
  TN: {
    rest: [central],
    '373': [eastern, central],
    '374': [eastern],
    '376': [eastern],
    '377': [eastern, central],
    '378': [eastern],
    '379': [eastern],
  },
  TX: { rest: [central], '798': [central, mountain], '799': [mountain], '885': [mountain] },
};

/** The zones of a state or territory: all that its area codes lie in. */
const zonesOfState: ReadonlyMap<string, readonly string[]> = new Map(
  [...Map.groupBy(areaCodes.values(), ({ region }) => region)].map(([region, places]) => [
    region,
    [...new Set(places.flatMap(({ zones }) => zones))],
  ]),
);

const byPrefix: ReadonlyMap<string, Place> = new Map(
  states.flatMap(([state, ranges]) =>
    ranges.split(' ').flatMap((range) => {
      const [from, to = from] = range.split('-').map(Number) as [number, number?];
      return Array.from({ length: to - from + 1 }, (_, nth): readonly [string, Place] => {
        const prefix = String(from + nth).padStart(3, '0');
        const zones =
          split[state] === undefined ? zonesOfState.get(`US-${state}`) : (split[state][prefix] ?? split[state].rest);
        return [prefix, { region: `US-${state}`, zones: zones ?? [] }];
      });
    }),
  ),
);

/** Two letters of a state or territory of the United States. */
export const isState = (state: string): boolean => zonesOfState.has(`US-${state}`);

/** Where a state is; null: there is none of that name. */
export function placeOfState(state: string): Place | null {
  const region = `US-${state.toUpperCase()}`;
  const zones = zonesOfState.get(region);
  return zones === undefined ? null : { region, zones };
}

/** Where a ZIP code (`94110`, `94110-1234`) is; null: it doesn't say. */
export function placeOfZip(zip: string): Place | null {
  const code = /^(\d{5})(?:-?\d{4})?$/u.exec(zip.trim())?.[1];
  if (code === undefined) return null;
  const elsewhere = exceptions[code] ?? byPrefix.get(code.slice(0, 3)) ?? null;
  return typeof elsewhere === 'string' ? placeOfState(elsewhere) : elsewhere;
}
