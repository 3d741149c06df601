import { z } from 'zod';
import { domainMessage, isUrl } from '../../domain/kernel/web-address.ts';

export const line = (what: string, longest: number) =>
  z
    .string({ error: `${what} is missing.` })
    .trim()
    .min(1, `${what} is missing.`)
    .max(longest, `${what} can have at most ${longest} characters.`);
export const optionalLine = (what: string, longest: number) =>
  z.string().trim().max(longest, `${what} can have at most ${longest} characters.`).nullable().optional();
/** An address of the web that people may be led to: http(s) or none, never another scheme (specification, section 5: url). */
export const webAddress = (schema: z.ZodType<string, string>) =>
  schema.refine((value) => value === '' || isUrl(value), domainMessage);
export const OptionalWebsite = webAddress(z.string().trim().max(200, 'The website can have at most 200 characters.'))
  .nullable()
  .optional();
export const Email = z
  .string({ error: 'Enter a valid email address.' })
  .trim()
  .max(254)
  .pipe(z.email('Enter a valid email address.'));
/** As a sign-in form sends it: nothing is trimmed. */
export const EmailAddress = z.email('Enter a valid email address.').max(254);
export const NewPassword = z
  .string({ error: 'Choose a password.' })
  .min(8, 'A password has at least 8 characters.')
  .max(200, 'A password can have at most 200 characters.');
export const Currency = z.enum(['USD', 'EUR', 'GBP', 'ZAR']);
export const DateFormat = z.enum(['MM/DD/YYYY', 'DD/MM/YYYY', 'YYYY/MM/DD']);
/** The states of an agency's or a business's record. Archived ones can be restored. */
export const TenantStatus = z.enum(['active', 'archived']);

/** Of a month; of a plan, null is no limit. */
export const allowance = z.number().int().min(0).max(100_000_000);
export const planLimit = z
  .number()
  .int()
  .positive('A limit is more than nothing; leave it empty for no limit.')
  .max(100_000_000)
  .nullable();

/** Milliseconds of a day's start in UTC; NaN for a day that is not in the calendar or before 2000. */
function dayNumber(day: string): number {
  const at = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== day || day < '2000' ? Number.NaN : at;
}

/** `?date_range=2026-11-01,2026-11-21`: days of the reader's zone, both included; default: the last 30. */
export const DateRangeParams = z.object({
  date_range: z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2},\d{4}-\d{2}-\d{2}$/, 'Give two days: 2026-11-01,2026-11-21.')
    .refine(
      (value) => {
        const [from, to] = value.split(',').map(dayNumber) as [number, number];
        return from <= to && to - from <= 366 * 86_400_000;
      },
      { error: 'The period must be of real days, the first one first, and at most a year long.' },
    )
    .optional(),
});
