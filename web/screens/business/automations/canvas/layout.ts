import { Graph, layout } from '@dagrejs/dagre';
import type { Document } from '../model.ts';
import { type Line, outlineOf, type Place, shownExits, targetOf } from '../outline.ts';
import { type Jump, jumpsOf } from './jumps.ts';
import { bend, type Point, roundPath } from './round-path.ts';
import type { Lane, Spot } from './spot.ts';

/** Sizes of what stands on the canvas, px at its own scale. A step's is fixed: words never move anything. */
const sizes = {
  start: { width: 288, height: 84 },
  step: { width: 288, height: 84 },
  way: { width: 150, height: 26 },
  join: { width: 12, height: 12 },
  end: { width: 76, height: 26 },
  goes: { width: 220, height: 30 },
  lane: { width: 288, height: 48 },
} as const;
/** Between two rows: room for a button. */
const gap = 60;
/** Between two ways. */
const beside = 44;
/** Between what is come to from the start and what stands apart. */
const apart = 120;
/** How far below where a way begins its button stands. */
export const plusBelow = 28;

export interface Wire {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  /** As an SVG path has it. */
  readonly path: string;
}
export interface Layout {
  /** In the order in which they are read. */
  readonly spots: readonly Spot[];
  readonly wires: readonly Wire[];
  /** Over all of it, to steps that stand elsewhere. */
  readonly jumps: readonly Jump[];
  readonly width: number;
  readonly height: number;
}

type Kind = keyof typeof sizes;
type Drawn = { id: string; kind: Kind; place: Place | null } & Readonly<Record<string, unknown>>;
interface Part {
  readonly spots: Drawn[];
  readonly wires: { readonly from: string; readonly to: string }[];
}

/** What decides where things stand; words, times and texts do not. Two documents with one shape are laid out alike. */
export const shapeOf = (document: Document): string =>
  JSON.stringify([
    document.start,
    Object.entries(document.nodes).map(([id, node]) => [
      id,
      node.kind === 'Goal',
      shownExits(node).map((exit) => [exit, targetOf(node, exit)]),
      node.kind === 'GoTo' ? node.to.next : null,
    ]),
  ]);

/** Lines of the list as spots and what leads from one to the next. */
function partOf(lines: readonly Line[], first: Drawn): Part {
  const part: Part = { spots: [first], wires: [] };
  const put = (spot: Drawn, from: Drawn): Drawn => {
    part.spots.push(spot);
    part.wires.push({ from: from.id, to: spot.id });
    return spot;
  };
  const draw = (all: readonly Line[], begin: Drawn): void => {
    let from = begin;
    for (const line of all) {
      // Ways that come together do so at a spot of their own: what is put below it comes after all of them.
      if (line.place.kind === 'before') {
        const join: Drawn = { id: `join:${line.place.to}`, kind: 'join', place: line.place };
        part.spots.push(join);
        from = join;
      } else if (from.kind !== 'lane') from.place = line.place;
      if (line.kind === 'end') put({ id: `end:${from.id}`, kind: 'end', place: null }, from);
      else if (line.kind === 'goes' && line.meets) part.wires.push({ from: from.id, to: `join:${line.to}` });
      else if (line.kind === 'goes') put({ id: `goes:${from.id}`, kind: 'goes', step: line.to, place: null }, from);
      else {
        const step = put({ id: line.id, kind: 'step', step: line.id, place: null }, from);
        for (const { exit, lines: inside } of line.ways)
          draw(inside, put({ id: `way:${line.id}:${exit}`, kind: 'way', step: line.id, exit, place: null }, step));
        from = step;
      }
    }
  };
  draw(lines, first);
  return part;
}

/** One part by itself, its corner at 0. */
function placed({ spots, wires }: Part): { spots: Spot[]; wires: Wire[]; width: number; height: number } {
  const graph = new Graph();
  graph.setGraph({ rankdir: 'TB', rankalign: 'top', ranksep: gap, nodesep: beside, edgesep: beside });
  // Whatever stands in a column takes the column: ways stand over their steps.
  for (const { id, kind } of spots) graph.setNode(id, { width: sizes.step.width, height: sizes[kind].height });
  const kinds = new Map(spots.map(({ id, kind }) => [id, kind]));
  // A way begins right below its step; where it is short, it is its last line that is long.
  const weights: Partial<Record<Kind, number>> = { way: 20, join: 1 };
  for (const { from, to } of wires) graph.setEdge(from, to, { weight: weights[kinds.get(to)!] ?? 4 });
  // The order in which ways are read is the order in which they stand: it crosses nothing.
  layout(graph, { disableOptimalOrderHeuristic: true });
  // Centres, not corners.
  const found = new Map(
    spots.map((spot) => {
      const { x, y } = graph.node(spot.id) as Point;
      const { width, height } = sizes[spot.kind];
      return [spot.id, { ...spot, x: x - width / 2, y: y - height / 2, width, height } as Spot] as const;
    }),
  );
  const all = [...found.values()];
  const left = Math.min(...all.map(({ x }) => x));
  const top = Math.min(...all.map(({ y }) => y));
  const moved = all.map((spot) => ({ ...spot, x: Math.round(spot.x - left), y: Math.round(spot.y - top) }));
  const at = new Map(moved.map((spot) => [spot.id, spot]));
  const drawn = wires.flatMap(({ from, to }): Wire[] => {
    const one = at.get(from)!;
    const other = at.get(to)!;
    if (one.kind === 'lane') return [];
    const begin = { x: one.x + one.width / 2, y: one.y + one.height };
    const end = { x: other.x + other.width / 2, y: other.y };
    const passing = (graph.edge(from, to) as { points: readonly Point[] }).points.slice(1, -1);
    // A way that passes others by has a column of its own.
    const column =
      end.y - begin.y > gap + 2 && passing.length > 0 ?
        Math.round(passing[Math.floor(passing.length / 2)]!.x - left)
      : begin.x;
    const out = begin.y + (other.kind === 'way' ? (end.y - begin.y) / 2 : gap - bend);
    const into = other.kind === 'way' ? out : end.y - Math.min(12, (end.y - begin.y) / 2);
    const isNear = Math.abs(column - begin.x) < 2;
    const path = roundPath([
      begin,
      ...(isNear ?
        []
      : [
          { x: begin.x, y: Math.min(out, into) },
          { x: column, y: Math.min(out, into) },
        ]),
      { x: isNear ? begin.x : column, y: into },
      { x: end.x, y: into },
      end,
    ]);
    return [{ id: `${from}>${to}`, from, to, path }];
  });
  return {
    spots: moved,
    wires: drawn,
    width: Math.max(...moved.map(({ x, width }) => x + width)),
    height: Math.max(...moved.map(({ y, height }) => y + height)),
  };
}

/** Where everything stands. The structure alone says so: nobody places anything by hand, and nothing of it is kept. */
export function layoutOf(document: Document): Layout {
  const { lines, goals, jumped, loose } = outlineOf(document);
  const main = placed(partOf(lines, { id: 'start', kind: 'start', place: null }));
  const spots = [...main.spots];
  const wires = [...main.wires];
  let right = main.width + apart;
  let { height } = main;
  const drawApart = (of: Lane, all: readonly Line[]): void => {
    const heads = runsOf(all);
    let below = 0;
    let widest = 0;
    for (const [at, run] of heads.entries()) {
      const part = placed(partOf(run, { id: `lane:${of}:${at}`, kind: 'lane', of, place: null }));
      const hidden = at > 0 ? sizes.lane.height + gap - 16 : 0;
      for (const spot of part.spots)
        if (at === 0 || spot.kind !== 'lane') spots.push({ ...spot, x: spot.x + right, y: spot.y + below - hidden });
      for (const wire of part.wires) wires.push({ ...wire, path: shifted(wire.path, right, below - hidden) });
      below += part.height - hidden + 16;
      widest = Math.max(widest, part.width);
    }
    if (heads.length > 0) right += widest + apart;
    height = Math.max(height, below);
  };
  drawApart('goals', goals);
  drawApart('jumped', jumped);
  drawApart('loose', loose);
  return { spots, wires, jumps: jumpsOf(spots, document, main.width), width: right - apart, height };
}

/** Lines that do not follow each other: what stands apart begins anew at each step that is a first one. */
function runsOf(lines: readonly Line[]): readonly (readonly Line[])[] {
  const runs: Line[][] = [];
  for (const line of lines)
    if (line.place.kind === 'start' || runs.length === 0) runs.push([line]);
    else runs.at(-1)!.push(line);
  return runs;
}
const shifted = (path: string, x: number, y: number): string =>
  path.replace(/(-?[\d.]+),(-?[\d.]+)/gu, (_, one: string, other: string) => `${Number(one) + x},${Number(other) + y}`);
