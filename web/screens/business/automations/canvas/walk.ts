import type { Layout } from './layout.ts';
import type { Spot } from './spot.ts';

export type Way = 'up' | 'down' | 'left' | 'right';
const isCard = ({ kind }: Spot): boolean => kind === 'step' || kind === 'start';

/** From card to card with the arrow keys: up and down along what leads on, to the sides by where things stand. */
export function walk({ spots, wires }: Pick<Layout, 'spots' | 'wires'>, from: string, way: Way): string | null {
  const at = new Map(spots.map((spot) => [spot.id, spot]));
  const here = at.get(from);
  if (here === undefined) return null;
  const middle = ({ x, width }: Spot) => x + width / 2;
  if (way === 'left' || way === 'right') {
    const sign = way === 'left' ? -1 : 1;
    const distance = (spot: Spot) => Math.abs(middle(spot) - middle(here)) + 3 * Math.abs(spot.y - here.y);
    const others = spots.filter(
      (spot) =>
        isCard(spot) && sign * (middle(spot) - middle(here)) > here.width / 4 && Math.abs(spot.y - here.y) < 300,
    );
    return others.toSorted((a, b) => distance(a) - distance(b))[0]?.id ?? null;
  }
  const next = (id: string): readonly string[] =>
    wires.flatMap((wire) =>
      way === 'down' && wire.from === id ? [wire.to]
      : way === 'up' && wire.to === id ? [wire.from]
      : [],
    );
  const seen = new Set([from]);
  const open = [...next(from)];
  for (let id = open.shift(); id !== undefined; id = open.shift()) {
    const spot = at.get(id);
    if (spot === undefined || seen.has(id)) continue;
    if (isCard(spot)) return id;
    seen.add(id);
    open.unshift(...next(id));
  }
  return null;
}

/**
 * Where no card follows: to the places where a step could be added. Down from a step into its first way, from way to way to
 * the sides, and up again. Null: there is none.
 */
export function walkToWay({ spots, wires }: Pick<Layout, 'spots' | 'wires'>, from: string, way: Way): string | null {
  const here = spots.find(({ id }) => id === from);
  if (here === undefined) return null;
  const waysOf = (step: string) =>
    spots.filter((spot) => spot.kind === 'way' && spot.place !== null && spot.step === step);
  if (here.kind !== 'way') {
    const isEnd = way === 'down' && walk({ spots, wires }, from, 'down') === null;
    return isEnd ? (waysOf(from)[0]?.id ?? null) : null;
  }
  if (way === 'up') return here.step;
  if (way === 'down') return null;
  const sign = way === 'left' ? -1 : 1;
  return (
    waysOf(here.step)
      .filter((spot) => sign * (spot.x - here.x) > 0)
      .toSorted((one, other) => sign * (one.x - other.x))[0]?.id ?? null
  );
}
