/**
 * Whole numbers for an axis from 0 to at least `highest`, in steps that people count in (1, 2, 5 and their tens): 0,
 * 50, 100, 150, 200 for 184.
 */
export function niceTicks(highest: number, most = 5): readonly number[] {
  const rough = Math.max(1, highest) / (most - 1);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, [1, 2, 5, 10].find((factor) => factor * power >= rough)! * power);
  const steps = Math.max(1, Math.ceil(highest / step));
  return Array.from({ length: steps + 1 }, (_, index) => index * step);
}
