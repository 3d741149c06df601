import type { Document } from '../model.ts';
import { type Point, roundPath } from './round-path.ts';
import type { Spot } from './spot.ts';

/** A line to a step that stands elsewhere on the drawing. */
export interface Jump {
  readonly id: string;
  /** The spot at which it begins, and the one whose way it goes on. */
  readonly from: string;
  readonly via: string;
  /** The step at which it goes on. */
  readonly to: string;
  readonly points: readonly Point[];
  /** As an SVG path has it, with the head of an arrow. */
  readonly path: string;
}

/** Beside the drawing, and between two lines there. */
const aside = 28;
const next = 14;
/** So many lines have a place of their own beside it. */
const most = 6;
/** How far a line keeps from what it goes past. */
const clear = 4;
/** How far from a corner of a card a line begins or ends, where it does not at its side. */
const inset = 24;

/**
 * Lines from where it is gone on to where that is: around what stands between, beside the drawing. They are laid over a
 * drawing that is finished, so that they move nothing. `width`: of what is come to from the start.
 */
export function jumpsOf(spots: readonly Spot[], { nodes }: Document, width: number): readonly Jump[] {
  const at = new Map(spots.map((spot) => [spot.id, spot]));
  const pairs = spots.flatMap((spot) => {
    const node = spot.kind === 'step' ? nodes[spot.step] : undefined;
    const to =
      spot.kind === 'goes' ? at.get(spot.step)
      : node?.kind === 'GoTo' && node.to.next !== null ? at.get(node.to.next)
      : undefined;
    return to === undefined ? [] : [{ from: spot, to }];
  });
  return pairs.map(({ from, to }, nth) => {
    const off = aside + next * (nth % most);
    const ways = [-off, width + off].map((x) => routed(spots, from, to, x));
    const { points, head } = ways[0]!.cost <= ways[1]!.cost ? ways[0]! : ways[1]!;
    const via = from.kind === 'goes' ? from.id.slice('goes:'.length) : from.id;
    return { id: `${from.id}>${to.id}`, from: from.id, via, to: to.id, points, path: `${roundPath(points)} ${head}` };
  });
}

interface Routed {
  readonly points: readonly Point[];
  readonly head: string;
  readonly cost: number;
}
function routed(spots: readonly Spot[], from: Spot, to: Spot, x: number): Routed {
  const begin = levelOf(spots, from, x, 1);
  const end = levelOf(spots, to, x, -1);
  const points = [...begin.points, { x, y: begin.y }, { x, y: end.y }, ...end.points.toReversed()];
  const tip = points.at(-1)!;
  const sign = x < tip.x ? 1 : -1;
  const head =
    end.isAtSide ?
      `M${tip.x - sign * 7},${tip.y - 4} L${tip.x},${tip.y} L${tip.x - sign * 7},${tip.y + 4}`
    : `M${tip.x - 4},${tip.y - 7} L${tip.x},${tip.y} L${tip.x + 4},${tip.y - 7}`;
  const length = points.slice(1).reduce((sum, point, n) => {
    const before = points[n]!;
    return sum + Math.abs(point.x - before.x) + Math.abs(point.y - before.y);
  }, 0);
  return { points, head, cost: length + (begin.isFree ? 0 : 10_000) + (end.isFree ? 0 : 10_000) };
}

/**
 * At which height a spot is left, or come to, so that nothing stands between it and `x`: from its side, else from below it
 * (`down` 1) or above it (-1).
 */
function levelOf(spots: readonly Spot[], spot: Spot, x: number, down: 1 | -1) {
  const isLeft = x < spot.x + spot.width / 2;
  const side = isLeft ? spot.x : spot.x + spot.width;
  const corner = isLeft ? spot.x + inset : spot.x + spot.width - inset;
  const edge = down === 1 ? spot.y + spot.height : spot.y;
  const isFree = (y: number, reach: number): boolean =>
    !spots.some(
      (other) =>
        other.id !== spot.id &&
        other.y - clear < y &&
        y < other.y + other.height + clear &&
        other.x < Math.max(x, reach) &&
        other.x + other.width > Math.min(x, reach),
    );
  const middle = spot.y + spot.height / 2;
  if (isFree(middle, side)) return { points: [{ x: side, y: middle }], y: middle, isAtSide: true, isFree: true };
  const levels = Array.from({ length: 26 }, (_, step) => edge + down * (8 + 4 * step));
  const y = levels.find((one) => isFree(one, corner));
  const level = y ?? levels[0]!;
  return {
    points: [
      { x: corner, y: edge },
      { x: corner, y: level },
    ],
    y: level,
    isAtSide: false,
    isFree: y !== undefined,
  };
}
