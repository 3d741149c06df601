import { action } from '../action.ts';
import { type Role, roles } from '../world.ts';

/** A process stands still between two of its calls of the outside, and goes on with what it knew before. */
export const stall = action({
  name: 'stall',
  weight: 3,
  onlyAsTheme: true,
  plan: (chance) => ({
    role: chance.one<Role>([...roles, 'api', 'api']),
    steps: chance.int(1, 60),
    ms: chance.is(0.7) ? chance.between(5_000, 100_000) : chance.between(100_000, 900_000),
  }),
  run(world, { role, steps, ms }) {
    world.processOf(role)?.standStillWithin(steps, ms);
  },
});
