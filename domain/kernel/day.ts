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

const daysIn = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;
/** A day of the year as people type it, mm/dd (specification, section 5), as `MM-DD`; null when there is no such day. 02/29 is one. */
export function readDayOfYear(typed: string): string | null {
  const parts = /^\s*(\d{1,2})\s*[/.-]\s*(\d{1,2})\s*$/.exec(typed);
  if (parts === null) return null;
  const [month, day] = [Number(parts[1]), Number(parts[2])];
  if (month < 1 || month > 12 || day < 1 || day > daysIn[month - 1]!) return null;
  return `${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}
