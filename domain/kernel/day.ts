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

/** An instant as a business reads it, the same on a till, a page and a phone: `12/07/2026, 4:14pm`. */
export const momentIn = (
  instant: string,
  business: { readonly timezone: string; readonly dateFormat: string },
): string => `${dayIn(instant, business)}, ${timeIn(instant, business)}`;

/** `4:14pm` */
export const timeIn = (instant: string, { timezone }: { readonly timezone: string }): string =>
  new Intl.DateTimeFormat('en-US', { timeZone: timezone, hour: 'numeric', minute: '2-digit', hour12: true })
    .format(new Date(instant))
    .replace(/\s/gu, '')
    .toLowerCase();

/** The zones in which days and months begin first, and end last. */
export const earliestZone = 'Pacific/Kiritimati';
export const latestZone = 'Etc/GMT+12';

/** Of one zone and minute the answer is the same for everybody: a broadcast asks it a million times. */
const days = new Map<string, string>();
const maxKept = 2_000;

/** The calendar's day of a zone, `2026-11-21`. An unknown zone is UTC. */
export function localDay(timezone: string, now: Date): string {
  const key = `${timezone} ${Math.floor(now.getTime() / 60_000)}`;
  const known = days.get(key);
  if (known !== undefined) return known;
  const zone = IANAZone.isValidZone(timezone) ? timezone : 'UTC';
  const day = DateTime.fromJSDate(now, { zone }).toFormat('yyyy-MM-dd');
  if (days.size >= maxKept) days.clear();
  days.set(key, day);
  return day;
}

/**
 * The instant at which a day (`2026-11-21`) begins in a zone; `shift`: so many days later. Where clocks go back to
 * midnight, as in Havana, a day has it twice, and begins with the first.
 */
export function startOfDay(day: string, timezone: string, shift = 0): string {
  const zone = IANAZone.isValidZone(timezone) ? timezone : 'UTC';
  const midnights = DateTime.fromISO(day, { zone }).plus({ days: shift }).startOf('day').getPossibleOffsets();
  return DateTime.min(...midnights)!
    .toUTC()
    .toISO()!;
}

/** The last millisecond of a day (`2026-11-21`) in a zone; `shift`: so many days later. */
export const endOfDay = (day: string, timezone: string, shift = 0): string =>
  new Date(Date.parse(startOfDay(day, timezone, shift + 1)) - 1).toISOString();

/** The instant of a full hour on a day (`2026-11-21`) in a zone; `shift`: so many days later. */
export function atHour(day: string, hour: number, timezone: string, shift = 0): string {
  const zone = IANAZone.isValidZone(timezone) ? timezone : 'UTC';
  return DateTime.fromISO(day, { zone }).plus({ days: shift }).set({ hour }).toUTC().toISO()!;
}
