import { DateTime } from 'luxon';
import { placeOf } from '../sms/area-codes.ts';
import { type Home, placesOf } from '../sms/quiet-hours.ts';
import { Schedule } from './fields.ts';

/** The instant of a wall clock in a zone. A time that clocks leap over is an hour later; one that is there twice is the first. */
const instantOf = (wallClock: string, zone: string): number =>
  Math.min(
    ...DateTime.fromISO(wallClock, { zone })
      .getPossibleOffsets()
      .map((time) => time.toMillis()),
  );

/** Where recipients of the North American plan live, east to west: a clock that each reads by themselves begins with the first. */
const zones = ['America/St_Johns', 'America/Halifax', 'America/New_York'] as const;

/**
 * When a broadcast begins, as an ISO instant; null: its time is over and does not come again. `zone`: of the business.
 * By the recipients' own clocks it begins where the day does, and each waits for their hour (`dueFor`).
 */
export function startOf(schedule: Schedule, zone: string, now: Date): string | null {
  // Drafts from before such times were refused may hold one.
  if (!Schedule.safeParse(schedule).success) return null;
  switch (schedule.kind) {
    case 'now':
      return now.toISOString();
    case 'at':
      return iso(instantOf(schedule.at, schedule.zone));
    case 'recipient':
      return iso(Math.min(...[zone, ...zones].map((each) => instantOf(schedule.at, each))));
    case 'recurring':
      return nextOccurrence(schedule, now)?.startAt ?? null;
    default:
      return schedule satisfies never;
  }
}

/** The first time of a recurring one that is not over yet, and its day; null: it was the last. */
export function nextOccurrence(
  { at, zone, every, until }: Extract<Schedule, { kind: 'recurring' }>,
  after: Date,
): { readonly day: string; readonly startAt: string } | null {
  // By the wall clock, so that days on which clocks change keep the hour.
  const first = DateTime.fromISO(at, { zone: 'utc' });
  const local = DateTime.fromJSDate(after, { zone }).setZone('utc', { keepLocalTime: true });
  const unit = `${every}s` as const;
  for (let n = Math.max(0, Math.floor(local.diff(first, unit).as(unit)) - 1); ; n += 1) {
    const wall = first.plus({ [unit]: n });
    const day = wall.toISODate()!;
    if (until !== null && day > until) return null;
    const startAt = instantOf(wall.toFormat("yyyy-MM-dd'T'HH:mm"), zone);
    if (startAt > after.getTime()) return { day, startAt: iso(startAt) };
  }
}

/**
 * When a recipient's own clock shows the time, as an ISO instant. Where an area code lies in two zones, the later; where
 * nobody knows, the business's.
 */
export function dueFor({ at }: { readonly at: string }, phone: string | null, zone: string, home?: Home): string {
  // Where they say that they live, before where their number is from.
  const said = placesOf('', home).flatMap(({ zones: own }) => own);
  const place = phone === null ? null : placeOf(phone);
  const own = said.length > 0 ? said : (place?.zones ?? [zone]);
  return iso(Math.max(...own.map((each) => instantOf(at, each))));
}

const iso = (instant: number): string => new Date(instant).toISOString();
