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
