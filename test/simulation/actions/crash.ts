import { action } from '../action.ts';
import { type Role, roles } from '../world.ts';

/** A process dies at one of its next calls of the outside, before or after that has been done. Somebody starts it again. */
export const crash = action({
  name: 'crash',
  weight: 6,
  plan: (chance) => ({
    role: chance.one<Role>([...roles, 'workers-1', 'workers-2']),
    steps: chance.is(0.7) ? chance.int(1, 25) : chance.int(25, 150),
  }),
  run(world, { role, steps }) {
    world.processOf(role)?.dieWithin(steps);
  },
});
