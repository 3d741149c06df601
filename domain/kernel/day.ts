import { DateTime, IANAZone } from 'luxon';

/** The day of an instant in a zone, as a business writes it (`MM/DD/YYYY`, `DD/MM/YYYY`, `YYYY/MM/DD`). */
export function dayIn(
  instant: string,
  { timezone, dateFormat }: { readonly timezone: string; readonly dateFormat: string },
): string {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: timezone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(new Date(instant));
  const of = (type: string): string => parts.find((part) => part.type === type)?.value ?? '';
  return dateFormat.replace('YYYY', of('year')).replace('MM', of('month')).replace('DD', of('day'));
}

/** Of one zone and minute the answer is the same for everybody: a broadcast asks it a million times. */
const days = new Map<string, string>();
const mostKept = 2_000;

/** The calendar's day of a zone, `2026-11-21`. An unknown zone is UTC. */
export function localDay(timezone: string, now: Date): string {
  const key = `${timezone} ${Math.floor(now.getTime() / 60_000)}`;
  const known = days.get(key);
  if (known !== undefined) return known;
  const zone = IANAZone.isValidZone(timezone) ? timezone : 'UTC';
  const day = DateTime.fromJSDate(now, { zone }).toFormat('yyyy-MM-dd');
  if (days.size >= mostKept) days.clear();
  days.set(key, day);
  return day;
}

/** The instant at which a day (`2026-11-21`) begins in a zone; `shift`: so many days later. */
export function startOfDay(day: string, timezone: string, shift = 0): string {
  const zone = IANAZone.isValidZone(timezone) ? timezone : 'UTC';
  return DateTime.fromISO(day, { zone }).plus({ days: shift }).startOf('day').toUTC().toISO()!;
}
