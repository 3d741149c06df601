import { newcombe } from '../pages/statistics.ts';

/** What became of a variant: to how many it went, and how many did what is compared. */
export interface Figure {
  readonly sent: number;
  readonly did: number;
}
export interface Winner {
  readonly variant: number;
  /** Whether the numbers say so: it is better than each other one beyond chance (95 %). Else it is only ahead. */
  readonly honest: boolean;
}

/** A smaller test says nothing, whatever it looks like. */
const fewest = 100;
const rate = ({ sent, did }: Figure): number => (sent === 0 ? 0 : did / sent);

/** Which variant the others get: the one with the highest rate; of equals, and where nobody did anything, the first. */
export function winnerOf(figures: readonly Figure[]): Winner {
  let variant = 0;
  figures.forEach((figure, nth) => {
    if (rate(figure) > rate(figures[variant]!)) variant = nth;
  });
  const shareOf = ({ sent, did }: Figure) => ({ successes: did, trials: sent });
  const best = shareOf(figures[variant] ?? { sent: 0, did: 0 });
  const others = figures.filter((_, nth) => nth !== variant).map(shareOf);
  const isBeyondChance = others.every((other) => newcombe(best, other).low > 0);
  const isLarge = [best, ...others].every(({ trials }) => trials >= fewest);
  return { variant, honest: others.length > 0 && isLarge && isBeyondChance };
}
