import { action } from '../action.ts';
import { runProjections } from '../read-models.ts';

/** The read models are brought up to date by a process that may die in the middle, in batches of any size, and by another after it. */
export const projections = action({
  name: 'projections',
  weight: 2,
  plan: (chance) => ({
    batch: chance.one([1, 3, 10, 5_000]),
    pageSize: chance.one([2, 7, 2_000]),
    diesAfter: chance.is(0.6) ? chance.int(1, 12) : null,
    before: chance.is(0.5),
  }),
  run: (world, how) => runProjections(world, how),
});
