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
