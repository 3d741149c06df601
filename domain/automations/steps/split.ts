import { z } from 'zod';
import { exits, named, step } from './step.ts';

/** The ways of a split, in the order of their names: `a` is the first. */
export const ways = ['a', 'b', 'c', 'd', 'e'] as const;

/** By chance, in shares of a hundred. The same run goes the same way whenever it is looked at. */
export const split = step(
  z.object({
    kind: z.literal('Split'),
    ...named,
    shares: z.array(z.number().int().min(1).max(99)).min(2).max(ways.length),
    to: exits(...ways),
  }),
)({
  fresh: () => ({ kind: 'Split', name: null, shares: [50, 50], to: { a: null, b: null, c: null, d: null, e: null } }),
  plan: ({ shares }) => ({ kind: 'split', shares }),
  check({ shares, to }, { say }) {
    const total = shares.reduce((sum, share) => sum + share, 0);
    if (total !== 100) say('invalid', 'shares', `The shares come to ${total}, not to 100.`);
    for (const way of ways.slice(shares.length))
      if (to[way] !== null) say('invalid', `to.${way}`, 'This way has no share.');
  },
});
