import { z } from 'zod';
import { channels } from '../rates/fields.ts';

/** A calendar month: `2026-11`. */
export const storedMonth = z.string().regex(/^\d{4}-(?:0[1-9]|1[0-2])$/, 'Enter a month like 2026-11.');

const byChannel = z.partialRecord(z.enum(channels), z.number().int().min(0).nullable());
/** What a month included, and the price of each one more, by channel. */
export const storedUsageTerms = z.object({ included: byChannel, overage: byChannel });

/** How many months back what came late is still looked for. */
export const lateMonths = 3;

const shifted = (month: string, by: number): string => {
  const [year, nth] = month.split('-').map(Number);
  return new Date(Date.UTC(year!, nth! - 1 + by, 1)).toISOString().slice(0, 7);
};
export const nextMonth = (month: string): string => shifted(month, 1);
export const previousMonth = (month: string): string => shifted(month, -1);
export const firstDay = (month: string): string => `${month}-01`;
/** How many days a month has. */
export const daysIn = (month: string): number =>
  (Date.parse(firstDay(nextMonth(month))) - Date.parse(firstDay(month))) / 86_400_000;

/** The number of a month's statement, of a payer or of one business: the same whenever it is made. */
export const numberOf = (month: string, id: string): string => `${month}-${id.slice(-8).toUpperCase()}`;
