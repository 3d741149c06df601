/** How many days of the past a forecast goes by: a week, so that each weekday counts once. */
const lookBack = 7;

/**
 * What will be used by the end of a month, at the pace of the last seven full days (of fewer, where there are no more).
 * `days`: used on each day of the month so far, from the 1st to today; `daysInMonth`: 28 to 31. Today is not over, so it
 * counts as an average day unless more is used already. Null: the month has no full day yet.
 */
export function forecastOf(days: readonly number[], daysInMonth: number): number | null {
  const full = days.slice(0, -1);
  if (full.length === 0) return null;
  const recent = full.slice(-lookBack);
  const sum = (some: readonly number[]): number => some.reduce((all, one) => all + one, 0);
  const pace = sum(recent) / recent.length;
  const today = Math.max(pace, days.at(-1)!);
  return Math.round(sum(full) + today + pace * Math.max(0, daysInMonth - days.length));
}
