import { z } from 'zod';
import { checkTrigger, EventMatcher, withTriggerReferred } from '../triggers/index.ts';
import { exits, step, switchable } from './step.ts';

/** Where it happens after the run began, the run ends, wherever it is. Who comes by here goes on. */
export const goal = step(z.object({ kind: z.literal('Goal'), ...switchable, event: EventMatcher, to: exits('next') }))({
  fresh: () => ({
    kind: 'Goal',
    name: null,
    off: false,
    event: { kind: 'coupon-redeemed', campaignId: null },
    to: { next: null },
  }),
  plan: ({ event }) => ({ kind: 'goal', event }),
  check({ event }, checking) {
    checkTrigger(event, 'event', checking);
  },
  references: (step, refer) => ({ ...step, event: withTriggerReferred(step.event, refer) }),
});
