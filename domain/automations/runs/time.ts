import { DateTime, IANAZone } from 'luxon';
import { attributeByApiName, type AttributesOf } from '../../contacts/attributes.ts';
import { type DayAt, type Duration, numbersOf, type WaitUntil, type ZoneOf } from '../document/document.ts';

/** Where the clocks are. A contact may be in one of several zones: what is meant to be past must be past in all. */
export interface Zones {
  readonly business: string;
  readonly contact: readonly string[];
}
/** What is known of a contact's days: yearly ones as `MM-DD`, custom fields as they are written, `2026-11-22`. */
export interface Days extends Readonly<Record<AttributesOf<'day-of-year'>, string | null>> {
  readonly custom: Readonly<Record<string, string>>;
}

/** `at`: an ISO instant. `missed`: there is no such day, nobody knows it, or it is over. */
export type Wake =
  { readonly kind: 'at'; readonly at: string } | { readonly kind: 'missed'; readonly why: 'unknown-day' | 'over' };

/** The zones that a step means. */
export const zonesFor = (of: ZoneOf, { business, contact }: Zones): readonly string[] =>
  of === 'contact' && contact.length > 0 ? contact : [business];

/**
 * When a wait that begins now is over. First the day, then the hour, in the zone. A time that clocks leap over is as much
 * later as they leap; one that is there twice is the first of the two, so that each day has each time once. A time of day,
 * a weekday or a yearly day is always ahead, so that what fired at its time fires again on another day.
 */
export function wakeAt(until: Exclude<WaitUntil, { kind: 'event' }>, now: string, zones: Zones, days: Days): Wake {
  switch (until.kind) {
    case 'duration':
      return latest(zonesFor(until.zone, zones), (zone) => later(now, until, zone));
    case 'time':
      return latest(zonesFor(until.zone, zones), (zone) => nextDay(now, zone, until.at, () => true));
    case 'weekday': {
      const wanted = numbersOf(until.days);
      return latest(zonesFor(until.zone, zones), (zone) =>
        nextDay(now, zone, until.at, ({ weekday }) => wanted.size === 0 || wanted.has(weekday)),
      );
    }
    case 'date':
      return dayAt(until.when, now, zones, days);
    default:
      return until satisfies never;
  }
}

/** The end of a time-out, or of a pause before something is tried again. */
export const deadline = (now: string, duration: Duration, zone: string): string =>
  iso(later(now, duration, zoneOf(zone)));

const iso = (ms: number): string => new Date(ms).toISOString();
const latest = (zones: readonly string[], each: (zone: IANAZone) => number): Wake => ({
  kind: 'at',
  at: iso(Math.max(...zones.map((zone) => each(zoneOf(zone))))),
});
/** luxon keeps zones by their names: to ask it whether there is one is dear. */
const zoneOf = (name: string): IANAZone => {
  const zone = IANAZone.create(name);
  return zone.isValid ? zone : IANAZone.create('UTC');
};

const minuteMs = 60_000;
const dayMs = 86_400_000;
/** The instant of a wall clock: the first of two, and, where clocks leap over it, by the clock as it was before. */
function instantOf(wall: DateTime, zone: IANAZone): number {
  const shown = wall.toMillis();
  const before = shown - zone.offset(shown - dayMs) * minuteMs;
  const behind = shown - zone.offset(shown + dayMs) * minuteMs;
  const real = [before, behind].filter((instant) => instant + zone.offset(instant) * minuteMs === shown);
  return real.length === 0 ? before : Math.min(...real);
}
/** What the clock of a zone shows, as a time that knows of no clock changes. */
function wallOf(instant: string, zone: IANAZone): DateTime {
  const ms = Date.parse(instant);
  return DateTime.fromMillis(ms + zone.offset(ms) * minuteMs, { zone: 'utc' });
}
const at = (day: DateTime, time: string): DateTime =>
  day.startOf('day').set({ hour: Number(time.slice(0, 2)), minute: Number(time.slice(3)) });

function later(now: string, { amount, unit }: Duration, zone: IANAZone): number {
  if (unit === 'minutes') return Date.parse(now) + amount * minuteMs;
  if (unit === 'hours') return Date.parse(now) + amount * 60 * minuteMs;
  // Where the clock is set back between, the first of two equal times may be over: never before now.
  return Math.max(instantOf(wallOf(now, zone).plus({ [unit]: amount }), zone), Date.parse(now));
}

function nextDay(now: string, zone: IANAZone, time: string, fits: (day: DateTime) => boolean): number {
  const today = at(wallOf(now, zone), time);
  // A week and a day: the same weekday again, where its hour is over today.
  for (let ahead = 0; ; ahead += 1) {
    const day = today.plus({ days: ahead });
    const instant = instantOf(day, zone);
    if (fits(day) && instant > Date.parse(now)) return instant;
  }
}

/** A contact's own day as it is written; null: it is not known. */
export const writtenDay = (day: DayAt['day'], days: Days): string | null =>
  day.of === 'custom' ?
    day.id !== null && Object.hasOwn(days.custom, day.id) ?
      days.custom[day.id]!
    : null
  : days[attributeByApiName[day.of]];

/**
 * When a contact's own day is: a birthday, an anniversary, a day of a custom field, so many days before or after it.
 * Who was born on 29 February is meant on the 28th in a year that has none (as in `daysOfYear`).
 */
export function dayAt({ day, offset, at: time, zone }: DayAt, now: string, zones: Zones, days: Days): Wake {
  const parts = /^(?:(\d{4})-)?(\d{2})-(\d{2})$/.exec(writtenDay(day, days) ?? '');
  if (parts === null) return { kind: 'missed', why: 'unknown-day' };
  const [month, date] = [Number(parts[2]), Number(parts[3])];
  const wanted = zonesFor(zone, zones);
  const on = (year: number): Wake | null => {
    const known = dayOf(year, month, date);
    return known === null ? null : latest(wanted, (each) => instantOf(at(known.plus({ days: offset }), time), each));
  };
  if (day.of === 'custom' && !day.yearly) {
    const once = parts[1] === undefined ? null : on(Number(parts[1]));
    if (once === null) return { kind: 'missed', why: 'unknown-day' };
    return once.kind === 'at' && once.at <= now ? { kind: 'missed', why: 'over' } : once;
  }
  const year = wallOf(now, zoneOf(wanted[0]!)).year;
  // An offset reaches a year far at most; zones differ by a day.
  for (let ahead = -2; ahead <= 3; ahead += 1) {
    const found = on(year + ahead);
    if (found === null) break;
    if (found.kind === 'at' && found.at > now) return found;
  }
  return { kind: 'missed', why: 'unknown-day' };
}

/** A day of a year, at midnight of no zone; null: no year has it. */
function dayOf(year: number, month: number, date: number): DateTime | null {
  const day = DateTime.utc(year, month, date);
  if (day.isValid) return day;
  return month === 2 && date === 29 ? DateTime.utc(year, 2, 28) : null;
}
