/** The states and territories of the United States by their two letters (USPS Publication 28, appendix B). */
export const stateNames: Readonly<Record<string, string>> = {
  AL: 'Alabama',
  AK: 'Alaska',
  AZ: 'Arizona',
  AR: 'Arkansas',
  CA: 'California',
  CO: 'Colorado',
  CT: 'Connecticut',
  DE: 'Delaware',
  DC: 'District of Columbia',
  FL: 'Florida',
  GA: 'Georgia',
  HI: 'Hawaii',
  ID: 'Idaho',
  IL: 'Illinois',
  IN: 'Indiana',
  IA: 'Iowa',
  KS: 'Kansas',
  KY: 'Kentucky',
  LA: 'Louisiana',
  ME: 'Maine',
  MD: 'Maryland',
  MA: 'Massachusetts',
  MI: 'Michigan',
  MN: 'Minnesota',
  MS: 'Mississippi',
  MO: 'Missouri',
  MT: 'Montana',
  NE: 'Nebraska',
  NV: 'Nevada',
  NH: 'New Hampshire',
  NJ: 'New Jersey',
  NM: 'New Mexico',
  NY: 'New York',
  NC: 'North Carolina',
  ND: 'North Dakota',
  OH: 'Ohio',
  OK: 'Oklahoma',
  OR: 'Oregon',
  PA: 'Pennsylvania',
  RI: 'Rhode Island',
  SC: 'South Carolina',
  SD: 'South Dakota',
  TN: 'Tennessee',
  TX: 'Texas',
  UT: 'Utah',
  VT: 'Vermont',
  VA: 'Virginia',
  WA: 'Washington',
  WV: 'West Virginia',
  WI: 'Wisconsin',
  WY: 'Wyoming',
  PR: 'Puerto Rico',
  VI: 'U.S. Virgin Islands',
  GU: 'Guam',
  AS: 'American Samoa',
  MP: 'Northern Mariana Islands',
};
/** What stands in addresses where a state would: military email and states in free association. None has a law of hours. */
const besideStates: Readonly<Record<string, string>> = {
  AA: 'Armed Forces Americas',
  AE: 'Armed Forces Europe',
  AP: 'Armed Forces Pacific',
  FM: 'Federated States of Micronesia',
  MH: 'Marshall Islands',
  PW: 'Palau',
};
const byName: ReadonlyMap<string, string> = new Map(
  Object.entries({ ...stateNames, ...besideStates }).flatMap(([code, name]) => [
    [code.toLowerCase(), code],
    [name.replace(/\./gu, '').toLowerCase(), code],
  ]),
);

/** The two letters of a state as people write it: “ca”, “California”. Null: there is no such state. */
export const readState = (typed: string): string | null =>
  byName.get(typed.trim().replace(/\./gu, '').replace(/\s+/gu, ' ').toLowerCase()) ?? null;

/** A ZIP code as people write it, also with four more digits, `94110-1234`. Null: it is none. */
export function readZip(typed: string): string | null {
  const [, code, more] = /^\s*(\d{5})(?:[- ]?(\d{4}))?\s*$/u.exec(typed) ?? [];
  if (code === undefined) return null;
  return more === undefined ? code : `${code}-${more}`;
}
