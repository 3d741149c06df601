import { z } from 'zod';
import { storable } from './text.ts';

/**
 * What fields of several aggregates are made of. This file and every `fields.ts` run in browsers as well: they hold
 * shapes, rules and messages and nothing that needs a server.
 */

/** Text from outside that is kept as it came, made storable (no U+0000, no half of a surrogate pair). */
export const text = z.string().transform(storable);

/** A line that people fill in: trimmed; control characters are refused with a clear message. */
export const line = (what: string, longest: number) =>
  z
    .string()
    .trim()
    .min(1, `${what} is missing.`)
    .max(longest, `${what} can have at most ${longest} characters.`)
    .refine((given) => !/\p{Cc}/u.test(given) && given.isWellFormed(), `${what} holds characters that can’t be kept.`);

/** A line that may be left empty: null then. */
export const optionalLine = (what: string, longest: number) =>
  z
    .string()
    .trim()
    .max(longest, `${what} can have at most ${longest} characters.`)
    .nullable()
    .transform((given) => (given === null || given === '' ? null : storable(given)));

/** Paragraphs, which may be empty. */
export const paragraphs = (what: string, longest: number) =>
  z
    .string()
    .max(longest, `${what} can have at most ${longest.toLocaleString('en-US')} characters.`)
    .transform(storable);

/** An address as people type it. Upper and lower case stay. */
export const emailAddress = z.string().trim().max(254).pipe(z.email('Enter a valid email address.'));

/** A zone of the IANA database, such as `America/New_York`. */
export const timezone = z.string().max(60).refine(isTimezone, 'This is not a known time zone.');

function isTimezone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** Which state of a record a form was opened on. */
export const revision = z.number().int().min(0);

/** A place in the event log as it travels: decimal digits of a signed 64-bit integer, which has at most 19. */
export const PositionText = z
  .string()
  .regex(/^\d{1,19}$/, 'This is not a position.')
  .refine((digits) => digits.length < 19 || digits <= '9223372036854775807', 'This is not a position.');

const daysIn = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;
/**
 * A day of the year as people type it, mm/dd (specification, section 5), or as a browser fills it in (`bday`, a date of
 * HTML: YYYY-MM-DD), as `MM-DD`; null when there is no such day. 02/29 is one.
 */
export function readDayOfYear(typed: string): string | null {
  const parts = /^\s*(?:\d{4}-(?=\d{2}-\d{2}\s*$))?(\d{1,2})\s*[/.-]\s*(\d{1,2})\s*$/.exec(typed);
  if (parts === null) return null;
  const [month, day] = [Number(parts[1]), Number(parts[2])];
  if (month < 1 || month > 12 || day < 1 || day > daysIn[month - 1]!) return null;
  return `${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}
