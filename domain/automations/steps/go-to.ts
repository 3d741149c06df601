import { z } from 'zod';
import { exits, named, step } from './step.ts';

export const goTo = step(z.object({ kind: z.literal('GoTo'), ...named, to: exits('next') }))({
  fresh: () => ({ kind: 'GoTo', name: null, to: { next: null } }),
  plan: () => ({ kind: 'jump' }),
  check({ to }, { say }) {
    if (to.next === null) say('missing-target', 'to.next', 'Say where it goes.');
  },
});
