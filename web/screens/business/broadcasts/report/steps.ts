import type { SentStats } from '../../../../../api/contract/broadcasts.ts';

type Point = SentStats['over_time'][number];

const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b));
/** More steps than this are not drawn one by one. */
const most = 1_000;

/**
 * The points with the quiet steps between them, which the answer leaves out: without them an hour of silence would look
 * as long as five minutes. The step is the longest that every point lies on.
 */
export function everyStep(points: readonly Point[]): readonly Point[] {
  const times = points.map(({ at }) => Date.parse(at));
  const [first, last] = [times[0], times.at(-1)];
  if (first === undefined || last === undefined || first === last) return points;
  const step = times.slice(1).reduce((sum, at) => divisor(sum, at - first), 0);
  const steps = (last - first) / step + 1;
  if (steps > most) return points;
  const known = new Map(points.map((point) => [Date.parse(point.at), point]));
  return Array.from({ length: steps }, (_, index) => {
    const at = first + index * step;
    return known.get(at) ?? { at: new Date(at).toISOString(), sent: 0, delivered: 0, failed: 0 };
  });
}
