import type { DateTime } from 'luxon';

/** Which day of the month: the nth of a weekday (1: Monday), from the end where it is -1. */
const nth =
  (month: number, weekday: number, count: number) =>
  (day: DateTime): boolean => {
    if (day.month !== month || day.weekday !== weekday) return false;
    return count > 0 ? Math.ceil(day.day / 7) === count : day.day + 7 > day.daysInMonth!;
  };
const on =
  (month: number, date: number) =>
  (day: DateTime): boolean =>
    day.month === month && day.day === date;

/** Easter Sunday of a year of the Gregorian calendar, as month and day (the anonymous algorithm: Nature, 20 April 1876). */
function easter(year: number): { readonly month: number; readonly day: number } {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const d = Math.floor(b / 4);
  const e = b % 4;
  const g = Math.floor((8 * b + 13) / 25);
  const h = (19 * a + b - d - g + 15) % 30;
  const i = Math.floor(c / 4);
  const k = c % 4;
  const l = (32 + 2 * e + 2 * i - h - k) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const month = Math.floor((h + l - 7 * m + 114) / 31);
  return { month, day: ((h + l - 7 * m + 114) % 31) + 1 };
}
const daysFromEaster =
  (days: number) =>
  (day: DateTime): boolean => {
    const sunday = easter(day.year);
    return day.toISODate() === day.set(sunday).plus({ days }).toISODate();
  };
/** On the Friday or Monday beside it where it falls on a weekend. */
const observed =
  (is: (day: DateTime) => boolean) =>
  (day: DateTime): boolean =>
    is(day) || (day.weekday === 1 && is(day.minus({ days: 1 }))) || (day.weekday === 5 && is(day.plus({ days: 1 })));

const fixed = ['1-1', '6-19', '7-4', '11-11', '12-25'];
const isFixed = (day: DateTime): boolean => fixed.includes(`${day.month}-${day.day}`);
const federal: readonly ((day: DateTime) => boolean)[] = [
  observed(isFixed),
  ...[nth(1, 1, 3), nth(2, 1, 3), nth(5, 1, -1), nth(9, 1, 1), nth(10, 1, 2), nth(11, 4, 4)],
];

/** A federal holiday (5 U.S.C. 6103), or the Friday or Monday on which one that falls on a weekend is observed. */
export const isHoliday = (day: DateTime): boolean => federal.some((is) => is(day));

interface StateHolidays {
  readonly source: string;
  readonly days: readonly ((day: DateTime) => boolean)[];
}
const goodFriday = daysFromEaster(-2);
/** The Tuesday after the first Monday of November. */
const electionDay = (day: DateTime): boolean => nth(11, 1, 1)(day.minus({ days: 1 }));
const generalElection = (day: DateTime): boolean => day.year % 2 === 0 && electionDay(day);
/**
 * Legal holidays of a state besides the federal ones, of states whose law closes on them. Data: laws change; compared
 * with the npm package `date-holidays` 3.37.0 and, for Pennsylvania, with dnc.com in November 2026.
 */
export const stateHolidays: Readonly<Record<string, StateHolidays>> = {
  // Confederate Memorial Day, Jefferson Davis’ birthday
  'US-AL': { source: 'Ala. Code 1-3-8', days: [nth(4, 1, 4), nth(6, 1, 1)] },
  // Mardi Gras, Good Friday, All Saints’ Day, general elections
  'US-LA': { source: 'La. R.S. 1:55', days: [daysFromEaster(-47), goodFriday, on(11, 1), generalElection] },
  // Good Friday, Flag Day, election day
  'US-PA': { source: '44 P.S. 11', days: [goodFriday, on(6, 14), electionDay] },
  // Victory Day, general elections
  'US-RI': { source: 'R.I. Gen. Laws 25-1-1', days: [nth(8, 1, 2), generalElection] },
  // Pioneer Day
  'US-UT': { source: 'Utah Code 63G-1-301', days: [observed(on(7, 24))] },
};
export const isStateHoliday = (region: string | null, day: DateTime): boolean =>
  region !== null && (stateHolidays[region]?.days.some((is) => is(day)) ?? false);
