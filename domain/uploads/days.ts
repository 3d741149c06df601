import type { DayEvidence, DayOrder } from './fields.ts';

/** A day, as far as it says which one: without a year a day of every year. */
export interface WrittenDay {
  readonly year: number | null;
  readonly month: number;
  readonly day: number;
}

const daysIn = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const months = new Map<string, number>();
for (const language of ['en-US', 'es', 'fr', 'de', 'it', 'pt'])
  for (const style of ['long', 'short'] as const) {
    const { format } = new Intl.DateTimeFormat(language, { month: style, timeZone: 'UTC' });
    for (let month = 1; month <= 12; month += 1)
      months.set(plainWord(format(new Date(Date.UTC(2000, month - 1, 1)))), month);
  }
months.set('sept', 9);

function plainWord(word: string): string {
  return word
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z]/g, '');
}

/** Behind a day: what o'clock. `2026-11-22T00:00:00.000Z`, `5/17/1990 0:00`, `12:00:00 AM`. */
const clock = /(?:T|,?\s+)\d{1,2}:\d{2}(?::\d{2})?(?:\.\d+)?(?:\s*[AP]\.?M\.?)?\s*(?:Z|[+-]\d{2}:?\d{2}|UTC)?$/i;
const numbers = /^(\d{1,2})\s*([/.-])\s*(\d{1,2})(?:\s*[/.-]\s*(\d{4}|\d{2}))?\.?$/;
const yearFirst = /^(\d{4})\s*([/.-])\s*(\d{1,2})\s*\2\s*(\d{1,2})$/;
const monthName = /^([\p{L}]{3,12})\.?[\s-]*(\d{1,2})(?:st|nd|rd|th)?(?:[\s,-]+(\d{4}|\d{2}))?$/u;
const dayName =
  /^(\d{1,2})(?:st|nd|rd|th|º|\.)?(?:\s+(?:de|of))?[\s-]*([\p{L}]{3,12})\.?(?:\s+de)?(?:[\s,-]+(\d{4}|\d{2}))?$/u;
const weekday = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?,?\s+/i;
/** As Excel reads years of two digits: up to 29 they are of this century. */
const fullYear = (text: string | undefined): number | null =>
  text === undefined ? null
  : text.length === 4 ? Number(text)
  : Number(text) + (Number(text) < 30 ? 2000 : 1900);

const made = (year: number | null, month: number, day: number): WrittenDay | null =>
  month >= 1 && month <= 12 && day >= 1 && day <= daysIn[month - 1]! ? { year, month, day } : null;

/** A day as people and spreadsheets write it; null: it is none. `order`: which of two numbers is the month. */
export function readDay(written: string, order: DayOrder): WrittenDay | null {
  const text = written.trim().replace(clock, '').replace(weekday, '').trim();
  const year = yearFirst.exec(text);
  if (year !== null) return made(Number(year[1]), Number(year[3]), Number(year[4]));
  const two = numbers.exec(text);
  if (two !== null) {
    const [one, other] = [Number(two[1]), Number(two[3])];
    return order === 'month' ? made(fullYear(two[4]), one, other) : made(fullYear(two[4]), other, one);
  }
  const compact = /^((?:19|20)\d{2})(\d{2})(\d{2})$/.exec(text);
  if (compact !== null) return made(Number(compact[1]), Number(compact[2]), Number(compact[3]));
  // Days since the end of 1899, as a spreadsheet counts them: from 1910 to 2099.
  if (/^\d{4,5}(?:\.\d+)?$/.test(text) && Number(text) > 3_653 && Number(text) < 73_051) {
    const day = new Date(Math.floor(Number(text) - 25_569) * 86_400_000);
    return { year: day.getUTCFullYear(), month: day.getUTCMonth() + 1, day: day.getUTCDate() };
  }
  const byMonth = monthName.exec(text);
  if (byMonth !== null) return made(fullYear(byMonth[3]), months.get(plainWord(byMonth[1]!)) ?? 0, Number(byMonth[2]));
  const byDay = dayName.exec(text);
  if (byDay !== null) return made(fullYear(byDay[3]), months.get(plainWord(byDay[2]!)) ?? 0, Number(byDay[1]));
  return null;
}

const two = (number: number): string => String(number).padStart(2, '0');
/** A day of every year, `MM-DD`. */
export const dayOfYear = ({ month, day }: WrittenDay): string => `${two(month)}-${two(day)}`;
/** `YYYY-MM-DD`; null: it has no year. */
export const wholeDay = (day: WrittenDay): string | null =>
  day.year === null ? null : `${day.year}-${dayOfYear(day)}`;

/** Looks at all rows of a file. */
export class DayWitness {
  readonly #columns = new Map<number, { month: number; day: number; either: number }>();

  look(cells: readonly string[]): void {
    for (const [column, cell] of cells.entries()) {
      // Most cells are no days: this keeps it cheap.
      const first = cell.charCodeAt(0);
      if (first > 0x39 || cell.length < 3 || cell.length > 40 || first < 0x20) continue;
      const found = numbers.exec(cell.trim().replace(clock, ''));
      if (found === null) continue;
      const [one, other] = [Number(found[1]), Number(found[3])];
      const [asMonth, asDay] = [made(null, one, other) !== null, made(null, other, one) !== null];
      if (!asMonth && !asDay) continue;
      let seen = this.#columns.get(column);
      if (seen === undefined) {
        seen = { month: 0, day: 0, either: 0 };
        this.#columns.set(column, seen);
      }
      if (!asDay) seen.month += 1;
      else if (!asMonth) seen.day += 1;
      else if (one !== other) seen.either += 1;
    }
  }

  get evidence(): readonly DayEvidence[] {
    return [...this.#columns].map(([column, seen]) => ({ column, ...seen })).sort((a, b) => a.column - b.column);
  }
}

/** Countries in which the month comes first in everyday life. */
const monthFirst: ReadonlySet<string> = new Set(['US', 'PH', 'PR', 'GU', 'VI', 'AS', 'MP', 'FM', 'MH', 'PW', 'CA']);

/** What a business would mean where a file does not tell. */
export const ownDayOrder = (business: { readonly dateFormat: string; readonly country: string }): DayOrder =>
  monthFirst.has(business.country) && !business.dateFormat.startsWith('DD') ? 'month' : 'day';

/**
 * Which number of a day is the month. The other values of the column tell (a 17 is no month); where they do not, or
 * contradict each other, it is what the business would mean, and `isSure` is false.
 */
export function dayOrderOf(
  evidence: DayEvidence | undefined,
  own: DayOrder,
): { readonly order: DayOrder; readonly isSure: boolean } {
  if (evidence === undefined) return { order: own, isSure: true };
  const { month, day, either } = evidence;
  if (month > 0 && day > 0)
    return {
      order:
        month === day ? own
        : month > day ? 'month'
        : 'day',
      isSure: false,
    };
  if (month > 0) return { order: 'month', isSure: true };
  if (day > 0) return { order: 'day', isSure: true };
  return { order: own, isSure: either === 0 };
}
