import { DateTime } from 'luxon';
import { type Place, placeOf, zonesOf } from './area-codes.ts';
import { isHoliday, isStateHoliday } from './holidays.ts';
import { placeOfState, placeOfZip } from './zip-codes.ts';

/** From one whole hour to another of a day, local time: allowed from `from`:00 on, no longer at `to`:00. */
export interface Hours {
  readonly from: number;
  readonly to: number;
}

/** The federal hours (47 CFR 64.1200(c)(1)) and our default everywhere. */
export const federalHours: Hours = { from: 8, to: 21 };

interface Week {
  readonly weekdays: Hours;
  readonly saturday: Hours;
  readonly sunday: Hours;
  /** No solicitation on legal holidays, the federal ones and those of the state (`holidays.ts`). */
  readonly closedOnHolidays: boolean;
}
const daily = (from: number, to: number): Week => ({
  weekdays: { from, to },
  saturday: { from, to },
  sunday: { from, to },
  closedOnHolidays: false,
});
const closed: Hours = { from: 0, to: 0 };
const noSunday = (week: Week): Week => ({ ...week, sunday: closed });
const noHoliday = (week: Week): Week => ({ ...week, closedOnHolidays: true });

interface StateLaw {
  readonly source: string;
  /** What it was compared with, and of when that was: the text of the law, or summaries of it that agree. */
  readonly checked: string;
  /** The first day on which it is in force, by the clocks there; left out: for as long as there have been texts. */
  readonly since?: string;
  readonly week: Week;
}
const summaries = 'tables of ClickPoint (July 2025), Drop Cowboy (2025-11-01) and Stello (2026-04-08)';

/** States that are stricter than the federation, the newest law last. Data: laws change. */
export const stateHours: Readonly<Record<string, readonly StateLaw[]>> = {
  'US-AL': [
    {
      source: 'Ala. Admin. Code 770-X-5-.17(1)(b)',
      checked: 'Register vol. 43 no. 2, 2024-11-27',
      week: noHoliday(noSunday(daily(8, 20))),
    },
  ],
  'US-CT': [{ source: 'Conn. Gen. Stat. 42-288a; P.A. 23-98', checked: summaries, week: daily(9, 20) }],
  'US-FL': [
    {
      source: 'Fla. Stat. 501.616(6)(a)',
      checked: 'lawserver.com and SB 1120 as enrolled, 2021',
      since: '2021-07-01',
      week: daily(8, 20),
    },
  ],
  'US-KY': [{ source: 'KRS 367.46955', checked: summaries, week: daily(10, 21) }],
  'US-LA': [
    {
      source: 'La. R.S. 45:844.11 ff.; PSC General Order R-29617, V(A)(2)',
      checked: 'dnc.com, December 2023; lpsc.louisiana.gov, 2024-09-24',
      week: noHoliday(noSunday(daily(8, 20))),
    },
  ],
  'US-MA': [
    { source: 'M.G.L. c. 159C s. 3; 201 CMR 12.02(2)', checked: 'Register 1531, 2024-09-27', week: daily(8, 20) },
  ],
  'US-MD': [
    {
      source: 'Md. Code, Com. Law 14-4502',
      checked: 'dnc.com and wmar2news.com, 2024-01-01',
      since: '2024-01-01',
      week: daily(8, 20),
    },
  ],
  'US-MI': [{ source: 'MCL 445.111', checked: summaries, week: daily(9, 21) }],
  'US-MN': [{ source: 'Minn. Stat. 325E.30', checked: summaries, week: daily(9, 21) }],
  // Its closing on holidays ended with the rules of the Public Service Commission.
  'US-MS': [
    { source: 'Miss. Code 77-3-603(a), 77-3-723(1)', checked: 'dnc.com, 2024-06-03', week: noSunday(daily(8, 20)) },
  ],
  'US-NJ': [{ source: 'N.J.S.A. 56:8-130', checked: summaries, week: daily(8, 20) }],
  'US-NM': [{ source: 'N.M. Stat. 57-12-22', checked: summaries, week: daily(9, 21) }],
  'US-NV': [{ source: 'NRS 228.500 ff., 597.814; strictest reading', checked: summaries, week: daily(9, 20) }],
  'US-OK': [{ source: '15 O.S. 775C.4', checked: summaries, since: '2022-11-01', week: daily(8, 20) }],
  'US-OR': [
    {
      source: 'Or. HB 3865 (2025)',
      checked: 'Troutman Pepper Locke on jdsupra.com, 2025; postscript.io, 2026-01-01',
      since: '2026-01-01',
      week: daily(8, 20),
    },
  ],
  'US-PA': [
    { source: '73 P.S. 2245(a)(10)', checked: 'jenkinslaw.org, 2019-12-03', week: noHoliday(daily(8, 21)) },
    {
      source: '73 P.S. 2245 as amended in 2026',
      checked: 'Call Desk on glama.ai, read in November 2026',
      since: '2026-10-18',
      week: noHoliday(noSunday(daily(8, 21))),
    },
  ],
  'US-RI': [
    {
      source: 'R.I. Gen. Laws 5-61-2(2), 5-61-3.6',
      checked: 'webserver.rilin.state.ri.us and instalawyer.io, read in November 2026',
      week: noHoliday(noSunday({ ...daily(10, 17), weekdays: { from: 9, to: 18 } })),
    },
  ],
  // What dials by itself may do so on weekdays alone.
  'US-SD': [
    {
      source: 'SDCL 37-30-28, 37-30A-3; strictest reading',
      checked: 'legis.state.sd.us and lexace.ai, read in November 2026',
      week: noSunday({ ...daily(9, 21), saturday: closed }),
    },
  ],
  'US-TX': [
    {
      source: 'Tex. Bus. & Com. Code 301.051, 302 (SB 140, 2025)',
      checked: `appfueled.com, 2025; ${summaries}`,
      week: { ...daily(9, 21), sunday: { from: 12, to: 21 } },
    },
  ],
  'US-UT': [
    {
      source: 'Utah Code 13-25a-103(3)',
      checked: 'codes.findlaw.com, 2025-01-01',
      week: noHoliday(noSunday(daily(8, 21))),
    },
  ],
  'US-WA': [{ source: 'RCW 19.158.040(2)', checked: 'app.leg.wa.gov, read in November 2026', week: daily(8, 20) }],
  'US-WY': [
    { source: 'Wyo. Stat. 40-12-302', checked: 'Call Desk on glama.ai, read in November 2026', week: daily(8, 20) },
  ],
};

const federalWeek = daily(federalHours.from, federalHours.to);

/** The law of a region on a day, `2026-11-22`; the federal hours where it has none of its own. */
export const weekOf = (region: string | null, day: string): Week =>
  (region === null ? undefined : stateHours[region])?.findLast(({ since }) => since === undefined || since <= day)
    ?.week ?? federalWeek;

export type QuietHours = { readonly kind: 'allowed' } | { readonly kind: 'wait'; readonly until: Date };

/** Where somebody says that they live; null: they don't. */
export interface Home {
  /** Two letters, `CA`. */
  readonly state: string | null;
  /** `94110` or `94110-1234`. */
  readonly zip: string | null;
}

/**
 * All places of whose night and law somebody may be: by their number, and by the ZIP code and the state that they gave.
 * Who moved and kept their number is at home in both. What says nothing counts as little as what is not there.
 */
export function placesOf(to: string, home?: Home): readonly Place[] {
  const zip = home?.zip == null ? null : placeOfZip(home.zip);
  const state = home?.state == null ? null : placeOfState(home.state);
  // A ZIP code says more of its state's time than the state does.
  const isWithin = zip !== null && zip.region === state?.region;
  return [placeOf(to), zip, isWithin ? null : state].filter((place) => place !== null);
}

export interface QuietHoursQuestion {
  /** The recipient's number, E.164. */
  readonly to: string;
  readonly at: Date;
  /** The business's own zone, for numbers of which nobody knows anything (`zonesOf`). */
  readonly fallbackZone: string;
  /** Where they say that they live; left out: only the number says. */
  readonly home?: Home;
  /** The business's own hours; they narrow the law's, never widen them. */
  readonly hours?: Hours;
}

/** One zone in which somebody may be, with the law that holds there; null: the federal one. */
interface Clock {
  readonly zone: string;
  readonly region: string | null;
}
function clocksOf(to: string, fallbackZone: string, home?: Home): readonly Clock[] {
  const places = placesOf(to, home);
  const own = placeOf(to);
  // A number that says nothing may be anywhere, unless its owner says where.
  const unsaid = own === null && places.length === 0 ? zonesOf(to, fallbackZone) : [];
  return [
    ...places.flatMap(({ zones, region }) => zones.map((zone) => ({ zone, region }))),
    ...unsaid.map((zone) => ({ zone, region: null })),
  ];
}

/** The zones of everywhere that somebody may be; none where neither a number nor a home says. */
export const zonesOfPerson = (phone: string | null, fallbackZone: string, home: Home): readonly string[] => {
  if (phone === null && placesOf('', home).length === 0) return [];
  return [...new Set(clocksOf(phone ?? '', fallbackZone, home).map(({ zone }) => zone))];
};

/**
 * Whether a text may go out now, by the recipient's local time and the stricter of federal, state and own hours; else when it may
 * next. Where somebody may be in one of several places or zones (`placesOf`, `zonesOf`), it must be allowed in all, by the
 * law of each. Local days are reckoned by the calendar, so hours are right on the days that clocks change.
 */
export function quietHours({ to, at, fallbackZone, home, hours = federalHours }: QuietHoursQuestion): QuietHours {
  return nextAllowed(at.getTime(), clocksOf(to, fallbackZone, home), hours);
}

/** Of one minute, clocks and hours the answer is the same for everybody: a broadcast asks it a million times. */
const opened = new Map<string, number>();
const maxKept = 2_000;

function nextAllowed(at: number, clocks: readonly Clock[], hours: Hours): QuietHours {
  const minute = Math.floor(at / 60_000);
  const key = [minute, hours.from, hours.to, ...clocks.flatMap(({ zone, region }) => [zone, region])].join(' ');
  const known = opened.get(key);
  // Hours begin and end on whole minutes: within one that is allowed, every instant is.
  const instant = known ?? opening(minute * 60_000, clocks, hours);
  if (known === undefined) {
    if (opened.size >= maxKept) opened.clear();
    opened.set(key, instant);
  }
  return instant <= at ? { kind: 'allowed' } : { kind: 'wait', until: new Date(instant) };
}

function opening(at: number, clocks: readonly Clock[], hours: Hours): number {
  let instant = at;
  // Each round moves to the next opening by one of the clocks; zones an hour or two apart agree within a few rounds.
  for (let round = 0; round < 60; round += 1) {
    const next = Math.max(...clocks.map((clock) => nextOpening(instant, clock, hours)));
    if (next === instant) return instant;
    instant = next;
  }
  // The hours leave no time at all: look again in a day.
  return at + 86_400_000;
}

/** The instant itself when it is within the hours, else the next one that is (milliseconds of the epoch). */
function nextOpening(instant: number, { zone, region }: Clock, own: Hours): number {
  const local = DateTime.fromMillis(instant, { zone });
  // A weekend beside a holiday leaves at most three days without an hour.
  for (let days = 0; days <= 8; days += 1) {
    const day = local.startOf('day').plus({ days });
    const { from, to } = hoursOn(day, region, own);
    if (from >= to) continue;
    const opens = day.set({ hour: from }).toMillis();
    const closes = to === 24 ? day.plus({ days: 1 }).toMillis() : day.set({ hour: to }).toMillis();
    if (instant < opens) return opens;
    if (instant < closes) return instant;
  }
  return instant + 86_400_000;
}

function hoursOn(day: DateTime, region: string | null, own: Hours): Hours {
  const week = weekOf(region, day.toISODate()!);
  if (week.closedOnHolidays && (isHoliday(day) || isStateHoliday(region, day))) return closed;
  const law =
    day.weekday === 7 ? week.sunday
    : day.weekday === 6 ? week.saturday
    : week.weekdays;
  return { from: Math.max(law.from, own.from), to: Math.min(law.to, own.to) };
}
