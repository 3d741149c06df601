import { daysIn, firstDay } from './fields.ts';
import type { UsedBy } from './statement.ts';

/**
 * A month as it will be if it goes on as so far: what was used until `today` (`2026-11-10`), and the same for each day
 * that is left, on its last day. Numbers and contacts are held for the month. A month that is over is as it is.
 */
export function forecastOf(measured: readonly UsedBy[], month: string, today: string): readonly UsedBy[] {
  if (!today.startsWith(month)) return measured;
  const [elapsed, days] = [Number(today.slice(8)), daysIn(month)];
  const last = `${firstDay(month).slice(0, 8)}${String(days)}`;
  const expected = measured.flatMap((row) =>
    row.channel === 'number' || row.channel === 'contact' ?
      []
    : [{ ...row, day: last, quantity: Math.round((row.quantity * (days - elapsed)) / elapsed) }],
  );
  return [...measured, ...expected];
}
