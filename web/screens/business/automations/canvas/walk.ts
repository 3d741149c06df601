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
