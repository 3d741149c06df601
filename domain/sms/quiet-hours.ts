import { DateTime } from 'luxon';
import { placeOf, zonesOf } from './area-codes.ts';

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
}
const daily = (from: number, to: number): Week => ({
  weekdays: { from, to },
  saturday: { from, to },
  sunday: { from, to },
});

/** States that are stricter than the federation. Data: laws change. */
export const stateHours: Readonly<Record<string, Week>> = {
  'US-FL': daily(8, 20),
  'US-MD': daily(8, 20),
  'US-MS': daily(8, 20),
  'US-NJ': daily(8, 20),
  'US-OK': daily(8, 20),
  'US-CT': daily(9, 20),
  'US-TX': { weekdays: { from: 9, to: 21 }, saturday: { from: 9, to: 21 }, sunday: { from: 12, to: 21 } },
  'US-RI': { weekdays: { from: 9, to: 18 }, saturday: { from: 10, to: 17 }, sunday: { from: 10, to: 17 } },
};

export type QuietHours = { readonly kind: 'allowed' } | { readonly kind: 'wait'; readonly until: Date };

export interface QuietHoursQuestion {
  /** The recipient's number, E.164. */
  readonly to: string;
  readonly at: Date;
  /** The business's own zone, for numbers of which nobody knows anything (`zonesOf`). */
  readonly fallbackZone: string;
  /** The business's own hours; they narrow the law's, never widen them. */
  readonly hours?: Hours;
}

/**
 * Whether a text may go out now, by the recipient's local time and the stricter of federal, state and own hours; else when it may
 * next. Where somebody may be in one of several zones (`zonesOf`), it must be allowed in all. Local days are reckoned by
 * the calendar, so hours are right on the days that clocks change.
 */
export function quietHours({ to, at, fallbackZone, hours = federalHours }: QuietHoursQuestion): QuietHours {
  const place = placeOf(to);
  const week = (place === null ? undefined : stateHours[place.region]) ?? daily(federalHours.from, federalHours.to);
  return nextAllowed(at.getTime(), zonesOf(to, fallbackZone), week, hours);
}

/** Of one minute, zones and hours the answer is the same for everybody: a broadcast asks it a million times. */
const opened = new Map<string, number>();
const mostKept = 2_000;

function nextAllowed(at: number, zones: readonly string[], week: Week, hours: Hours): QuietHours {
  const { weekdays, saturday, sunday } = week;
  const minute = Math.floor(at / 60_000);
  const key = [minute, zones, ...[weekdays, saturday, sunday, hours].flatMap(({ from, to }) => [from, to])].join(' ');
  const known = opened.get(key);
  // Hours begin and end on whole minutes: within one that is allowed, every instant is.
  const instant = known ?? opening(minute * 60_000, zones, week, hours);
  if (known === undefined) {
    if (opened.size >= mostKept) opened.clear();
    opened.set(key, instant);
  }
  return instant <= at ? { kind: 'allowed' } : { kind: 'wait', until: new Date(instant) };
}

function opening(at: number, zones: readonly string[], week: Week, hours: Hours): number {
  let instant = at;
  // Each round moves to the next opening in one of the zones; two zones an hour or two apart agree within a few rounds.
  for (let round = 0; round < 60; round += 1) {
    const next = Math.max(...zones.map((zone) => nextOpening(instant, zone, week, hours)));
    if (next === instant) return instant;
    instant = next;
  }
  // The hours leave no time at all: look again in a day.
  return at + 86_400_000;
}

/** The instant itself when it is within the hours, else the next one that is (milliseconds of the epoch). */
function nextOpening(instant: number, zone: string, week: Week, own: Hours): number {
  const local = DateTime.fromMillis(instant, { zone });
  for (let days = 0; days <= 8; days += 1) {
    const day = local.startOf('day').plus({ days });
    const { from, to } = hoursOn(day, week, own);
    if (from >= to) continue;
    const opens = day.set({ hour: from }).toMillis();
    const closes = to === 24 ? day.plus({ days: 1 }).toMillis() : day.set({ hour: to }).toMillis();
    if (instant < opens) return opens;
    if (instant < closes) return instant;
  }
  return instant + 86_400_000;
}

function hoursOn(day: DateTime, week: Week, own: Hours): Hours {
  const law =
    day.weekday === 7 ? week.sunday
    : day.weekday === 6 ? week.saturday
    : week.weekdays;
  return { from: Math.max(law.from, own.from), to: Math.min(law.to, own.to) };
}
