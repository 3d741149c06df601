import type { BusinessProfile } from '../../api/contract/profile.ts';
import type { z } from 'zod';

/** How a business writes dates: its zone (IANA) and its format (MM/DD/YYYY, DD/MM/YYYY, YYYY/MM/DD). */
export interface DateStyle {
  readonly timezone: string;
  readonly dateFormat: string;
}

export const dateStyleOf = (business: z.output<typeof BusinessProfile> | null | undefined): DateStyle => ({
  timezone: business?.timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
  dateFormat: business?.date_format ?? 'MM/DD/YYYY',
});

const formats = new Map<string, Intl.DateTimeFormat>();
/** The parts of an instant in a zone, all as text: year `2026`, month `01`, day `09`, hour `1` to `12`, minute `05`, dayPeriod `am`. */
function parts(at: Date, timezone: string): Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'dayPeriod', string> {
  let format = formats.get(timezone);
  if (!format) {
    const shape = {
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: 'numeric',
      minute: '2-digit',
      hour12: true,
    } as const;
    try {
      format = new Intl.DateTimeFormat('en-US', { ...shape, timeZone: timezone });
    } catch {
      format = new Intl.DateTimeFormat('en-US', { ...shape, timeZone: 'UTC' });
    }
    formats.set(timezone, format);
  }
  const found = Object.fromEntries(format.formatToParts(at).map((part) => [part.type, part.value]));
  return {
    year: found['year'] ?? '',
    month: found['month'] ?? '',
    day: found['day'] ?? '',
    hour: found['hour'] ?? '',
    minute: found['minute'] ?? '',
    dayPeriod: (found['dayPeriod'] ?? '').toLowerCase(),
  };
}

/** `11/21/2026` in the business's format and zone. N/A for null. */
export function date(at: string | null, style: DateStyle): string {
  if (at === null) return 'N/A';
  const { year, month, day } = parts(new Date(at), style.timezone);
  return style.dateFormat.replace('YYYY', year).replace('MM', month).replace('DD', day);
}

/** `3:05pm` */
export function time(at: string, style: DateStyle): string {
  const { hour, minute, dayPeriod } = parts(new Date(at), style.timezone);
  return `${hour}:${minute}${dayPeriod}`;
}

/** `3:05pm` of a wall clock's `15:05`. */
export function wallTime(at: string): string {
  const [hour = 0, minute = 0] = at.split(':').map(Number);
  return `${hour % 12 || 12}:${String(minute).padStart(2, '0')}${hour < 12 ? 'am' : 'pm'}`;
}

/** `3:05pm 11/21`, the specification's short time format (`h:mma MM/DD`). N/A for null. */
export function shortTime(at: string | null, style: DateStyle): string {
  if (at === null) return 'N/A';
  const { month, day } = parts(new Date(at), style.timezone);
  return `${time(at, style)} ${style.dateFormat.startsWith('DD') ? `${day}/${month}` : `${month}/${day}`}`;
}

/** `11/21/2026, 3:05pm` with the zone's name: for titles, where the exact instant is wanted. */
export const exact = (at: string, style: DateStyle): string =>
  `${date(at, style)}, ${time(at, style)} (${style.timezone.replaceAll('_', ' ')}) · ${at}`;

/** `2026-11-21`: the day of an instant in a zone, for grouping and comparing. */
export function dayKey(at: string | Date, timezone: string): string {
  const { year, month, day } = parts(typeof at === 'string' ? new Date(at) : at, timezone);
  return `${year}-${month}-${day}`;
}

/** `Nov 2026` of `2026-11`. */
export const monthName = (month: string): string =>
  new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-15T12:00:00Z`),
  );

/** The day `days` after (or before) a day key. */
export function shiftDay(day: string, days: number): string {
  const at = new Date(`${day}T12:00:00Z`);
  at.setUTCDate(at.getUTCDate() + days);
  return at.toISOString().slice(0, 10);
}

/** `Nov 21`: a day key as an axis label. */
export function dayLabel(
  day: string,
  options: Intl.DateTimeFormatOptions = { month: 'short', day: 'numeric' },
): string {
  return new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' }).format(new Date(`${day}T12:00:00Z`));
}

/** What separates days in a timeline: Today, Yesterday, `Friday, Nov 20` within the year, else with the year. */
export function daySeparator(day: string, today: string): string {
  if (day === today) return 'Today';
  if (day === shiftDay(today, -1)) return 'Yesterday';
  return dayLabel(
    day,
    day.slice(0, 4) === today.slice(0, 4) ?
      { weekday: 'long', month: 'short', day: 'numeric' }
    : { weekday: 'short', month: 'short', day: 'numeric', year: 'numeric' },
  );
}

/** For a list: the time today, the weekday within six days, else the date. */
export function listTime(at: string, style: DateStyle, now: Date): string {
  const [day, today] = [dayKey(at, style.timezone), dayKey(now, style.timezone)];
  if (day === today) return time(at, style);
  if (day > shiftDay(today, -7) && day < today)
    return day === shiftDay(today, -1) ? 'Yesterday' : dayLabel(day, { weekday: 'short' });
  return day.slice(0, 4) === today.slice(0, 4) ? dayLabel(day) : date(at, style);
}

/** `MM-DD` as the business writes days, without the year. */
export const dayOfYear = (day: string, { dateFormat }: Pick<DateStyle, 'dateFormat'>): string => {
  const [month = '', of = ''] = day.split('-');
  return dateFormat.startsWith('DD') ? `${of}/${month}` : `${month}/${of}`;
};

/** The month of a day, and the twelve before it, newest first: `2026-11`. */
export function monthsUntil(today: string): readonly string[] {
  const [year, month] = today.split('-').map(Number) as [number, number];
  return Array.from({ length: 13 }, (_, back) =>
    new Date(Date.UTC(year, month - 1 - back, 1)).toISOString().slice(0, 7),
  );
}
