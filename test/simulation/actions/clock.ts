import { action } from '../action.ts';

/** The clocks of all machines are set, an hour ahead or back or a little; the carrier's goes on as it did. */
export const clock = action({
  name: 'clock',
  weight: 2,
  plan: (chance) => ({ minutes: chance.one([60, -60, 60, -60, 5, -5, 0.5, -0.5]), back: chance.is(0.6) }),
  run(world, { minutes, back }) {
    world.tell(`the clocks are set by ${minutes} minutes`);
    world.timeline.jump(minutes * 60_000);
    if (back) world.timeline.later(600_000, () => world.timeline.jump(-minutes * 60_000));
  },
});
