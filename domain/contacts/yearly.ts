const dayMs = 86_400_000;
const isLeap = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);

/**
 * Today and the so many days after it, in a zone, as days of the year (`MM-DD`). Who was born on 29 February is meant
 * on the 28th in a year that has none.
 */
export function daysOfYear(now: Date, zone: string, ahead: number): readonly string[] {
  const parts = new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' }).format(now);
  const today = Date.parse(`${parts}T00:00:00Z`);
  const days = new Set<string>();
  for (let day = 0; day <= ahead; day++) {
    const at = new Date(today + day * dayMs);
    const written = at.toISOString().slice(5, 10);
    days.add(written);
    if (written === '02-28' && !isLeap(at.getUTCFullYear())) days.add('02-29');
  }
  return [...days];
}
