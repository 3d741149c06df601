/** On the canvas, px at its own scale. */
export interface Point {
  readonly x: number;
  readonly y: number;
}
/** Of a corner, px. */
export const bend = 10;
/** A line through points, its corners round. */
export function roundPath(points: readonly Point[]): string {
  const [first, ...rest] = points.filter(
    ({ x, y }, at) => at === 0 || x !== points[at - 1]!.x || y !== points[at - 1]!.y,
  );
  const towards = (from: Point, to: Point, most: number): Point => {
    const length = Math.hypot(to.x - from.x, to.y - from.y);
    const share = Math.min(most, length / 2) / length;
    return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
  };
  const words = rest.map((corner, at) => {
    const next = rest[at + 1];
    if (next === undefined) return `L${corner.x},${corner.y}`;
    const into = towards(corner, at === 0 ? first! : rest[at - 1]!, bend);
    const out = towards(corner, next, bend);
    return `L${into.x},${into.y} Q${corner.x},${corner.y} ${out.x},${out.y}`;
  });
  return `M${first!.x},${first!.y} ${words.join(' ')}`;
}
