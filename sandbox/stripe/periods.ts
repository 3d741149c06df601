import type { Interval } from './records.ts';

const seconds = { day: 86_400, week: 604_800 } as const;

/**
 * The instant `count` intervals after an anchor: a month that is too short ends on its last day, and the next one goes
 * by the anchor's day again (31 January, 28 February, 31 March).
 */
export function after(anchor: number, interval: Interval, count: number): number {
  if (interval === 'day' || interval === 'week') return anchor + count * seconds[interval];
  const from = new Date(anchor * 1000);
  const months = interval === 'year' ? count * 12 : count;
  const first = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months, 1));
  const lastDay = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  first.setUTCDate(Math.min(from.getUTCDate(), lastDay));
  return (
    Math.floor(first.getTime() / 1000) +
    (anchor - Math.floor(Date.UTC(from.getUTCFullYear(), from.getUTCMonth(), from.getUTCDate()) / 1000))
  );
}

/** The end of the period that begins at `start`, counted from the anchor. */
export function periodEnd(
  anchor: number,
  start: number,
  recurring: { readonly interval: Interval; readonly interval_count: number },
): number {
  for (let count = 1; ; count += 1) {
    const end = after(anchor, recurring.interval, count * recurring.interval_count);
    if (end > start) return end;
  }
}

/** The part of an amount that is left of a period, to the second, rounded once: half away from zero. */
export function share(amount: number, at: number, start: number, end: number): number {
  if (end <= start) return 0;
  const exact =
    (BigInt(Math.max(0, Math.min(end, end - at))) * BigInt(amount) * 2n + BigInt(end - start)) /
    (2n * BigInt(end - start));
  return Number(exact);
}
