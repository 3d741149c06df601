const formats = new Map<string, Intl.DateTimeFormat>();
function formatOf(timezone: string): Intl.DateTimeFormat {
  const known = formats.get(timezone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone: timezone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  formats.set(timezone, format);
  return format;
}

/** What the clocks of a zone (IANA) show at an instant, as a field for date and time has it: `2026-11-24T09:00`. */
export function wallAt(at: Date, timezone: string): string {
  const found = Object.fromEntries(
    formatOf(timezone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
  return `${found['year']}-${found['month']}-${found['day']}T${found['hour']}:${found['minute']}`;
}

/**
 * When the clocks of a zone show that, ISO 8601. Of an hour that they show twice, the first; of one that they leave out,
 * as much later as they leave out.
 */
export function instantAt(wall: string, timezone: string): string {
  const shown = Date.parse(`${wall}Z`);
  const offsetAt = (at: number) => Date.parse(`${wallAt(new Date(at), timezone)}Z`) - at;
  const day = 86_400_000;
  const [before, after] = [offsetAt(shown - day), offsetAt(shown + day)];
  const earlier = shown - Math.max(before, after);
  const fits = [earlier, shown - Math.min(before, after)].find((at) => at + offsetAt(at) === shown);
  return new Date(fits ?? shown - before).toISOString();
}

/** The day after so many, at an hour: `2026-11-24T09:00`. */
export function wallOn(from: Date, timezone: string, days: number, hour: number): string {
  const day = new Date(`${wallAt(from, timezone).slice(0, 10)}T12:00:00Z`);
  day.setUTCDate(day.getUTCDate() + days);
  return `${day.toISOString().slice(0, 10)}T${String(hour).padStart(2, '0')}:00`;
}
