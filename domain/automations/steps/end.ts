import { z } from 'zod';
import { exits, named, step } from './step.ts';

export const end = step(z.object({ kind: z.literal('End'), ...named, to: exits() }))({
  fresh: () => ({ kind: 'End', name: null, to: {} }),
  plan: () => ({ kind: 'end' }),
});
